// The arguments of a skill as places for values of a sentence: what may stand in them, and by what words they are called. Read from
// the input schema; a body that stands under one key gives a place per field of it.

import { isPlural } from '../../catalog/search/stem.ts';
import { splitWords, toTerm } from '../../catalog/search/words.ts';
import type { Argument, Skill } from '../../catalog/skill.ts';
import type { JsonSchema, SchemaObject } from '../../spec/json-schema.ts';
import { isIdName, namesOf, roleOf, type Role } from './slot-names.ts';
import { withoutShared } from './shared-names.ts';
import { resolve, toValueType, type ValueType } from './value-type.ts';

export interface Slot {
  /** Where it stands in the arguments: a key, or the body's key and a field's. */
  readonly path: readonly [string] | readonly [string, string];
  readonly place: Argument['in'];
  readonly required: boolean;
  /** Its own name, in terms. */
  readonly own: readonly string[];
  /** What it is called, as sequences of terms, longest first. */
  readonly names: readonly (readonly string[])[];
  readonly role: Role | undefined;
  /** It names one thing, in one word. */
  readonly isId: boolean;
  /** It takes the ids of several things. */
  readonly isMany: boolean;
  readonly type: ValueType;
}

const mostSlots = 40;

export function readSlots({ input, operation }: Skill): readonly Slot[] {
  const root = input.schema();
  if (typeof root === 'boolean') return [];
  const required = new Set(root.required);
  const known = new Map(input.arguments.map((argument) => [argument.key, argument]));
  const slots: Slot[] = [];
  for (const [key, schema] of Object.entries(root.properties ?? {})) {
    const argument = known.get(key);
    if (argument !== undefined) {
      const { wireName: name, in: place } = argument;
      const before = place === 'path' ? segmentBefore(operation.path, name) : undefined;
      slots.push(
        toSlot({ path: [key], name, place, before, required: required.has(key), type: toValueType(schema, root) }),
      );
    } else if (key === input.body?.key) slots.push(...readFields(key, schema, { root, required: required.has(key) }));
  }
  // Required ones first: what many optional ones could take is theirs.
  return withoutShared(slots.sort((a, b) => Number(b.required) - Number(a.required)).slice(0, mostSlots));
}

function readFields(
  key: string,
  schema: JsonSchema,
  { root, required }: { root: SchemaObject; required: boolean },
): readonly Slot[] {
  const object = toObject(schema, root);
  const needed = new Set(required ? object?.required : []);
  return Object.entries(object?.properties ?? {}).map(([name, property]) =>
    toSlot({
      path: [key, name],
      name,
      place: 'field',
      before: undefined,
      required: needed.has(name),
      type: toValueType(property, root),
    }),
  );
}

interface SlotFacts extends Pick<Slot, 'path' | 'place' | 'required' | 'type'> {
  readonly name: string;
  readonly before: string | undefined;
}

function toSlot({ name, before, ...facts }: SlotFacts): Slot {
  const role = roleOf(name);
  const names = namesOf({ name, place: facts.place, before, description: facts.type.description });
  const own = splitWords(name).map(toTerm);
  return {
    ...facts,
    own: names.find((each) => each.join(' ') === own.join(' ')) ?? own,
    names,
    role,
    isMany: isIdName(name) && isPlural(name),
    isId: role !== 'name' && role !== 'query' && (facts.place === 'path' || isIdName(name)),
  };
}

function toObject(schema: JsonSchema, root: SchemaObject, depth = 0): SchemaObject | undefined {
  if (typeof schema === 'boolean' || depth > 5) return undefined;
  if (schema.properties !== undefined) return schema;
  if (typeof schema.$ref === 'string') return toObject(resolve(schema.$ref, root) ?? false, root, depth + 1);
  return undefined;
}

/** `/pets/{petId}`: `pets`. */
function segmentBefore(path: string, parameter: string): string | undefined {
  const segments = path.split('/');
  const at = segments.findIndex((segment) => segment.includes(`{${parameter}}`));
  const before = at < 1 ? undefined : segments[at - 1];
  return before === undefined || before === '' || before.includes('{') || /^v\d/i.test(before) ? undefined : before;
}
