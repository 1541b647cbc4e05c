// Compiles a request schema to a function that checks parameters. A canonical request costs one validator run and no copy; any
// other is normalised first and checked again. Throws `invalid_params` with a violation for each thing that is wrong.
// A2A 1.0 §5.7, §13.4.

import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import formats from 'ajv-formats';
import { GatewayError, type Violation } from '../errors.ts';
import { describeJson, isJsonObject } from '../lib/json.ts';
import { once } from '../lib/once.ts';
import type { FieldSchema, MessageSchema } from './message-schema.ts';
import { normalise, toSnakeCase } from './normalise.ts';

/** Returns the parameters in canonical spelling; fields that the schema does not name may still be there. */
export type ParamsReader = (params: unknown) => Readonly<Record<string, unknown>>;

const maxViolations = 50;

export function compileParamsReader(schema: MessageSchema): ParamsReader {
  // On first use: most methods are never called, and their validators would be a tenth of the gateway's memory.
  const strict = once(() => createValidator(false).compile(toJsonSchema(schema, 'strict')));
  const namesOnly = once(() => createValidator(true).compile(toJsonSchema(schema, 'names only')));
  return (params) => {
    const given = params ?? {};
    if (strict()(given)) return given as Record<string, unknown>;
    if (!isJsonObject(given)) {
      throw new GatewayError('invalid_params', `params: expected an object, found ${describeJson(given)}.`);
    }
    const canonical = normalise(schema, given);
    const isValid = namesOnly();
    if (isValid(canonical)) return canonical as Record<string, unknown>;
    throw toError(isValid.errors ?? []);
  };
}

function createValidator(allErrors: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors,
    verbose: allErrors,
    strict: false,
    ownProperties: true,
    logger: false,
    validateSchema: false,
  });
  formats.default(ajv, ['date-time']);
  ajv.addKeyword({
    keyword: 'check',
    type: 'object',
    errors: true,
    compile: (check: NonNullable<MessageSchema['check']>) => {
      const validate: DataValidateFunction = (value: Record<string, unknown>) => {
        const message = check(value);
        if (message !== undefined) validate.errors = [{ keyword: 'check', message, params: {} }];
        return message === undefined;
      };
      return validate;
    },
  });
  return ajv;
}

// In the strict form a snake_case name is an error, so that a request which uses one takes the way through `normalise`.
function toJsonSchema(schema: MessageSchema, form: 'strict' | 'names only'): Record<string, unknown> {
  const { properties, items, enumNumbers: _, ...keywords } = schema;
  const result: Record<string, unknown> = { ...keywords };
  if (items !== undefined) result['items'] = toJsonSchema(items, form);
  if (properties !== undefined)
    result['properties'] = Object.fromEntries(Object.entries(properties).flatMap((entry) => toProperties(entry, form)));
  return result;
}

function toProperties(
  [name, schema]: readonly [string, FieldSchema],
  form: 'strict' | 'names only',
): [string, unknown][] {
  const property: [string, unknown] = [name, schema === true ? true : toJsonSchema(schema, form)];
  const snake = toSnakeCase(name);
  return form === 'strict' && snake !== name ? [property, [snake, false]] : [property];
}

function toError(errors: readonly ErrorObject[]): GatewayError {
  const violations = errors.slice(0, maxViolations).map(toViolation);
  const [first] = violations;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const message = first === undefined ? undefined : `Invalid parameters: ${first.field} ${first.description}${more}.`;
  return new GatewayError('invalid_params', message, { violations });
}

function toViolation(error: ErrorObject): Violation {
  const missing = error.keyword === 'required' ? `/${String(error.params['missingProperty'])}` : '';
  return { field: toField(error.instancePath + missing), description: describe(error) };
}

/** `/message/parts/0/text` → `message.parts[0].text`. Only names of our schemas can stand in a path. */
function toField(pointer: string): string {
  const path = pointer.replace(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.');
  return path.startsWith('.') ? path.slice(1) : path || 'params';
}

function describe({ keyword, message, params, parentSchema, data }: ErrorObject): string {
  if (keyword === 'required') return 'is required';
  if (keyword === 'check') return message ?? 'is not valid';
  if (keyword === 'minItems') return 'needs at least one element';
  return `expected ${expectation(keyword, params, parentSchema as MessageSchema | undefined)}, found ${describeJson(data)}`;
}

function expectation(keyword: string, params: Record<string, unknown>, schema: MessageSchema | undefined): string {
  if (keyword === 'type') return article(String(params['type']));
  if (schema?.why !== undefined) return schema.why;
  if (keyword === 'enum') return (schema?.enum ?? []).join(', ');
  if (keyword === 'minimum') return `a number of at least ${String(schema?.minimum)}`;
  if (keyword === 'maximum') return `a number of at most ${String(schema?.maximum)}`;
  if (keyword === 'maxLength') return `at most ${String(schema?.maxLength)} characters`;
  return 'another value';
}

function article(type: string): string {
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}
