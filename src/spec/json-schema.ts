// JSON Schema 2020-12 as a plain value. Schemas from documents are data: keys may be anything, so code looks them up with care.

export type JsonSchema = boolean | SchemaObject;

export interface SchemaObject {
  [keyword: string]: unknown;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema;
  items?: JsonSchema;
  enum?: unknown[];
  description?: string;
}
