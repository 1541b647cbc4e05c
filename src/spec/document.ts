// A document as the catalog sees it: facts of its head, flattened operations, and a reader for its schemas.

import type { JsonSchema } from './json-schema.ts';
import type { Operation, SchemaHandle } from './operation.ts';

/** `input`: readOnly properties are gone. `output`: writeOnly properties are gone. */
export type Direction = 'input' | 'output';

/** Turns schema handles into JSON Schema 2020-12. References become `#/$defs/<name>`. */
export interface SchemaReader {
  /** The schema itself, shallowly read; references stay references. */
  read(handle: SchemaHandle | undefined, direction: Direction): JsonSchema;
  /** All definitions that the given schemas need, directly or not; ready to be used as `$defs`. */
  definitions(schemas: readonly JsonSchema[], direction: Direction): Record<string, JsonSchema>;
  /** Follows `$ref` (one or many hops) to a schema without one; undefined when it leads nowhere. */
  follow(schema: JsonSchema, direction: Direction): JsonSchema | undefined;
  /** What cannot be read of the given schemas and of all that they refer to, in sentences. */
  problems(schemas: readonly JsonSchema[], direction: Direction): readonly string[];
}

export interface ApiDocument {
  /** File URL or http(s) URL of the entry file. */
  readonly uri: string;
  /** `2.0`, `3.0.3`, `3.1.0`… as written. */
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly apiVersion: string;
  /** The entry file as parsed; only the doctor's validator looks at it. */
  readonly root: unknown;
  readonly operations: readonly Operation[];
  readonly schemas: SchemaReader;
  /** Notes on the document as a whole. */
  readonly notes: readonly string[];
}
