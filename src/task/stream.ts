// A streamed reply becomes updates of one artifact, piece by piece as it arrives and no faster than the pieces are stored. The first
// piece is not an append, all others are; exactly one, of the finished stream the last, is marked so. A2A 1.0 §4.2.2.

import type { FailureCode } from '../errors.ts';
import type { Chunk } from '../invoke/outcome.ts';
import type { ArtifactEvent, ArtifactFacts } from './artifact.ts';
import { isSettledWithin, type Clock } from './clock.ts';
import type { TaskPart } from './task.ts';

export interface Streaming {
  readonly chunks: AsyncIterable<Chunk>;
  readonly mediaType: string;
  readonly facts: ArtifactFacts;
  readonly clock: Clock;
  /** Stores a piece; false when nobody wants more. */
  readonly emit: (piece: ArtifactEvent) => Promise<boolean>;
}

export type StreamEnd =
  | { readonly kind: 'ended'; readonly last: ArtifactEvent | undefined }
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly message: string }
  | { readonly kind: 'unwanted' };

type Piece = Exclude<Chunk, { kind: 'failed' }>;

/**
 * How long a piece is held back for the one after it or the end, so that the last one can be marked. When the end comes later than
 * that, an empty text is the last piece.
 */
const longestHold = 100;

/** Hands back the last piece, to be stored together with the end; none when the stream was empty. */
export async function readStream({ chunks, mediaType, facts, clock, emit }: Streaming): Promise<StreamEnd> {
  const iterator = chunks[Symbol.asyncIterator]();
  const type = mediaType === 'text/event-stream' ? 'text/plain' : mediaType;
  let held: Piece | undefined;
  let sent = 0;
  const toEvent = (part: TaskPart, lastChunk: boolean): ArtifactEvent => ({
    kind: 'artifact',
    artifact: { ...(sent === 0 ? facts : { artifactId: facts.artifactId }), parts: [part] },
    append: sent > 0,
    lastChunk,
  });
  const sendHeld = async (): Promise<boolean> => {
    if (held === undefined) return true;
    const event = toEvent(toPiecePart(held, type), false);
    held = undefined;
    const isWanted = await emit(event);
    sent += 1;
    return isWanted;
  };

  // Pieces are stored in the order in which they arrive.
  /* oxlint-disable no-await-in-loop */
  try {
    for (;;) {
      const upcoming = iterator.next();
      const isLate = held !== undefined && !(await isSettledWithin(clock, upcoming, { ms: longestHold }));
      if (isLate && !(await sendHeld())) return { kind: 'unwanted' };
      const next = await upcoming.catch(async (error: unknown) => {
        // What arrived before the stream broke is not lost with it.
        await sendHeld();
        throw error;
      });
      if (next.done === true) break;
      if (next.value.kind !== 'failed' && next.value.text === '') continue;
      if (!(await sendHeld())) return { kind: 'unwanted' };
      if (next.value.kind === 'failed') return next.value;
      held = next.value;
    }
  } finally {
    // Not waited for: a source that is stuck in a read must not keep the task from ending.
    iterator.return?.().catch(() => undefined);
  }
  /* oxlint-enable no-await-in-loop */
  if (held !== undefined) return { kind: 'ended', last: toEvent(toPiecePart(held, type), true) };
  return { kind: 'ended', last: sent === 0 ? undefined : toEvent({ kind: 'text', text: '', mediaType: type }, true) };
}

function toPiecePart(piece: Piece, mediaType: string): TaskPart {
  return piece.kind === 'json'
    ? { kind: 'json', json: piece.text, mediaType: 'application/json' }
    : { kind: 'text', text: piece.text, mediaType };
}
