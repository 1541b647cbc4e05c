// A schema becomes a check, by Ajv. Nothing is changed in what is checked: no defaults, no coercion, no removal. A schema that does
// not compile never removes a skill: what can be checked of it is. Two validators: a quick one that stops at the first mistake, for
// every call, and one that lists them all, made when a call fails.

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { JsonSchema, SchemaObject } from '../../spec/json-schema.ts';
import { isLargerThan } from './checkable.ts';
import { multipleOf } from './multiple-of.ts';
import { compilePattern } from './pattern.ts';
import { uniqueItems } from './unique-items.ts';

export interface SchemaCheck {
  readonly schema: JsonSchema;
  passes(value: unknown): boolean;
  /** All mistakes, in Ajv's words; of a very large value the first one. */
  explain(value: unknown): readonly ErrorObject[];
  /** What is not checked, for the log; empty as a rule. */
  readonly unchecked: readonly string[];
}

/** Listing every mistake of a larger value could take more memory than the value. */
const mostValues = 5_000;

export function compileSchema(given: JsonSchema): SchemaCheck {
  const unchecked = new Set<string>();
  const { schema, validate } = compileOrReduce(given, unchecked);
  let thorough: ValidateFunction | undefined;
  return {
    schema,
    passes: (value) => validate(value),
    explain: (value) => {
      if (isLargerThan(value, mostValues)) return validate(value) ? [] : (validate.errors ?? []);
      thorough ??= compileOne(schema, unchecked, true);
      return thorough(value) ? [] : (thorough.errors ?? []);
    },
    unchecked: [...unchecked],
  };
}

interface Compiled {
  readonly schema: JsonSchema;
  readonly validate: ValidateFunction;
}

function compileOrReduce(given: JsonSchema, unchecked: Set<string>): Compiled {
  try {
    const validate = compileOne(given, unchecked, false);
    const schema = unchecked.size === 0 ? given : withoutPatternProperties(given, unchecked);
    return schema === given ? { schema, validate } : { schema, validate: compileOne(schema, unchecked, false) };
  } catch (error) {
    unchecked.add(`schema: ${error instanceof Error ? error.message : String(error)}`);
    const schema = reduceSchema(given);
    return { schema, validate: compileOne(schema, unchecked, false) };
  }
}

function compileOne(schema: JsonSchema, unchecked: Set<string>, allErrors: boolean): ValidateFunction {
  const regExp = (source: string) => compilePattern(source, (refused) => unchecked.add(`pattern: ${refused}`));
  // An instance of its own for each schema: names such as `$id` of one document cannot meet those of another.
  const ajv = new Ajv2020({
    strict: false,
    allErrors,
    verbose: true,
    ownProperties: true,
    validateSchema: false,
    meta: false,
    addUsedSchema: false,
    logger: false,
    code: { regExp: Object.assign(regExp, { code: 'pattern' }) },
  });
  formats.default(ajv);
  ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems);
  ajv.removeKeyword('multipleOf').addKeyword(multipleOf);
  return ajv.compile(schema);
}

// A name that an unchecked pattern may match is neither known nor unknown, so the object takes other names as well.
function withoutPatternProperties(schema: JsonSchema, unchecked: ReadonlySet<string>): JsonSchema {
  let changed = false;
  const copy = JSON.parse(JSON.stringify(schema), (_key, node: unknown) => {
    const { patternProperties } = (node ?? {}) as SchemaObject;
    if (typeof patternProperties !== 'object' || patternProperties === null) return node;
    if (!Object.keys(patternProperties).some((pattern) => unchecked.has(`pattern: ${pattern}`))) return node;
    changed = true;
    const {
      patternProperties: _,
      additionalProperties: __,
      unevaluatedProperties: ___,
      ...rest
    } = node as SchemaObject;
    return rest;
  }) as JsonSchema;
  return changed ? copy : schema;
}

/** The names that are required and allowed, and of each property's schema what compiles by itself. */
function reduceSchema(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const { $defs, properties = {}, required = [], additionalProperties = true } = schema;
  const keep = (part: JsonSchema): JsonSchema => (compiles({ ...($defs && { $defs }), allOf: [part] }) ? part : true);
  return {
    ...($defs && { $defs }),
    type: 'object',
    required,
    properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, keep(part)])),
    additionalProperties: keep(additionalProperties),
  };
}

function compiles(schema: JsonSchema): boolean {
  try {
    compileOne(schema, new Set(), false);
    return true;
  } catch {
    return false;
  }
}
