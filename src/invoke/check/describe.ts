// One mistake that Ajv found, in words for the caller: what was found and what is expected. A table of keywords; a keyword that has
// no row gets Ajv's own words. JSON Schema 2020-12 Validation §6, §7.

import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Violation } from '../../errors.ts';
import { describeJson, isJsonObject } from '../../lib/json.ts';
import { findNearest } from '../../lib/nearest.ts';
import { parsePath, toField } from './field-path.ts';

type Describe = (error: ErrorObject) => string;

const shownValues = 12;

const sentences: ReadonlyMap<string, Describe> = new Map<string, Describe>([
  ['type', (error) => `expected ${listOf(error.params['type'])}, found ${found(error)}`],
  ['required', (error) => `is required${expectedAt(error, error.params['missingProperty'])}`],
  ['dependentRequired', (error) => `is required when "${error.params['property']}" is given`],
  ['additionalProperties', (error) => describeUnknown(error, error.params['additionalProperty'])],
  ['unevaluatedProperties', (error) => describeUnknown(error, error.params['unevaluatedProperty'])],
  ['enum', describeEnum],
  ['const', (error) => `expected ${JSON.stringify(error.params['allowedValue'])}, found ${found(error)}`],
  ['minimum', describeLimit],
  ['maximum', describeLimit],
  ['exclusiveMinimum', describeLimit],
  ['exclusiveMaximum', describeLimit],
  ['multipleOf', (error) => `expected a multiple of ${error.params['multipleOf']}, found ${found(error)}`],
  ['minLength', (error) => `expected at least ${plural(error.params['limit'], 'character')}, found ${found(error)}`],
  ['maxLength', (error) => `expected at most ${plural(error.params['limit'], 'character')}, found ${found(error)}`],
  ['pattern', (error) => `does not match the pattern ${error.params['pattern']}, found ${found(error)}`],
  ['format', (error) => `expected the format ${error.params['format']}, found ${found(error)}`],
  ['minItems', (error) => `expected at least ${plural(error.params['limit'], 'item')}, found ${found(error)}`],
  ['maxItems', (error) => `expected at most ${plural(error.params['limit'], 'item')}, found ${found(error)}`],
  [
    'uniqueItems',
    (error) => `items ${error.params['j']} and ${error.params['i']} are the same; every item must differ`,
  ],
  ['contains', () => 'no item is as expected'],
  ['minProperties', (error) => `expected at least ${plural(error.params['limit'], 'member')}`],
  ['maxProperties', (error) => `expected at most ${plural(error.params['limit'], 'member')}`],
  ['propertyNames', (error) => `the name ${JSON.stringify(error.params['propertyName'])} is not allowed`],
  ['not', () => 'has a form that is not allowed'],
  ['false schema', () => 'is not allowed'],
]);

export function describeError(error: ErrorObject): Violation {
  const describe = sentences.get(error.keyword);
  return { field: fieldOf(error), description: describe?.(error) ?? error.message ?? 'is not valid' };
}

/** The place that a mistake is about: of a missing or unknown name the name itself. */
export function fieldOf({ instancePath, params }: ErrorObject): string {
  const name: unknown = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  return toField([...parsePath(instancePath), ...(typeof name === 'string' ? [name] : [])]);
}

// Passwords are not repeated: error texts end up in logs and transcripts.
function found({ data, parentSchema }: ErrorObject): string {
  return parentSchema?.['format'] === 'password' ? typeof data : describeJson(data);
}

function listOf(types: unknown): string {
  return Array.isArray(types) ? types.join(' or ') : String(types);
}

function plural(count: unknown, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function describeLimit(error: ErrorObject): string {
  return `expected a number ${error.params['comparison']} ${error.params['limit']}, found ${found(error)}`;
}

function describeEnum(error: ErrorObject): string {
  const allowed = error.params['allowedValues'] as readonly unknown[];
  const shown = allowed.slice(0, shownValues).map((value) => JSON.stringify(value));
  const more = allowed.length > shownValues ? ` or ${allowed.length - shownValues} others` : '';
  return `expected one of ${shown.join(', ')}${more}, found ${found(error)}`;
}

function describeUnknown({ parentSchema, data }: ErrorObject, name: unknown): string {
  const known = Object.keys(isJsonObject(parentSchema?.['properties']) ? parentSchema['properties'] : {});
  const free = known.filter((key) => !isJsonObject(data) || !Object.hasOwn(data, key));
  const nearest = findNearest(String(name), free);
  if (nearest !== undefined) return `is not a known name; did you mean "${nearest}"?`;
  const list = known.slice(0, shownValues).join(', ');
  return `is not a known name; ${known.length === 0 ? 'none is expected here' : `known are ${list}${known.length > shownValues ? ', …' : ''}`}`;
}

function expectedAt({ parentSchema }: ErrorObject, name: unknown): string {
  const properties: unknown = parentSchema?.['properties'];
  if (!isJsonObject(properties) || typeof name !== 'string' || !Object.hasOwn(properties, name)) return '';
  const property = properties[name];
  return isJsonObject(property) && property['type'] !== undefined ? `: ${listOf(property['type'])}` : '';
}
