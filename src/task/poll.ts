// Asks how a job at the service stands until it is done, as seldom as the service wishes or less and less often. What fails in
// passing is asked again; the time limit of the task ends it. RFC 9110 §10.2.3 (Retry-After).

import { failures, GatewayError } from '../errors.ts';
import type { CallContext, Invoker } from '../invoke/call.ts';
import type { Job, JobLook } from '../invoke/job.ts';
import { sleep, type Clock } from './clock.ts';
import type { Ending } from './ending.ts';

export interface Polling {
  readonly job: Job;
  readonly context: CallContext;
  /** Seconds that the service asked to wait for. */
  readonly retryAfter?: number;
  /** Leaves everything as it is when aborted. */
  readonly signal: AbortSignal;
  /** Called before each look; may throw, which ends the polling, and may abort the signal. */
  readonly prepareLook: () => Promise<void>;
  /** Stores how the job stands; false when that is nobody's concern any more. */
  readonly report: (job: Job, progress: string | undefined) => Promise<boolean>;
}

export type Polled = Ending | { readonly kind: 'canceled'; readonly message?: string };

interface PollDeps {
  readonly invoker: Pick<Invoker, 'lookAt'>;
  readonly clock: Clock;
}

const shortestWait = 50;
const firstWait = 1_000;
const longestWait = 30_000;

/** Undefined when `signal` was aborted or `report` said so. */
export async function poll({ invoker, clock }: PollDeps, polling: Polling): Promise<Polled | undefined> {
  const { signal, context, prepareLook, report } = polling;
  let { job, retryAfter } = polling;
  let progress: string | undefined;
  let backOff = firstWait;
  // Each look depends on the one before.
  /* oxlint-disable no-await-in-loop */
  for (;;) {
    await sleep(clock, retryAfter === undefined ? backOff : Math.max(retryAfter * 1_000, shortestWait), signal);
    if (signal.aborted) return undefined;
    await prepareLook();
    if (signal.aborted) return undefined;
    const look = await lookOnce(() => invoker.lookAt(job, { ...context, signal }));
    if (signal.aborted) return undefined;
    if (look.kind === 'done') return look.outcome;
    if (look.kind === 'canceled') return look;
    backOff = Math.min(backOff * 1.5, longestWait);
    retryAfter = look.retryAfter;
    if (look.kind === 'failing') continue;
    const isNews = look.progress !== undefined && look.progress !== progress;
    if (isNews || JSON.stringify(look.job) !== JSON.stringify(job)) {
      if (!(await report(look.job, isNews ? look.progress : undefined))) return undefined;
    }
    job = look.job;
    progress = look.progress ?? progress;
  }
  /* oxlint-enable no-await-in-loop */
}

type Look = JobLook | { readonly kind: 'failing'; readonly retryAfter?: number };

async function lookOnce(lookAt: () => Promise<JobLook>): Promise<Look> {
  try {
    return await lookAt();
  } catch (error) {
    if (!(error instanceof GatewayError) || !failures[error.code].retryable) throw error;
    return { kind: 'failing', ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }) };
  }
}
