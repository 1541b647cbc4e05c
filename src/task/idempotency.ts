// The message id as idempotency key: the same caller, id and content joins the first attempt, or gets its answer again, in whichever
// process; other content under the same id is refused. Callers that nobody knows are never matched: their ids may be anybody's. An
// attempt whose process is gone is taken over where it is known that it has done nothing, and its answer given where that is known.
// A2A 1.0 §3.3.1.

import { createHash } from 'node:crypto';
import { GatewayError } from '../errors.ts';
import { parseJson, stringifyJson } from '../lib/json.ts';
import type { Log } from '../observe/log.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from './clock.ts';
import { leaseName } from './lease.ts';
import type { Making, OnceKey, TaskService } from './service.ts';

export interface OnceDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly holder: string;
  /** Milliseconds that an answer is repeated. */
  readonly window: number;
  /** `reject`: a repeated message is refused, whatever became of the first. */
  readonly replay: 'join' | 'reject';
  /** Milliseconds after which a process without a sign of life is gone. */
  readonly lease: number;
}

/** As it lies in the store: no `answer` while it is made. */
interface Attempt {
  readonly content: string;
  readonly holder: string;
  /** What the answer will be. */
  readonly plan?: string;
  readonly answer?: string;
  /** Set when the first attempt ended without anybody knowing what it did. */
  readonly unknown?: string;
}

interface Local {
  readonly content: string;
  readonly answer: Promise<unknown>;
}

export function createOnce(deps: OnceDeps): TaskService['once'] {
  const { store, holder, window, replay } = deps;
  const local = new Map<string, Local>();

  return async <Value>(onceKey: OnceKey, making: Making<Value>): Promise<Value> => {
    if (onceKey.caller.anonymous) return making.make(making.plan);
    const key = toKey(onceKey);
    const { content } = onceKey;
    const known = local.get(key);
    if (known !== undefined) {
      assertSame(known, content);
      if (replay === 'reject') throw seenBefore();
      // One key is always asked for with one type: it stands for one request.
      return known.answer as Promise<Value>;
    }
    const tryFrom = async (
      expected: number,
      plan: Value | undefined,
    ): Promise<{ readonly value: Value } | undefined> => {
      const mine = { content, holder, ...(plan === undefined ? {} : { plan: making.toText(plan) }) };
      if (!(await store.commit({ key, expected, value: stringifyJson(mine), ttl: window }))) return undefined;
      return { value: await makeAndKeep(deps, { key, mine, version: expected + 1, plan }, making) };
    };
    const attempt = async (): Promise<Value> => {
      for (;;) {
        // A turn of the loop follows an attempt of somebody else that failed.
        /* oxlint-disable no-await-in-loop */
        const first = await tryFrom(0, making.plan);
        if (first !== undefined) return first.value;
        if (replay === 'reject') throw seenBefore();
        const found = await waitForAnswer(deps, { key, content }, making);
        if (found.kind === 'answer') return found.value;
        if (found.kind === 'failed') continue;
        const second = await tryFrom(found.version, found.plan);
        if (second !== undefined) return second.value;
        /* oxlint-enable no-await-in-loop */
      }
    };
    const answer = attempt();
    local.set(key, { content, answer });
    try {
      return await answer;
    } finally {
      local.delete(key);
    }
  };
}

function seenBefore(): GatewayError {
  return new GatewayError(
    'invalid_params',
    'A message with this messageId came before; this gateway refuses repeats. Send a new one under a new id.',
    {
      violations: [{ field: 'message.messageId', description: 'was used before' }],
    },
  );
}

interface Mine<Value> {
  readonly key: string;
  readonly mine: Attempt;
  /** Of the attempt in the store. */
  readonly version: number;
  readonly plan: Value | undefined;
}

async function makeAndKeep<Value>(
  { store, window, log }: OnceDeps,
  { key, mine, version, plan }: Mine<Value>,
  making: Making<Value>,
): Promise<Value> {
  // Appended so that those who wait in other processes wake.
  const keep = (attempt: Attempt): Promise<boolean> =>
    store.commit({ key, expected: version, value: stringifyJson(attempt), ttl: window, append: ['ended'] });
  // The answer counts, whether it can be kept or not.
  const tryTo = async (act: () => Promise<unknown>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      log.warn({ error }, 'cannot keep the answer to a message for its repetition');
    }
  };
  let value: Value;
  try {
    value = await making.make(plan);
  } catch (error) {
    const isUnknown = error instanceof GatewayError && error.code === 'upstream_outcome_unknown';
    // A failure may be tried again under the same id, unless the first attempt may have done something.
    await tryTo(() => (isUnknown ? keep({ ...mine, unknown: error.message }) : store.remove(key)));
    throw error;
  }
  await tryTo(() => keep({ ...mine, answer: making.toText(value) }));
  return value;
}

type Found<Value> =
  | { readonly kind: 'answer'; readonly value: Value }
  /** The attempt may be made again. */
  | { readonly kind: 'failed' }
  /** Whoever made the attempt is gone, and had done nothing yet. */
  | { readonly kind: 'left'; readonly version: number; readonly plan: Value };

async function waitForAnswer<Value>(
  deps: OnceDeps,
  { key, content }: { readonly key: string; readonly content: string },
  making: Making<Value>,
): Promise<Found<Value>> {
  const { store, clock, lease } = deps;
  let wake: (() => void) | undefined;
  const unwatch = store.watch(key, () => wake?.());
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => (wake = resolve));
      // Each look follows a wait.
      /* oxlint-disable no-await-in-loop */
      const found = await store.read(key);
      if (found === undefined) return { kind: 'failed' };
      const attempt = parseJson(found.value) as Attempt; // written by this file alone
      assertSame(attempt, content);
      if (attempt.answer !== undefined) return { kind: 'answer', value: making.fromText(attempt.answer) };
      if (attempt.unknown !== undefined) throw new GatewayError('upstream_outcome_unknown', attempt.unknown);
      const isAlive = await isMakerAlive(deps, attempt);
      const plan = attempt.plan === undefined ? undefined : making.fromText(attempt.plan);
      if (plan !== undefined && making.hasBegun !== undefined) {
        if (await making.hasBegun(plan)) return { kind: 'answer', value: plan };
        if (!isAlive) return { kind: 'left', version: found.version, plan };
      }
      if (!isAlive) throw interrupted();
      await Promise.race([woken, new Promise<void>((resolve) => clock.after(lease / 2, resolve))]);
      /* oxlint-enable no-await-in-loop */
    }
  } finally {
    unwatch();
  }
}

async function isMakerAlive({ store, holder, lease }: OnceDeps, attempt: Attempt): Promise<boolean> {
  // An attempt of this process that is under way was joined; one that is not could not be kept.
  if (attempt.holder === holder || !store.shared) return false;
  if (!(await store.lease(leaseName(attempt.holder), holder, lease))) return true;
  await store.release(leaseName(attempt.holder), holder);
  return false;
}

/** Who made the attempt and is gone has told nobody how far it came. */
function interrupted(): GatewayError {
  return new GatewayError(
    'upstream_outcome_unknown',
    'The first attempt with this messageId was interrupted, and its outcome is unknown; look what became of it, and use a new messageId to send it again.',
  );
}

function assertSame({ content }: Pick<Attempt, 'content'>, other: string): void {
  if (content === other) return;
  const description = 'was used before with other content; each message needs an id of its own';
  throw new GatewayError('invalid_params', `\`messageId\` ${description}.`, {
    violations: [{ field: 'message.messageId', description }],
  });
}

function toKey({ caller, agent, messageId }: OnceKey): string {
  const parts = JSON.stringify([caller.owner, agent, messageId]);
  return `task/once/${createHash('sha256').update(parts).digest('base64url')}`;
}
