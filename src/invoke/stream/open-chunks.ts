// A streamed reply becomes chunks, whatever its form; and what goes on behind them: server-sent events are resumed where they broke.

import { toAbortSignal } from '../../lib/abort.ts';
import { parameterOf } from '../../lib/media-type.ts';
import type { EndSignal, UpstreamRequest, UpstreamResponse } from '../../upstream/request.ts';
import type { Chunk } from '../outcome.ts';
import { readRecords, readTexts } from './read-records.ts';
import { readResumed } from './resume.ts';
import { streamFormOf } from './stream-form.ts';
import { toChunks, type ChunkOptions, type Piece } from './to-chunks.ts';

export interface ChunkSource {
  readonly request: UpstreamRequest;
  readonly response: UpstreamResponse & { readonly stream: AsyncIterable<Buffer> };
  readonly send: (request: UpstreamRequest) => Promise<UpstreamResponse>;
  readonly sleep: (ms: number, signal: EndSignal | undefined) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly delta?: ChunkOptions['delta'];
}

/** To be read once. Leaving the loop ends the request. */
export function openChunks(source: ChunkSource): AsyncIterable<Chunk> {
  const { headers, stream } = source.response;
  const { delta } = source;
  const mapping = delta === undefined ? {} : { delta };
  const form = streamFormOf(headers);
  switch (form) {
    case 'lines':
    case 'sequence':
      return toChunks(toPieces(readRecords(stream, form)), { form: 'json', ...mapping });
    case 'events':
      return toChunks(readEventPieces(source), { form: 'events', ...mapping });
    default:
      return toChunks(toPieces(readTexts(stream, parameterOf(headers['content-type'] ?? '', 'charset'))), {
        form: 'text',
      });
  }
}

async function* toPieces(texts: AsyncIterable<string>): AsyncGenerator<Piece, void, undefined> {
  for await (const data of texts) yield { data };
}

/** Events that say only that the connection is alive. */
const signsOfLife: ReadonlySet<string> = new Set(['ping', 'heartbeat', 'keepalive', 'keep-alive']);

async function* readEventPieces(source: ChunkSource): AsyncGenerator<Piece, void, undefined> {
  const { request, response, send, sleep, now } = source;
  const { streamTimeout } = request;
  const startedAt = now();
  const reopen = (lastEventId: string | undefined): Promise<UpstreamResponse> =>
    send({
      ...request,
      ...(lastEventId !== undefined && { headers: { ...request.headers, 'last-event-id': lastEventId } }),
      // The whole has one end, however often it breaks.
      ...(streamTimeout !== undefined && { streamTimeout: Math.max(0, streamTimeout - (now() - startedAt)) }),
    });
  const events = readResumed(response.stream, {
    reopen: request.safe ? reopen : undefined,
    sleep: (ms) => sleep(ms, request.signal === undefined ? undefined : toAbortSignal(request.signal)),
  });
  for await (const { event = 'message', data } of events) {
    if (!signsOfLife.has(event)) yield { data, failed: event === 'error' };
  }
}
