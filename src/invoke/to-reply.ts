// Step 7 of a call, from the reply on: a stream goes on as chunks or is read to its end, work that goes on is told of, and the answer of
// an operation that is an agent itself is put in A2A's words. All else is what `to-outcome.ts` makes of it.

import { atPointer } from '../lib/json-pointer.ts';
import { parseJson } from '../lib/json.ts';
import { essenceOf } from '../lib/media-type.ts';
import type { UpstreamRequest, UpstreamResponse } from '../upstream/request.ts';
import type { CompiledSkill } from './compile.ts';
import { toMapped } from './conversation/to-mapped.ts';
import { findJob } from './job/find-job.ts';
import type { Outcome, Problem, Success } from './outcome.ts';
import { aggregate } from './stream/aggregate.ts';
import { openChunks, type ChunkSource } from './stream/open-chunks.ts';
import { streamFormOf } from './stream/stream-form.ts';
import { toOutcome } from './to-outcome.ts';

export interface ReplyOptions {
  readonly compiled: CompiledSkill;
  readonly request: UpstreamRequest;
  readonly forwardedCredentials: boolean;
  readonly send: ChunkSource['send'];
  readonly sleep: ChunkSource['sleep'];
  readonly now: () => number;
  /** True: a stream goes on as chunks. */
  readonly streams: boolean;
  /** True: the operation speaks in its own mapping. */
  readonly mapped: boolean;
  readonly session: string | undefined;
}

export function toReply(response: UpstreamResponse, options: ReplyOptions): Outcome | Promise<Outcome> {
  const { compiled, request, forwardedCredentials, now, mapped } = options;
  const { stream } = response;
  if (stream !== undefined) return toStreamed({ ...response, stream }, options);
  const { isFailure } = compiled;
  const outcome = toOutcome(response, { method: request.method, forwardedCredentials, now: now(), isFailure });
  const mayGoOn = response.status === 202 || response.status === 201 || compiled.jobs.rules.given;
  if (!mapped && !(mayGoOn && outcome.kind === 'success')) return outcome;
  return toWorked(response, outcome, options);
}

function toWorked(response: UpstreamResponse, outcome: Success | Problem, options: ReplyOptions): Outcome {
  const { compiled, request, now, session, mapped } = options;
  const { jobs } = compiled;
  const url = compiled.baseUrl + request.path;
  const answer =
    mapped && jobs.conversation !== undefined
      ? toMapped({ outcome, response, url, ...(session !== undefined && { session }) }, jobs.conversation)
      : undefined;
  if (outcome.kind === 'success' && (answer === undefined || answer.state === 'completed')) {
    const body = outcome.content.kind === 'json' ? parseJson(outcome.content.text) : undefined;
    const known = answer?.session ?? session;
    const job = findJob(jobs, {
      response,
      outcome,
      body,
      url,
      now: now(),
      ...(known !== undefined && { session: known }),
    });
    if (job !== undefined) return job;
  }
  return answer ?? outcome;
}

async function toStreamed(response: ChunkSource['response'], options: ReplyOptions): Promise<Outcome> {
  const { compiled, request, send, sleep, now, streams, mapped, session } = options;
  const { conversation } = compiled.jobs;
  const reply = mapped ? conversation?.reply : undefined;
  const { delta, session: place } = reply ?? {};
  let said =
    place === undefined || place.startsWith('/') ? session : (toText(response.headers[place.toLowerCase()]) ?? session);
  const readEvent = (event: unknown, pointer: string): string | undefined => {
    if (place?.startsWith('/') === true) said = toText(atPointer(event, place)) ?? said;
    return toText(atPointer(event, pointer));
  };
  const chunks = openChunks({
    request,
    response,
    send,
    sleep,
    now,
    ...(delta !== undefined && { delta: (event) => readEvent(event, delta) }),
  });
  const { status, headers } = response;
  const mediaType = essenceOf(headers['content-type'] ?? '');
  if (streams) return { kind: 'stream', status, mediaType, chunks, session: () => said };
  const form = streamFormOf(headers);
  const outcome = await aggregate(chunks, { status, isList: form === 'lines' || form === 'sequence' });
  if (!mapped || conversation === undefined) return outcome;
  const url = compiled.baseUrl + request.path;
  const source = { outcome, response, url, ...(said !== undefined && { session: said }) };
  return toMapped(source, conversation) ?? outcome;
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
