// Reads schemas of a document on first use. Each schema that is referred to becomes one definition per direction, kept for all
// skills that need it; a skill's `$defs` is the closure of the references it reaches. Nothing is inlined, so circular and huge
// documents stay small.

import { createHash } from 'node:crypto';
import { decodeFragment } from '../lib/json-pointer.ts';
import type { Direction, SchemaReader } from './document.ts';
import type { FileSet, Resolved } from './file-set.ts';
import type { JsonSchema, SchemaObject } from './json-schema.ts';
import { isNode, refOf, type Node } from './node.ts';
import { hasRefSiblings, normaliseSchema, type NormaliseContext } from './normalise-schema.ts';
import type { SchemaHandle } from './operation.ts';
import { subschemas } from './subschemas.ts';

interface Definition {
  readonly name: string;
  readonly node: Node | boolean;
  readonly file: string;
  readonly read: Partial<Record<Direction, JsonSchema>>;
}

const maxNodesAtOnce = 50_000;

/** `refSiblings`: what stands beside a `$ref` counts. */
export function createSchemaReader(files: FileSet, refSiblings: boolean): SchemaReader {
  const byNode = new Map<unknown, Definition>();
  const byName = new Map<string, Definition>();

  const define = (node: Node | boolean, file: string, label: string): Definition => {
    const known = byNode.get(node);
    if (known !== undefined && typeof node !== 'boolean') return known;
    const base = toDefinitionName(label);
    const hash = createHash('sha256').update(`${file}#${label}`).digest('hex').slice(0, 6);
    const name = byName.has(base) ? `${base}_${hash}${byName.has(`${base}_${hash}`) ? `_${byName.size}` : ''}` : base;
    const definition: Definition = { name, node, file, read: {} };
    byNode.set(node, definition);
    byName.set(name, definition);
    return definition;
  };

  // On the way a reference with something beside it is a schema of its own.
  const followSchema = (node: Node, file: string): Resolved => {
    const end = files.follow(node, file);
    if (!refSiblings || !end.found) return end;
    let at: Resolved = { found: true, node, file, pointer: '' };
    for (let ref = refOf(node); at.found && ref !== undefined; ref = refOf(at.node)) {
      at = files.resolve(ref, at.file);
      if (!at.found || (isNode(at.node) && hasRefSiblings(at.node))) return at;
    }
    return at;
  };

  const reference = (node: Node, file: string): JsonSchema => {
    const at = followSchema(node, file);
    if (!at.found) return unreadable(at.message);
    if (!isNode(at.node) && typeof at.node !== 'boolean')
      return unreadable(`the reference "${refOf(node)}" leads to something that is not a schema`);
    return { $ref: `#/$defs/${define(at.node, at.file, at.pointer === '' ? at.file : at.pointer).name}` };
  };

  const target: NormaliseContext['target'] = (node, file) => {
    const at = files.follow(node, file);
    return at.found && isNode(at.node) ? { node: at.node, file: at.file } : undefined;
  };

  const readNode = (node: unknown, file: string, direction: Direction): JsonSchema => {
    const budget = { left: maxNodesAtOnce };
    const schema = normaliseSchema(node, { file, direction, reference, target, refSiblings, budget, ancestors: [] });
    return budget.left <= 0 && typeof schema === 'object'
      ? { ...schema, ...unreadable('a part of it is too large') }
      : schema;
  };

  const definition = (name: string, direction: Direction): JsonSchema => {
    const found = byName.get(name);
    if (found === undefined) return true;
    return (found.read[direction] ??= readNode(found.node, found.file, direction));
  };

  const reader: SchemaReader = {
    read: (handle: SchemaHandle | undefined, direction) =>
      handle === undefined ? true : readNode(handle.node, handle.file, direction),
    definitions: (schemas, direction) => {
      const found: Record<string, JsonSchema> = Object.create(null) as Record<string, JsonSchema>;
      const stack = [...schemas];
      for (let schema = stack.pop(); schema !== undefined; schema = stack.pop()) {
        if (typeof schema === 'boolean') continue;
        stack.push(...subschemas(schema));
        const name = schema.$ref === undefined ? undefined : definitionName(schema.$ref);
        if (name === undefined || name in found) continue;
        found[name] = definition(name, direction);
        stack.push(found[name]);
      }
      return found;
    },
    follow: (schema, direction) => {
      let at: JsonSchema | undefined = schema;
      for (let hop = 0; hop < 32 && typeof at === 'object' && at.$ref !== undefined; hop++) {
        const name = definitionName(at.$ref);
        at = name === undefined ? undefined : definition(name, direction);
      }
      return typeof at === 'object' && at.$ref !== undefined ? undefined : at;
    },
    problems: (schemas, direction) => {
      const reached = Object.values(reader.definitions(schemas, direction));
      return [...new Set([...schemas, ...reached].flatMap(collectUnreadable))];
    },
  };
  return reader;
}

const unreadableMark = 'not checked: ';

/** Accepts anything and says why. */
function unreadable(message: string): SchemaObject {
  return { $comment: `${unreadableMark}${message}` };
}

function collectUnreadable(schema: JsonSchema): string[] {
  if (typeof schema === 'boolean') return [];
  const comment = schema['$comment'];
  const here =
    typeof comment === 'string' && comment.startsWith(unreadableMark) ? [comment.slice(unreadableMark.length)] : [];
  return [...here, ...subschemas(schema).flatMap(collectUnreadable)];
}

function definitionName(ref: string): string | undefined {
  return ref.startsWith('#/$defs/') ? ref.slice('#/$defs/'.length) : undefined;
}

/** The last telling segment of a pointer or file name, reduced to what needs no escaping in a `$ref`. */
function toDefinitionName(label: string): string {
  const segments = label
    .split('/')
    .filter((segment) => !['', 'schema', 'items', 'allOf', 'properties'].includes(segment));
  const last = segments.findLast((segment) => !/^\d+$/.test(segment)) ?? 'schema';
  const name = decodeFragment(last)
    .replace(/\.(ya?ml|json)$/i, '')
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return name === '' ? 'schema' : name.slice(0, 60);
}
