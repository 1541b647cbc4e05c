// All files of one document, loaded once, so that references can be followed without waiting. Only what the operations need
// is loaded: the walk starts at `paths` and skips examples, defaults, extensions, links and callbacks, where `$ref` is data.

import { atPointer, decodeFragment } from '../lib/json-pointer.ts';
import { isNode, own, refOf, type Node } from './node.ts';
import { createThroughResolver } from './resolve-through.ts';
import { parseText } from './parse-text.ts';
import type { DocumentSource } from './source.ts';

/** A value of the document and the file that its own references are relative to. */
export interface Located {
  readonly node: unknown;
  readonly file: string;
}

export type Resolved =
  | (Located & { readonly found: true; readonly pointer: string })
  | { readonly found: false; readonly message: string };

export interface FileSet {
  readonly uri: string;
  readonly root: unknown;
  readonly notes: readonly string[];
  /** Follows one reference. */
  resolve(ref: string, from: string): Resolved;
  /** Follows references until something that is none; undefined (with a message) when they lead nowhere or in a circle. */
  follow(value: unknown, file: string): Resolved;
}

interface File {
  readonly root: unknown;
  readonly failure?: string;
}

const maxFiles = 5_000;
const loadAtOnce = 16;
const maxHops = 32;

export async function readFileSet(source: DocumentSource): Promise<FileSet> {
  const entryText = await source.readEntry();
  const entry = parseText(entryText.text, entryText.uri);
  const notes = [...entry.notes];
  const files = new Map<string, File>([[entryText.uri, { root: entry.value }]]);

  const resolveThrough = createThroughResolver((node, file) => follow(node, file));
  const resolve = (ref: string, from: string): Resolved => {
    const target = splitReference(ref, from);
    if (target === undefined) return { found: false, message: `the reference "${ref}" is not a valid URI reference` };
    const file = files.get(target.uri);
    if (file === undefined || file.failure !== undefined) {
      return {
        found: false,
        message: `the reference "${ref}" cannot be read: ${file?.failure ?? 'its file was not loaded'}`,
      };
    }
    const { uri, fragment } = target;
    const isPointer = fragment.startsWith('/') || fragment === '';
    const node = isPointer ? atPointer(file.root, fragment) : findAnchor(file.root, fragment);
    if (node !== undefined) return { found: true, node, file: uri, pointer: fragment };
    const through = isPointer ? resolveThrough(fragment, { node: file.root, file: uri }) : undefined;
    return through ?? { found: false, message: `the reference "${ref}" leads nowhere` };
  };

  const follow = (value: unknown, file: string): Resolved => {
    let at: Resolved = { found: true, node: value, file, pointer: '' };
    for (let hop = 0; hop < maxHops; hop++) {
      if (!at.found) return at;
      const ref = refOf(at.node);
      if (ref === undefined) return at;
      at = resolve(ref, at.file);
    }
    return { found: false, message: 'the reference leads in a circle' };
  };

  await loadReferenced({ source, files, notes, resolve, start: { node: entry.value, file: entryText.uri } });
  return { uri: entryText.uri, root: entry.value, notes, resolve, follow };
}

interface Loading {
  readonly source: DocumentSource;
  readonly files: Map<string, File>;
  readonly notes: string[];
  readonly resolve: (ref: string, from: string) => Resolved;
  readonly start: Located;
}

async function loadReferenced({ source, files, notes, resolve, start }: Loading): Promise<void> {
  const walker = createWalker();
  let waiting: { ref: string; from: string }[] = [];
  const onReference = (ref: string, from: string): void => {
    const target = splitReference(ref, from);
    if (target !== undefined && !files.has(target.uri)) {
      waiting.push({ ref, from });
      return;
    }
    const resolved = resolve(ref, from);
    if (resolved.found) walker.push(resolved, false);
  };

  const root = start.node;
  if (isNode(root)) {
    for (const node of startNodes(root)) walker.push({ node, file: start.file }, true);
  }
  for (;;) {
    walker.run(onReference);
    if (waiting.length === 0) return;
    const wanted = [...new Set(waiting.map(({ ref, from }) => splitReference(ref, from)?.uri ?? ''))].filter(
      (uri) => !files.has(uri),
    );
    for (let at = 0; at < wanted.length; at += loadAtOnce) {
      await Promise.all(wanted.slice(at, at + loadAtOnce).map((uri) => loadFile(uri, { source, files, notes })));
    }
    const known = waiting;
    waiting = [];
    for (const { ref, from } of known) onReference(ref, from);
  }
}

/**
 * The operations; the security schemes, which operations name without a reference; and every part of the document that is itself one
 * reference, through which others may lead.
 */
function startNodes(root: Node): readonly Node[] {
  const components = own(root, 'components');
  const sections = isNode(components) ? Object.values(components) : [];
  const parts = ['components', 'definitions', 'parameters', 'responses'].map((key) => own(root, key));
  const references = [...parts, ...sections].filter((node) => refOf(node) !== undefined);
  const schemes = isNode(components) ? own(components, 'securitySchemes') : undefined;
  return [...new Set([own(root, 'paths'), own(root, 'securityDefinitions'), schemes, ...references])].filter(isNode);
}

async function loadFile(
  uri: string,
  { source, files, notes }: Pick<Loading, 'source' | 'files' | 'notes'>,
): Promise<void> {
  if (files.size >= maxFiles) {
    files.set(uri, { root: undefined, failure: `the document has more than ${maxFiles} files` });
    return;
  }
  try {
    const { text } = await source.readReferenced(uri);
    const parsed = parseText(text, uri);
    files.set(uri, { root: parsed.value });
    notes.push(...parsed.notes);
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    files.set(uri, { root: undefined, failure });
    notes.push(failure);
  }
}

// Keys whose value is data or belongs to requests that the service makes.
const skipped = new Set([
  'example',
  'examples',
  'default',
  'enum',
  'const',
  'callbacks',
  'links',
  'externalDocs',
  'xml',
  'discriminator',
]);
// Keys whose value maps names to things: there `$ref` and `example` are names.
const named = new Set([
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
  'schemas',
  'dependentSchemas',
  'headers',
  'responses',
  'content',
  'encoding',
  'additionalOperations',
]);

interface Walker {
  push(at: Located, isMap: boolean): void;
  run(onReference: (ref: string, from: string) => void): void;
}

function createWalker(): Walker {
  const seen = new Set<unknown>();
  const queue: { node: Node | readonly unknown[]; file: string; isMap: boolean }[] = [];
  const push = ({ node, file }: Located, isMap: boolean): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    queue.push({ node: node as Node | readonly unknown[], file, isMap });
  };
  return {
    push,
    run: (onReference) => {
      for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
        const { node, file, isMap } = at;
        if (!isNode(node)) {
          for (const item of node) push({ node: item, file }, false);
          continue;
        }
        const ref = refOf(node);
        if (ref !== undefined) onReference(ref, file);
        for (const [key, value] of Object.entries(node)) {
          if (!isMap && (skipped.has(key) || key.startsWith('x-'))) continue;
          push({ node: value, file }, !isMap && named.has(key));
        }
      }
    },
  };
}

function splitReference(ref: string, from: string): { uri: string; fragment: string } | undefined {
  const hash = ref.indexOf('#');
  const file = hash < 0 ? ref : ref.slice(0, hash);
  const fragment = hash < 0 ? '' : ref.slice(hash + 1);
  if (file === '') return { uri: from, fragment };
  const uri = URL.parse(file, from);
  return uri === null ? undefined : { uri: uri.href, fragment };
}

/** A schema with this `$anchor` (JSON Schema 2020-12 §8.2.2), or a component schema of this name. */
function findAnchor(root: unknown, fragment: string): unknown {
  const anchor = decodeFragment(fragment);
  const seen = new Set<unknown>();
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isNode(value) && (own(value, '$anchor') === anchor || own(value, '$dynamicAnchor') === anchor)) return value;
    stack.push(...Object.values(value));
  }
  return undefined;
}
