// What is derived from the schema: `schema.json` for the running gateway, and for people and editors `config/gateway.schema.json`
// (draft 2020-12) and `docs/configuration-reference.md`. Pure functions; `write-generated.ts` writes what they return.

import { describeExpected } from './describe.ts';
import { forms, isFormName } from './form.ts';
import { listKeys, type KnownKey } from './known-key.ts';
import { configSchema } from './schema.ts';
import type { ConfigSchema } from './schema-shape.ts';

const rootSchema = configSchema as ConfigSchema;

/** The schema as plain JSON. */
export function buildSchemaData(): string {
  return `${JSON.stringify(rootSchema, null, 2)}\n`;
}

/** The JSON Schema that editors check the file with. It allows `${NAME}` wherever the gateway does. */
export function buildSchemaFile(): string {
  const file = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Skillgate configuration',
    ...toEditorSchema(rootSchema),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

type EditorSchema = Readonly<Record<string, unknown>>;

const wholeReference = { type: 'string', pattern: String.raw`^\$\{[^}]+\}$` };

function toEditorSchema(schema: ConfigSchema): EditorSchema {
  const { description, default: standard, ...rest } = schema;
  const notes = {
    ...(description === undefined ? {} : { description }),
    ...(standard === undefined ? {} : { default: standard }),
  };
  if (rest.enum !== undefined || rest.type === 'integer' || rest.type === 'boolean') {
    return { ...notes, anyOf: [rest, wholeReference] };
  }
  return { ...notes, ...toEditorKeywords(rest) };
}

function toEditorKeywords(schema: ConfigSchema): EditorSchema {
  const { format, properties, required, propertyNames, additionalProperties, items, ...rest } = schema;
  const { caselessKeys: _caseless, wildcardAlone: _wildcard, ...known } = rest as EditorSchema;
  const given = required?.filter((key) => properties?.[key]?.default === undefined) ?? [];
  const pattern = patternOf(format);
  return {
    ...known,
    // A text may hold a reference instead of what the pattern asks for.
    ...(pattern === undefined ? {} : { pattern: String.raw`(${pattern})|\$\{` }),
    ...(given.length === 0 ? {} : { required: given }),
    ...(properties === undefined ? {} : { properties: mapValues(properties, toEditorSchema) }),
    ...(propertyNames === undefined ? {} : { propertyNames: toNameSchema(propertyNames) }),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'object' ? toEditorSchema(additionalProperties) : additionalProperties,
        }),
    ...(items === undefined ? {} : { items: toEditorSchema(items) }),
  };
}

function toNameSchema({ format }: ConfigSchema): EditorSchema {
  const pattern = patternOf(format);
  return { type: 'string', ...(pattern === undefined ? {} : { pattern }) };
}

function patternOf(format: string | undefined): string | undefined {
  if (!isFormName(format)) return undefined;
  const form = forms[format];
  return 'pattern' in form ? form.pattern : undefined;
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Readonly<Record<string, Result>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** The page with every key: what it takes, its default, what it does. */
export function buildReferencePage(): string {
  const sections = Object.entries(rootSchema.properties ?? {}).map(([name, schema]) => {
    const rows = listKeys({ ...rootSchema, properties: { [name]: schema } }).map(buildRow);
    return [
      `## \`${name}\``,
      '',
      '| Key | Takes | Default | What it does |',
      '| --- | --- | --- | --- |',
      ...rows,
    ].join('\n');
  });
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

const introduction = `# Configuration reference

Every key of the configuration file. This page is generated from the schema of the configuration; \`config/gateway.schema.json\` comes
from the same source. [Configuration](configuration.md) explains how the keys play together.

Durations are a whole number and one of the units ms, s, m, h, d; sizes a whole number and one of b, kb, mb, gb, where a kb is
1024 bytes. \`<id>\` and \`<name>\` stand for names of your choice, \`[]\` for each entry of a list.`;

function buildRow({ path, schema, required }: KnownKey): string {
  const cells = [`\`${path}\``, describeExpected(schema), describeDefault(schema, required), schema.description ?? ''];
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}

function describeDefault(schema: ConfigSchema, required: boolean): string {
  if (required) return 'required';
  if (schema.default === undefined || (schema.properties !== undefined && isEmpty(schema.default))) return '';
  return `\`${JSON.stringify(schema.default)}\``;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
