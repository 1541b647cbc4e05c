// Checks a configuration against the schema, fills in defaults (in place) and turns each error of the validator into a mistake
// that a person can act on: what was found, what is expected, the nearest known key.

import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { describeExpected, describeFound } from './describe.ts';
import { forms, isFormName } from './form.ts';
import { formatKeyPath, hideValueInKey, parsePointer, type KeyPath } from './key-path.ts';
import { explainUnknownKey } from './known-key.ts';
import type { Mistake } from './mistake.ts';
import type { ConfigFile } from './schema.ts';
import { rootSchema, schemaOfEntry, type ConfigSchema } from './schema-shape.ts';

// That the schema itself is valid is for the tests: the schema of schemas, compiled, would stay in memory (6 MB).
const ajv = new Ajv2020({ allErrors: true, useDefaults: true, verbose: true, validateSchema: false });
for (const [name, form] of Object.entries(forms)) {
  ajv.addFormat(name, (text: string) => form.refuse(text) === undefined);
}
ajv.addKeyword({
  keyword: 'caselessKeys',
  type: 'object',
  validate: (_on: boolean, value: object) => {
    const names = Object.keys(value);
    return new Set(names.map((name) => name.toLowerCase())).size === names.length;
  },
});
ajv.addKeyword({
  keyword: 'wildcardAlone',
  type: 'array',
  validate: (_on: boolean, value: readonly unknown[]) => value.length < 2 || !value.includes('*'),
});
const isValid = ajv.compile<ConfigFile>(rootSchema);

export type Validated = { readonly file: ConfigFile } | { readonly mistakes: readonly Mistake[] };

/** `references` says which texts came from the environment or a file, and are not to be shown. */
export function validateConfig(value: unknown, references: ReadonlyMap<string, string>): Validated {
  if (isValid(value)) return { file: value };
  const mistakes = (isValid.errors ?? []).map((error) => toMistake(error, value, references));
  return { mistakes: mistakes.filter((mistake) => mistake !== undefined) };
}

function toMistake(error: ErrorObject, root: unknown, references: ReadonlyMap<string, string>): Mistake | undefined {
  const place = parsePointer(error.instancePath, root);
  const schema = error.parentSchema as ConfigSchema | undefined;
  if (error.propertyName !== undefined) return toNameMistake(error.propertyName, place, schema);
  const params = error.params as Readonly<Record<string, unknown>>;
  switch (error.keyword) {
    case 'propertyNames':
      // The name's own mistake is reported; this only repeats it.
      return undefined;
    case 'required': {
      const key = String(params['missingProperty']);
      return { path: [...place, key], at: 'key', message: explainMissing(schemaOfEntry(schema, key)) };
    }
    case 'additionalProperties': {
      const key = String(params['additionalProperty']);
      return { path: [...place, key], at: 'key', message: explainUnknownKey(key, schema) };
    }
    default:
      return { path: place, at: 'value', message: explainValue(error, schema, references.get(formatKeyPath(place))) };
  }
}

function toNameMistake(name: string, place: KeyPath, schema: ConfigSchema | undefined): Mistake {
  const message = `found the name ${JSON.stringify(hideValueInKey(name))}, expected ${describeExpected(schema)}${reasonFor(name, schema)}`;
  return { path: [...place, name], at: 'key', message };
}

function explainMissing(schema: ConfigSchema | undefined): string {
  if (schema?.propertyNames?.format === 'target-id') return noTargets;
  return `is missing; expected ${describeExpected(schema)}`;
}

const noTargets = 'there are no targets; write at least one, such as targets: { pets: { spec: ./openapi.yaml } }';

function explainValue(error: ErrorObject, schema: ConfigSchema | undefined, references: string | undefined): string {
  const value: unknown = error.data;
  if (value === null && schema?.propertyNames?.format === 'target-id') return noTargets;
  if (value === null) return `has no value; expected ${describeExpected(schema)}, or no such line`;
  const found = describeFound(value, schema, references);
  switch (error.keyword) {
    case 'caselessKeys':
      return 'two names differ only in upper and lower case, which mean the same header; keep one';
    case 'wildcardAlone':
      return '"*" means all origins and stands alone; remove it or the others';
    case 'minProperties':
      return schema?.properties === undefined
        ? noTargets
        : `is empty; expected at least one of ${describeExpected(schema)}`;
    case 'minItems':
      return `found ${found}, expected at least ${schema?.minItems ?? 1} entry; or leave the key away`;
    case 'minLength':
      return `is empty; expected ${describeExpected(schema)}`;
    case 'maxLength':
      return `the text is too long; expected at most ${schema?.maxLength ?? 0} characters`;
    default:
      return `found ${found}, expected ${describeExpected(schema)}${reasonFor(value, schema)}`;
  }
}

function reasonFor(value: unknown, schema: ConfigSchema | undefined): string {
  if (typeof value === 'number' || typeof value === 'boolean') {
    const wantsText = schema?.type === 'string' || schema?.enum !== undefined;
    return wantsText && (!isFormName(schema.format) || schema.format === 'header-value') ? '; put it in quotes' : '';
  }
  if (typeof value !== 'string' || !isFormName(schema?.format)) return '';
  const reason = forms[schema.format].refuse(value);
  return reason === undefined || reason === '' ? '' : `; ${reason}`;
}
