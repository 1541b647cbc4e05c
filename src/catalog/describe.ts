// The description of a skill: what the document says, cut at a word, and a one-line signature that a model or a person can
// follow without reading the schema. At most 1024 characters, as tool hosts want it.

import { atPointer } from '../lib/json-pointer.ts';
import type { JsonSchema, SchemaObject } from '../spec/json-schema.ts';
import type { Operation } from '../spec/operation.ts';

const maxLength = 1024;
const maxSignature = 300;

export interface Described {
  readonly operation: Operation;
  /** Set by the operator, in place of the document's words. */
  readonly description?: string;
  readonly signature: string;
}

export function buildDescription({ operation, description, signature }: Described): string {
  const words = description ?? wordsOf(operation);
  const text = words === '' ? `${operation.method} ${operation.path}` : words;
  const room = maxLength - signature.length - 1;
  return `${cutAtWord(text, room)}\n${signature}`;
}

function wordsOf({ summary, description, deprecated }: Operation): string {
  const parts = [summary, description === summary ? '' : description].filter((part) => part !== '');
  const text = parts.map((part) => (/[.!?:]$/.test(part) ? part : `${part}.`)).join(' ');
  return `${deprecated ? 'Deprecated. ' : ''}${text}`.trim();
}

export function cutAtWord(text: string, room: number): string {
  if (text.length <= room) return text;
  const space = text.lastIndexOf(' ', room - 2);
  return `${text.slice(0, space > room / 2 ? space : room - 2).trimEnd()} …`;
}

/** `Input: {petId: integer, status?: "available"|"sold"}`. `follow` resolves references of the schema. */
export function buildSignature(schema: JsonSchema, follow: (schema: JsonSchema) => JsonSchema | undefined): string {
  if (typeof schema === 'boolean') return 'Input: {}';
  const required = new Set(schema.required);
  const names = Object.keys(schema.properties ?? {}).toSorted(
    (a, b) => Number(required.has(b)) - Number(required.has(a)),
  );
  const fields: string[] = [];
  let length = 'Input: {}'.length;
  for (const name of names) {
    const field = `${/^[A-Za-z_][\w]*$/.test(name) ? name : JSON.stringify(name)}${required.has(name) ? '' : '?'}: ${typeText(schema.properties?.[name], { follow, depth: 0 })}`;
    if (length + field.length + 2 > maxSignature) {
      fields.push('…');
      break;
    }
    fields.push(field);
    length += field.length + 2;
  }
  return `Input: {${fields.join(', ')}}`;
}

/** The type of one property of a skill's schema, as in a signature: `integer`, `"available"|"sold"`. */
export function describeType(property: JsonSchema | undefined, root: JsonSchema): string {
  const follow = (schema: JsonSchema): JsonSchema | undefined => {
    const reference = typeof schema === 'boolean' ? undefined : schema.$ref;
    return reference === undefined ? schema : (atPointer(root, reference.slice(1)) as JsonSchema | undefined);
  };
  return typeText(property, { follow, depth: 0 });
}

interface Typing {
  readonly follow: (schema: JsonSchema) => JsonSchema | undefined;
  readonly depth: number;
}

function typeText(schema: JsonSchema | undefined, typing: Typing): string {
  const plain = schema === undefined ? undefined : typing.follow(schema);
  if (plain === undefined || typeof plain === 'boolean') return 'any';
  if (plain.enum !== undefined) return enumText(plain.enum);
  if (plain['const'] !== undefined) return JSON.stringify(plain['const']);
  const alternatives = (plain['oneOf'] ?? plain['anyOf']) as JsonSchema[] | undefined;
  if (plain.type === undefined && alternatives !== undefined && typing.depth < 2) {
    return [
      ...new Set(alternatives.slice(0, 3).map((item) => typeText(item, { ...typing, depth: typing.depth + 1 }))),
    ].join('|');
  }
  const branches = plain['allOf'] as JsonSchema[] | undefined;
  if (plain.type === undefined && branches?.length === 1 && typing.depth < 4)
    return typeText(branches[0], { ...typing, depth: typing.depth + 1 });
  return [plain.type ?? (plain.properties === undefined && branches === undefined ? 'any' : 'object')]
    .flat()
    .map((type) => oneType(type, plain, typing))
    .join('|');
}

function oneType(type: string, schema: SchemaObject, typing: Typing): string {
  if (type === 'array')
    return typing.depth < 2 ? `${wrap(typeText(schema.items, { ...typing, depth: typing.depth + 1 }))}[]` : 'array';
  const format = schema['format'];
  return type === 'string' && (format === 'date' || format === 'date-time' || format === 'uuid') ? format : type;
}

function wrap(text: string): string {
  return text.includes('|') ? `(${text})` : text;
}

function enumText(values: readonly unknown[]): string {
  const shown = values.slice(0, 6).map((value) => JSON.stringify(value));
  return [...shown, ...(values.length > 6 ? ['…'] : [])].join('|');
}
