// The text of a document becomes a value: JSON, else YAML 1.2 with merge keys, dates left as strings. A key that stands twice is
// an error where it would lose an operation and a note elsewhere. Refuses what is neither, with line and column.

import { CORE_SCHEMA, loadAll, Type, YAMLException } from 'js-yaml';
import { isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { GatewayError } from '../errors.ts';

export interface ParsedText {
  readonly value: unknown;
  readonly notes: readonly string[];
}

// js-yaml 4 on purpose: it takes the loose indentation of quoted and flow text that published documents have and that
// version 5 and the `yaml` package refuse. The latter serves where lines of all keys are needed.
const mergeKey = new Type('tag:yaml.org,2002:merge', {
  kind: 'scalar',
  resolve: (data: unknown) => data === '<<' || data === null,
});
// Tags of other tools (`!Sub` of CloudFormation) and those that the core schema lacks (`!!binary`) leave the value as it stands.
const otherTags = ['!', 'tag:'].flatMap((tag) =>
  (['scalar', 'sequence', 'mapping'] as const).map((kind) => new Type(tag, { kind, multi: true })),
);
const yamlSchema = CORE_SCHEMA.extend({ implicit: [mergeKey], explicit: otherTags });
const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/** Decodes UTF-8 (with or without byte order mark) and UTF-16 with one. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

/** Parses JSON or YAML. Throws `document_unreadable` that names the source, line and column. */
export function parseText(text: string, source: string): ParsedText {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const start = body.trimStart()[0];
  if (start === '{' || start === '[') {
    const value = tryJson(body) ?? tryJson(withoutComments(body));
    if (value !== undefined) return { value, notes: [] };
  }
  // Some pages read as YAML by chance, the others as nonsense at line 1.
  if (start === '<') throw foundMarkup(body, source);
  // YAML's flow style takes what JSON does not (trailing commas, single quotes), and its errors have lines.
  return parseYaml(body, source);
}

function foundMarkup(text: string, source: string): GatewayError {
  const isPage = /<(!doctype html|html|head|body)\b/i.test(text.slice(0, 2_000));
  const hint = isPage ? ' Give the address of the JSON or YAML itself, such as /openapi.json.' : '';
  return new GatewayError(
    'document_unreadable',
    `${source} is not an OpenAPI document: found ${isPage ? 'an HTML page' : 'XML'}, expected JSON or YAML.${hint}`,
  );
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

// `//` and `/* */` outside of strings, as in the configuration files of editors.
function withoutComments(text: string): string {
  return text.replaceAll(
    /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (_whole, string: string | undefined) => string ?? ' ',
  );
}

function parseYaml(text: string, source: string): ParsedText {
  try {
    return { value: loadYaml(text, false), notes: [] };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (error.reason === 'duplicated mapping key')
      return { value: loadYaml(text, true), notes: duplicateNotes(text, source) };
    const where = error.mark === undefined ? '' : ` at line ${error.mark.line + 1}, column ${error.mark.column + 1}`;
    throw new GatewayError(
      'document_unreadable',
      `${source} is neither valid JSON nor valid YAML${where}: ${error.reason}.`,
      { cause: error },
    );
  }
}

// `json: true` lets the last of two equal keys win instead of failing.
function loadYaml(text: string, allowDuplicates: boolean): unknown {
  const documents = loadAll(text, undefined, { schema: yamlSchema, json: allowDuplicates });
  return documents.length > 1 ? (documents.find(isApiDocument) ?? documents[0]) : documents[0];
}

function isApiDocument(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('openapi' in value || 'swagger' in value);
}

function duplicateNotes(text: string, source: string): string[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { uniqueKeys: false, lineCounter: lines, logLevel: 'silent' });
  const notes: string[] = [];
  visit(document, {
    Map(_key, map) {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (!seen.has(name)) {
          seen.add(name);
          continue;
        }
        const line = lines.linePos(key.range?.[0] ?? 0).line;
        if (name.startsWith('/') || methods.has(name)) {
          throw new GatewayError(
            'document_unreadable',
            `${source} has the key "${name}" twice, again at line ${line}: one of them would be lost. Merge the two.`,
          );
        }
        notes.push(`the key "${name}" stands twice, again at line ${line}; the last one counts`);
      }
    },
  });
  return notes;
}
