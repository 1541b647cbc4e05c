// Parameter Objects become `Parameter`s: references followed, path-level ones merged, styles defaulted, 2.0's collectionFormat
// translated. Headers that HTTP or the gateway owns are not parameters. OAS 3.1 §4.8.12; 2.0 "Parameter Object".

import { connectionHeaders, framingHeaders } from '../lib/http-headers.ts';
import { describeJson } from '../lib/json.ts';
import type { FileSet } from './file-set.ts';
import { isNode, own, ownNode, ownText, type Node } from './node.ts';
import { readExamples } from './media-types.ts';
import type { OperationProblem, Parameter, ParameterStyle, SchemaHandle } from './operation.ts';

/** A Parameter Object with its file; bodies and form fields of 2.0 are still among them. */
export interface LocatedParameter {
  readonly node: Node;
  readonly file: string;
}

export interface ParameterList {
  readonly found: readonly LocatedParameter[];
  readonly problems: readonly OperationProblem[];
}

/** Merges path-level and operation-level lists by place and name (header names without case); the operation wins. */
export function collectParameters(
  lists: readonly { readonly list: unknown; readonly file: string }[],
  files: FileSet,
): ParameterList {
  const merged = new Map<string, LocatedParameter>();
  const problems: OperationProblem[] = [];
  for (const { list, file } of lists) {
    if (list === undefined || list === null) continue;
    if (!Array.isArray(list)) {
      problems.push(ignored(`found ${describeJson(list)} in place of the list of parameters; it is ignored`));
      continue;
    }
    for (const item of list) {
      const at = files.follow(item, file);
      if (!at.found) problems.push({ reason: 'reference_broken', message: `a parameter is missing: ${at.message}` });
      else if (!isNode(at.node))
        problems.push(ignored(`found ${describeJson(at.node)} in place of a parameter; it is ignored`));
      else if (ownText(at.node, 'in') === '')
        problems.push(ignored(`the parameter "${ownText(at.node, 'name')}" has no "in" and is ignored`));
      else merged.set(parameterKey(at.node), { node: at.node, file: at.file });
    }
  }
  return { found: [...merged.values()], problems };
}

function ignored(message: string): OperationProblem {
  return { reason: 'parameter_ignored', message };
}

function parameterKey(node: Node): string {
  const place = ownText(node, 'in');
  const name = ownText(node, 'name');
  return `${place}:${place === 'header' ? name.toLowerCase() : name}`;
}

/** Owned by the gateway or by HTTP itself: never taken from a caller. RFC 9110 §7.6.1; OAS 3.1 §4.8.12.1. */
const ownedHeaders: ReadonlySet<string> = new Set([
  ...connectionHeaders,
  ...framingHeaders,
  'accept',
  'content-type',
  'authorization',
  'cookie',
]);

const defaultStyles = { path: 'simple', header: 'simple', query: 'form', cookie: 'form' } as const;
const styles: Readonly<Record<Parameter['in'], ReadonlySet<string>>> = {
  path: new Set(['simple', 'label', 'matrix']),
  header: new Set(['simple']),
  query: new Set(['form', 'spaceDelimited', 'pipeDelimited', 'deepObject']),
  cookie: new Set(['form']),
};
const collectionFormats = {
  csv: { query: 'form', other: 'simple' },
  ssv: { query: 'spaceDelimited', other: 'simple' },
  tsv: { query: 'tabDelimited', other: 'simple' },
  pipes: { query: 'pipeDelimited', other: 'simple' },
} as const;

export type ReadParameter = { readonly parameter: Parameter } | { readonly problem: OperationProblem } | undefined;

/** Undefined for what is silently no parameter: the headers that OpenAPI says are ignored. */
export function toParameter({ node, file }: LocatedParameter, files: FileSet): ReadParameter {
  const place = ownText(node, 'in');
  const name = typeof own(node, 'name') === 'string' ? String(node['name']) : ownText(node, 'name');
  if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie') {
    const reason = own(node, 'required') === true ? 'parameter_unusable' : 'parameter_ignored';
    return {
      problem: { reason, message: `the parameter "${name}" is in "${place}", expected path, query, header or cookie` },
    };
  }
  if (name === '')
    return { problem: { reason: 'parameter_ignored', message: `a ${place} parameter has no name and is ignored` } };
  if (place === 'header' && ownedHeaders.has(name.toLowerCase())) return undefined;
  const style = readStyle(node, place);
  const content = readContent(node, file, files);
  const schema = content?.schema ?? readSchema(node, file);
  const parameter: Parameter = {
    name,
    in: place,
    required: place === 'path' || own(node, 'required') === true,
    description: ownText(node, 'description'),
    deprecated: own(node, 'deprecated') === true,
    ...style,
    allowReserved: place === 'query' && own(node, 'allowReserved') === true,
    schema,
    examples: [...readExamples(node, file, files), ...(content?.examples ?? [])],
    ...(content === undefined ? {} : { mediaType: content.mediaType }),
  };
  return { parameter };
}

function readStyle(node: Node, place: Parameter['in']): { style: ParameterStyle; explode: boolean } {
  const format = ownText(node, 'collectionFormat');
  if (own(node, 'schema') === undefined && own(node, 'content') === undefined && own(node, 'type') !== undefined) {
    // OpenAPI 2.0, where the default is csv.
    if (format === 'multi') return { style: defaultStyles[place], explode: true };
    const known =
      collectionFormats[(Object.hasOwn(collectionFormats, format) ? format : 'csv') as keyof typeof collectionFormats];
    return { style: place === 'query' ? known.query : known.other, explode: false };
  }
  const written = ownText(node, 'style');
  const style = (styles[place].has(written) ? written : defaultStyles[place]) as ParameterStyle;
  const explode = own(node, 'explode');
  return { style, explode: typeof explode === 'boolean' ? explode : style === 'form' || style === 'deepObject' };
}

// In 2.0 the parameter itself carries the schema keywords.
function readSchema(node: Node, file: string): SchemaHandle | undefined {
  const schema = own(node, 'schema');
  if (schema !== undefined) return { node: schema, file };
  if (own(node, 'type') === undefined) return undefined;
  const { required: _required, name: _name, in: _in, description: _description, ...keywords } = node;
  return { node: keywords, file };
}

function readContent(
  node: Node,
  file: string,
  files: FileSet,
): { mediaType: string; schema: SchemaHandle | undefined; examples: readonly unknown[] } | undefined {
  const content = ownNode(node, 'content');
  const entry = content === undefined ? undefined : Object.entries(content)[0];
  if (entry === undefined || !isNode(entry[1])) return undefined;
  const at = files.follow(entry[1], file);
  if (!at.found || !isNode(at.node)) return undefined;
  const schema = own(at.node, 'schema');
  return {
    mediaType: entry[0],
    schema: schema === undefined ? undefined : { node: schema, file: at.file },
    examples: readExamples(at.node, at.file, files),
  };
}
