// A stream read to its end, for callers that want one answer: a stream of text is one text, a stream of JSON one list of its values.
// A stream that failed is a problem with what came before.

import { GatewayError } from '../../errors.ts';
import type { Chunk, Content, Problem, Success } from '../outcome.ts';

export interface AggregateOptions {
  readonly status: number;
  /** True for forms whose every piece is JSON: nothing is then an empty list. */
  readonly isList: boolean;
}

export async function aggregate(
  chunks: AsyncIterable<Chunk>,
  { status, isList }: AggregateOptions,
): Promise<Success | Problem> {
  const pieces: Exclude<Chunk, { kind: 'failed' }>[] = [];
  for await (const chunk of chunks) {
    if (chunk.kind !== 'failed') pieces.push(chunk);
    // Nothing was said that anyone could use: like any reply that cannot be had.
    else if (pieces.length === 0 && chunk.code !== 'upstream_failed') throw new GatewayError(chunk.code, chunk.message);
    else return { kind: 'problem', code: chunk.code, status, message: chunk.message, content: join(pieces, false) };
  }
  return { kind: 'success', status, content: join(pieces, isList) };
}

function join(pieces: readonly Exclude<Chunk, { kind: 'failed' }>[], isList: boolean): Content {
  if (pieces.some(({ kind }) => kind === 'json') || (isList && pieces.length === 0)) {
    const items = pieces.map(({ kind, text }) => (kind === 'json' ? text : JSON.stringify(text)));
    return { kind: 'json', mediaType: 'application/json', text: `[${items.join(',')}]` };
  }
  const text = pieces.map((piece) => piece.text).join('');
  return text === '' ? { kind: 'empty' } : { kind: 'text', mediaType: 'text/plain', text };
}
