// The arguments of a skill and their JSON Schema. What is published here is what calls are checked against.

import { essenceOf } from '../lib/media-type.ts';
import { once } from '../lib/once.ts';
import type { ApiDocument } from '../spec/document.ts';
import type { JsonSchema, SchemaObject } from '../spec/json-schema.ts';
import type { Operation, Parameter } from '../spec/operation.ts';
import { nameArguments, type Unnamed } from './argument-keys.ts';
import { toBodyFields, type BodyFields } from './body-fields.ts';
import type { ChosenBody } from './choose-body.ts';
import type { Argument, BodyInput, SkillInput } from './skill.ts';

/** Parameters that callers give; the API keys among them are credentials. */
export function inputParameters(operation: Operation): readonly Parameter[] {
  return operation.parameters.filter((parameter) => {
    const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
    return !operation.credentialParameters.has(`${parameter.in}:${name}`);
  });
}

export function buildInput(operation: Operation, body: ChosenBody | undefined, document: ApiDocument): SkillInput {
  const parameters = inputParameters(operation);
  const bodySchema = body === undefined ? undefined : readBodySchema(body, document);
  const fields = bodySchema === undefined ? undefined : fieldsBeside(parameters, bodySchema, { body, document });
  const unnamed: Unnamed[] = parameters.map(({ name, in: place, required }) => ({
    wireName: name,
    in: place,
    required,
  }));
  const isRequired = operation.requestBody?.required === true;
  if (fields !== undefined) {
    for (const name of fields.properties.keys())
      unnamed.push({ wireName: name, in: 'field', required: isRequired && fields.required.has(name) });
  }
  const hasBody = bodySchema !== undefined;
  const named = nameArguments(unnamed, hasBody && fields?.properties.has('body') !== true ? 'body' : undefined);
  const facts: Facts = {
    parameters,
    named,
    fields,
    bodySchema,
    document,
    bodyRequired: isRequired,
    bodyDescription: operation.requestBody?.description ?? '',
  };
  return {
    arguments: named,
    ...(hasBody && body !== undefined ? { body: describeBody(body, isRequired, fields) } : {}),
    schema: once(() =>
      withDefinitions(fields === undefined ? wholeSchema(facts) : fieldsSchema(facts, fields), document),
    ),
    wholeBodySchema: once(() => withDefinitions(wholeSchema(facts), document)),
  };
}

// Text and bytes are given as they are sent. A schema of objects or lists speaks of what the service makes of them: of the records in
// a CSV file, say.
function readBodySchema({ kind, media, mediaType }: ChosenBody, document: ApiDocument): JsonSchema {
  const schema = document.schemas.read(media.schema, 'input');
  if (kind !== 'text' && kind !== 'bytes') return schema;
  const plain = document.schemas.follow(schema, 'input');
  const types = typeof plain === 'object' && plain.type !== undefined ? [plain.type].flat() : [];
  const isComposed =
    types.length > 0 && types.every((type) => type === 'object' || type === 'array' || type === 'null');
  return isComposed ? { type: 'string', description: `The body as ${essenceOf(mediaType)}.` } : schema;
}

interface Facts {
  readonly parameters: readonly Parameter[];
  readonly named: readonly Argument[];
  readonly fields: BodyFields | undefined;
  readonly bodySchema: JsonSchema | undefined;
  readonly document: ApiDocument;
  readonly bodyRequired: boolean;
  readonly bodyDescription: string;
}

function fieldsBeside(
  parameters: readonly Parameter[],
  schema: JsonSchema,
  { body, document }: { readonly body: ChosenBody | undefined; readonly document: ApiDocument },
): BodyFields | undefined {
  if (body?.kind !== 'json' && body?.kind !== 'form') return undefined;
  const fields = toBodyFields(schema, document);
  return fields === undefined || parameters.some(({ name }) => fields.properties.has(name)) ? undefined : fields;
}

function describeBody(body: ChosenBody, required: boolean, fields: BodyFields | undefined): BodyInput {
  return { key: 'body', layout: fields === undefined ? 'whole' : 'fields', required, mediaType: body.mediaType };
}

function fieldsSchema(facts: Facts, fields: BodyFields): SchemaObject {
  const schema = parameterSchema(facts);
  for (const { key, wireName, in: place } of facts.named) {
    if (place === 'field') define(schema.properties, key, fields.properties.get(wireName) ?? true);
  }
  const required = facts.named.filter((argument) => argument.required).map(({ key }) => key);
  if (required.length > 0) schema.required = required;
  schema.additionalProperties = fields.additional;
  return facts.bodyRequired ? schema : { ...schema, ...requiredTogether(facts, fields) };
}

// An optional body may be left out, but when any field of it is given its required ones are.
function requiredTogether({ named }: Facts, fields: BodyFields): SchemaObject {
  const fieldArguments = named.filter((argument) => argument.in === 'field');
  const required = fieldArguments.filter(({ wireName }) => fields.required.has(wireName)).map(({ key }) => key);
  if (required.length === 0) return {};
  return {
    dependentRequired: Object.fromEntries(
      fieldArguments.map(({ key }) => [key, required.filter((other) => other !== key)]),
    ),
  };
}

function wholeSchema(facts: Facts): SchemaObject {
  const schema = parameterSchema(facts);
  const required = facts.named.filter((argument) => argument.in !== 'field' && argument.required).map(({ key }) => key);
  if (facts.bodySchema !== undefined) {
    define(schema.properties, 'body', describe(facts.bodySchema, facts.bodyDescription));
    if (facts.bodyRequired) required.push('body');
  }
  if (required.length > 0) schema.required = required;
  return schema;
}

function parameterSchema({
  parameters,
  named,
  document,
}: Facts): SchemaObject & { properties: Record<string, JsonSchema> } {
  const properties: Record<string, JsonSchema> = {};
  parameters.forEach((parameter, at) => {
    const schema = describe(document.schemas.read(parameter.schema, 'input'), parameter.description);
    define(
      properties,
      named[at]?.key ?? parameter.name,
      parameter.deprecated && typeof schema === 'object' ? { ...schema, deprecated: true } : schema,
    );
  });
  return { type: 'object', properties, additionalProperties: false };
}

function describe(schema: JsonSchema, description: string): JsonSchema {
  if (description === '') return schema;
  if (schema === true) return { description };
  return typeof schema === 'object' && schema.description === undefined ? { ...schema, description } : schema;
}

function withDefinitions(schema: SchemaObject, document: ApiDocument): SchemaObject {
  const definitions = document.schemas.definitions([schema], 'input');
  return Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions };
}

// Assignment to a key such as `constructor` is harmless, to `__proto__` it is not.
function define(target: Record<string, JsonSchema>, key: string, value: JsonSchema): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
