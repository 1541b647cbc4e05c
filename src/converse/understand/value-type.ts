// What may stand in an argument, as far as a word of a sentence can be checked against it: types, choices, format, bounds. References,
// `allOf` of one, and alternatives are looked through; what is an object or an array of arrays takes no word.

import { splitWords } from '../../catalog/search/words.ts';
import { stem } from '../../catalog/search/stem.ts';
import { compilePattern, type Pattern } from '../../invoke/check/pattern.ts';
import { stringifyJson } from '../../lib/json.ts';
import type { JsonSchema, SchemaObject } from '../../spec/json-schema.ts';

export interface Choice {
  /** Its words, stemmed: `pull_request` is said "pull request". */
  readonly words: readonly string[];
  readonly value: unknown;
}

export interface ValueType {
  readonly types: ReadonlySet<string>;
  /** Undefined when anything of the type may stand there. */
  readonly choices: readonly Choice[] | undefined;
  readonly format: string | undefined;
  readonly pattern: Pattern | undefined;
  readonly minimum: number;
  readonly maximum: number;
  readonly minLength: number;
  readonly maxLength: number;
  /** Of the items, when `types` has `array`. */
  readonly items: ValueType | undefined;
  readonly description: string;
  /** A choice when nothing is said: `true` or `false` of a boolean. */
  readonly default: unknown;
}

const deepest = 6;
const mostChoices = 100;

export function toValueType(schema: JsonSchema, root: SchemaObject): ValueType {
  const facts: Facts = { types: new Set(), choices: [], open: false, objects: [] };
  collect(schema, root, facts, 0);
  const values = (keyword: string): readonly unknown[] => facts.objects.map((object) => object[keyword]);
  const text = (keyword: string): string | undefined => values(keyword).find((value) => typeof value === 'string');
  const number = (keyword: string): number | undefined => values(keyword).find((value) => typeof value === 'number');
  const items = facts.objects.find((object) => object.items !== undefined)?.items;
  const pattern = text('pattern');
  return {
    types: facts.types,
    choices: facts.choices.length > 0 && !facts.open ? facts.choices.slice(0, mostChoices) : undefined,
    format: text('format'),
    pattern: pattern === undefined ? undefined : compilePattern(pattern, () => {}),
    minimum: number('minimum') ?? Number.NEGATIVE_INFINITY,
    maximum: number('maximum') ?? Number.POSITIVE_INFINITY,
    minLength: number('minLength') ?? 0,
    maxLength: number('maxLength') ?? Number.POSITIVE_INFINITY,
    items: items !== undefined && facts.types.has('array') ? toValueType(items, root) : undefined,
    description: text('description') ?? '',
    default: facts.objects.map((object) => object['default']).find((value) => value !== undefined),
  };
}

interface Facts {
  readonly types: Set<string>;
  readonly choices: Choice[];
  /** One of the alternatives takes any value of its type. */
  open: boolean;
  readonly objects: SchemaObject[];
}

function collect(schema: JsonSchema, root: SchemaObject, facts: Facts, depth: number): void {
  if (typeof schema === 'boolean' || depth > deepest) return;
  if (typeof schema.$ref === 'string') {
    const target = resolve(schema.$ref, root);
    if (target !== undefined) collect(target, root, facts, depth + 1);
  }
  facts.objects.push(schema);
  const branches = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((keyword) => (schema[keyword] ?? []) as JsonSchema[]);
  for (const branch of branches.slice(0, 8)) collect(branch, root, facts, depth + 1);
  const types = schema.type === undefined ? impliedTypes(schema) : [schema.type].flat();
  for (const type of types) if (type !== 'null') facts.types.add(type);
  const choices = schema['const'] === undefined ? schema.enum : [schema['const']];
  if (choices !== undefined) {
    for (const value of choices) {
      const words = splitWords(stringifyJson(value)).map(stem);
      if (words.length > 0) facts.choices.push({ value, words });
    }
  } else if (types.some((type) => type !== 'null' && type !== 'array') && branches.length === 0) facts.open = true;
}

function impliedTypes(schema: SchemaObject): readonly string[] {
  const values = schema.enum ?? (schema['const'] === undefined ? [] : [schema['const']]);
  if (values.length > 0)
    return [...new Set(values.map((value) => (typeof value === 'number' ? 'number' : typeof value)))];
  if (schema.properties !== undefined) return ['object'];
  return schema.items === undefined ? [] : ['array'];
}

const definitions = '#/$defs/';

export function resolve(ref: string, root: SchemaObject): JsonSchema | undefined {
  if (!ref.startsWith(definitions) || root.$defs === undefined) return undefined;
  const name = ref.slice(definitions.length);
  return Object.hasOwn(root.$defs, name) ? root.$defs[name] : undefined;
}
