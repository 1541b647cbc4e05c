// The work on a task, from its call to a state that ends it or gives the turn to its caller: what came of the call is stored as it
// is, a job is polled, a stream is stored piece by piece. Each step stops as soon as the hold on the task is lost.

import { toGatewayError } from '../errors.ts';
import type { CallContext, Invoker } from '../invoke/call.ts';
import type { Accepted, Outcome, Streamed } from '../invoke/outcome.ts';
import type { Job } from '../invoke/job.ts';
import type { Log } from '../observe/log.ts';
import type { Store } from '../store/store.ts';
import type { Assignment } from './assignment.ts';
import { foldArtifacts, sizeOfParts, type ArtifactEvent } from './artifact.ts';
import type { Meter } from './budget.ts';
import { buildMessage, unchanged, withStatus } from './change.ts';
import type { Clock } from './clock.ts';
import { countEnding, withEnding, withMessage, type Ending, type EndingFacts } from './ending.ts';
import type { Hold } from './hold.ts';
import { logFailure } from './log-failure.ts';
import { poll } from './poll.ts';
import { readStream } from './stream.ts';
import { takeTurn } from './take-turn.ts';
import type { Work } from './task.ts';

export interface PerformDeps {
  readonly invoker: Pick<Invoker, 'invoke' | 'lookAt' | 'cancelJob'>;
  readonly store: Pick<Store, 'shared'>;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Log;
}

export interface Performance {
  readonly hold: Hold;
  readonly meter: Meter;
  /** Aborted when the work is to stop, for whatever reason. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly deadline: number;
}

/** Never rejects: what goes wrong is how the task ends. */
export async function perform(deps: PerformDeps, performance: Performance, assignment: Assignment): Promise<void> {
  const { hold, signal } = performance;
  try {
    await carryOut(deps, performance, assignment);
  } catch (error) {
    // A request that was aborted for the task's sake fails; that is no news.
    if (signal.aborted) return;
    const { code, message: text, detail } = toGatewayError(error);
    await hold.change((task) => withMessage(unchanged(task), { state: 'failed', text }, toFacts(deps)));
    logFailure(deps.log, hold.task, { code, detail });
  }
}

async function carryOut(deps: PerformDeps, performance: Performance, assignment: Assignment): Promise<void> {
  const { signal, meter } = performance;
  if (assignment.kind === 'job') return followJob(deps, performance, assignment);
  if (assignment.kind === 'outcome') return settle(deps, performance, { ...assignment, session: undefined });
  if (assignment.kind === 'early') {
    const { early, context } = assignment;
    signal.addEventListener('abort', () => early.abort(signal.reason));
    if (signal.aborted) early.abort(signal.reason);
    return settle(deps, performance, { outcome: await early.outcome, context, session: undefined });
  }
  if (assignment.kind === 'turn') {
    const next = await takeTurn(toFacts(deps), performance.hold, assignment);
    return next === undefined ? undefined : carryOut(deps, performance, next);
  }
  const { call, context, turn, streams } = assignment;
  meter.countCall();
  const { signal: _, ...lasting } = context;
  const outcome = await deps.invoker.invoke(call, lasting, { streams, turn, abort: signal, patient: true });
  return settle(deps, performance, { outcome, context: lasting, session: turn.session });
}

interface Settling<Kind extends Outcome = Outcome> {
  readonly outcome: Kind;
  readonly context: CallContext;
  /** The service's id of the conversation before this turn; it holds until the service gives another. */
  readonly session: string | undefined;
}

function settle(deps: PerformDeps, performance: Performance, settling: Settling): Promise<void> {
  const { outcome } = settling;
  switch (outcome.kind) {
    case 'success':
    case 'problem':
    case 'mapped':
      return end(deps, performance, { outcome, session: settling.session });
    case 'accepted':
      return followAccepted(deps, performance, { ...settling, outcome });
    default:
      return followStream(deps, performance, outcome);
  }
}

async function end(
  deps: PerformDeps,
  { hold, meter }: Performance,
  { outcome, session }: { readonly outcome: Ending; readonly session?: string | undefined },
): Promise<void> {
  const ending =
    outcome.kind === 'mapped' && outcome.session === undefined && session !== undefined
      ? { ...outcome, session }
      : outcome;
  countEnding(meter, ending);
  await hold.change((task) => withEnding(unchanged(task), ending, toFacts(deps)));
  logFailure(deps.log, hold.task, { code: ending.kind === 'problem' ? ending.code : 'upstream_failed' });
}

async function followAccepted(
  deps: PerformDeps,
  performance: Performance,
  { outcome, context, session }: Settling<Accepted>,
): Promise<void> {
  const { job, progress, retryAfter } = outcome;
  if (await report(deps, performance, { job, progress }))
    return followJob(deps, performance, { job, context, retryAfter, session });
  // Cancelled while the service took the work over: it would go on for nobody.
  if (performance.hold.lost.reason === 'canceled') await deps.invoker.cancelJob(job, context).catch(() => false);
}

interface FollowedJob {
  readonly job: Job;
  readonly context: CallContext;
  readonly retryAfter?: number | undefined;
  readonly session?: string | undefined;
}

async function followJob(
  deps: PerformDeps,
  performance: Performance,
  { job, context, retryAfter, session }: FollowedJob,
): Promise<void> {
  const { hold, meter, signal } = performance;
  const polled = await poll(deps, {
    job,
    context,
    signal,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    prepareLook: async () => {
      // A process that slept may have lost the job to another one, and two should not ask for it.
      if (deps.store.shared) await hold.check();
      meter.countCall();
    },
    report: (job, progress) => report(deps, performance, { job, progress }),
  });
  if (polled === undefined) return;
  if (polled.kind !== 'canceled') return end(deps, performance, { outcome: polled, session });
  const text = polled.message ?? 'The service cancelled the work.';
  await hold.change((task) => withMessage(unchanged(task), { state: 'canceled', text }, toFacts(deps)));
}

/** How a job stands is stored for the next process, and told when it is news. */
function report(
  { clock, newId }: PerformDeps,
  { hold, deadline }: Performance,
  { job, progress }: { readonly job: Job; readonly progress: string | undefined },
): Promise<boolean> {
  const work: Work = { kind: 'polling', job, deadline };
  return hold.change((task) => {
    if (progress === undefined) return unchanged({ ...task, work });
    return withStatus(unchanged(task), {
      state: 'working',
      at: clock.now(),
      work,
      message: buildMessage(newId(), progress),
    });
  });
}

async function followStream(deps: PerformDeps, performance: Performance, streamed: Streamed): Promise<void> {
  const { hold, meter, signal } = performance;
  const count = ({ artifact }: ArtifactEvent): void => meter.countBytes(sizeOfParts(artifact.parts));
  const facts = { artifactId: deps.newId(), name: hold.task.skill ?? 'result' };
  const emit = (piece: ArtifactEvent): Promise<boolean> => {
    count(piece);
    return hold.addPiece(piece);
  };
  const end = await readStream({ ...streamed, facts, clock: deps.clock, emit });
  if (end.kind === 'unwanted' || signal.aborted) return;
  if (end.kind === 'ended' && end.last !== undefined) count(end.last);
  await hold.change((task) => {
    const change = unchanged(task);
    if (end.kind === 'failed') return withMessage(change, { state: 'failed', text: end.message }, toFacts(deps));
    if (end.last === undefined) return withEnding(change, toEmpty(streamed), toFacts(deps));
    const whole = { ...task, artifacts: foldArtifacts(task.artifacts, [end.last]) };
    return withStatus({ task: whole, events: [end.last] }, { state: 'completed', at: deps.clock.now() });
  });
  if (end.kind === 'failed') logFailure(deps.log, hold.task, { code: end.code });
}

function toEmpty({ status }: Streamed): Ending {
  return { kind: 'success', status, content: { kind: 'empty' } };
}

function toFacts({ clock, newId }: PerformDeps): EndingFacts {
  return { at: clock.now(), newId };
}
