// The pieces of a streamed reply as chunks. A stream of events is one of JSON when its first event is a JSON object or list, else one
// of text, whose tokens may well look like JSON. A stream fails by an event named `error`, or when its last JSON holds an `error`.

import { GatewayError } from '../../errors.ts';
import { isJsonObject } from '../../lib/json.ts';
import type { Chunk } from '../outcome.ts';
import { findWords, tidy } from '../reply/describe-failure.ts';

export interface Piece {
  readonly data: string;
  /** True for an event that says that the service failed. */
  readonly failed?: boolean;
}

export interface ChunkOptions {
  /** `json`: every piece must be one value. `events`: the first one tells. */
  readonly form: 'json' | 'events' | 'text';
  /** The text of one JSON event; those without are left out. */
  readonly delta?: (event: unknown) => string | undefined;
}

/** How services that stream the text of a model say that they are done. */
const endMark = '[DONE]';

type Failed = Extract<Chunk, { kind: 'failed' }>;

/** Never throws a `GatewayError`: what breaks the stream is its last chunk. What else is thrown is the caller's own doing. */
export async function* toChunks(
  pieces: AsyncIterable<Piece>,
  options: ChunkOptions,
): AsyncGenerator<Chunk, void, undefined> {
  const failure = yield* toValues(pieces, options);
  if (failure !== undefined) yield failure;
}

async function* toValues(
  pieces: AsyncIterable<Piece>,
  { form, delta }: ChunkOptions,
): AsyncGenerator<Chunk, Failed | undefined, undefined> {
  let isText = form === 'events' ? undefined : form === 'text';
  // JSON with an error in it is only a failure when nothing follows.
  let held: Json | undefined;
  try {
    for await (const { data, failed } of pieces) {
      if (failed === true) return toFailed(data);
      if (form === 'events' && data === endMark) break;
      if (held !== undefined) yield* show(held, delta);
      held = undefined;
      const json = isText === true ? undefined : parse(data);
      isText ??= !isStructured(json);
      if (isText || (json === undefined && form === 'events')) yield { kind: 'text', text: data };
      else if (json === undefined) return toMalformed(data);
      else if (hasError(json.value)) held = json;
      else yield* show(json, delta);
    }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { kind: 'failed', code: error.code, message: error.message };
  }
  return held === undefined ? undefined : toFailed(held.text);
}

interface Json {
  readonly text: string;
  readonly value: unknown;
}

function parse(text: string): Json | undefined {
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function isStructured(json: Json | undefined): boolean {
  return typeof json?.value === 'object' && json.value !== null;
}

function hasError(value: unknown): boolean {
  return isJsonObject(value) && Object.hasOwn(value, 'error') && Boolean(value['error']);
}

function* show({ text, value }: Json, delta: ChunkOptions['delta']): Generator<Chunk, void, undefined> {
  if (delta === undefined) yield { kind: 'json', text };
  const piece = delta?.(value);
  if (piece !== undefined && piece !== '') yield { kind: 'text', text: piece };
}

function toFailed(data: string): Failed {
  const json = parse(data);
  const words = tidy((json === undefined ? data : findWords(data, 200)) ?? '');
  const message = words === '' ? 'The service said within its stream that it failed.' : words;
  return { kind: 'failed', code: 'upstream_failed', message };
}

function toMalformed(data: string): Failed {
  const message = `The service streams JSON, and one of its lines is none: ${tidy(data.slice(0, 200))}`;
  return { kind: 'failed', code: 'upstream_bad_reply', message };
}
