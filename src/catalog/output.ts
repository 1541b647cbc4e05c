// What a skill answers with: the media types and the schema of the success replies, and the schemas of the failures.

import { essenceOf, isJson } from '../lib/media-type.ts';
import type { ApiDocument } from '../spec/document.ts';
import type { JsonSchema } from '../spec/json-schema.ts';
import type { MediaType, Operation, SchemaHandle } from '../spec/operation.ts';

/** Content of the success replies, lowest status first; `default` counts when there is no 2xx. */
function successContent(operation: Operation): readonly MediaType[] {
  const success = operation.responses
    .filter(({ status }) => status.startsWith('2'))
    .toSorted((a, b) => a.status.localeCompare(b.status));
  const chosen = success.length > 0 ? success : operation.responses.filter(({ status }) => status === 'default');
  return chosen.flatMap(({ content }) => content);
}

export function outputModes(operation: Operation): readonly string[] {
  const modes = new Set(
    successContent(operation)
      .map(({ mediaType }) => essenceOf(mediaType))
      .filter((mode) => /^[\w.+-]+\/[\w.+-]+$/.test(mode)),
  );
  return modes.size === 0 ? ['application/json', 'text/plain'] : [...modes];
}

/** The content of which `readOutputSchema` reads the schema: the first that is JSON. */
function describedContent(operation: Operation): MediaType | undefined {
  return successContent(operation).find(({ mediaType }) => isJson(mediaType) || mediaType.includes('*'));
}

/** Whether there is an output schema; costs nothing, while reading one does. */
export function hasOutputSchema(operation: Operation): boolean {
  return describedContent(operation)?.schema !== undefined;
}

export function readOutputSchema(operation: Operation, document: ApiDocument): JsonSchema | undefined {
  const media = describedContent(operation);
  return media?.schema === undefined ? undefined : readSchema(media.schema, document);
}

/** Those in JSON, when there is exactly one success that they can be told from. */
export function readErrorSchemas(operation: Operation, document: ApiDocument): readonly JsonSchema[] {
  const successes = successContent(operation).filter(({ schema }) => schema !== undefined);
  if (successes.length !== 1) return [];
  const handles = operation.responses
    .filter(({ status }) => /^[45]/.test(status) || status === 'default')
    .flatMap(({ content }) => content.filter((media) => isJson(media.mediaType) && !successes.includes(media)))
    .flatMap(({ schema }) => schema ?? []);
  // Most operations describe one error for many statuses.
  const schemas = handles.map((handle) => readSchema(handle, document));
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

function readSchema(handle: SchemaHandle, document: ApiDocument): JsonSchema {
  const schema = document.schemas.read(handle, 'output');
  const definitions = document.schemas.definitions([schema], 'output');
  return typeof schema === 'boolean' || Object.keys(definitions).length === 0
    ? schema
    : { ...schema, $defs: definitions };
}
