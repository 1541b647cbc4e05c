// A new task: stored with what is known by then, and worked on if there is more to do. When the call was made within the request and
// is over, the task is stored once, in its last state.

import { toGatewayError } from '../errors.ts';
import type { Invoker } from '../invoke/call.ts';
import type { Outcome } from '../invoke/outcome.ts';
import { createMeter, type Budget } from './budget.ts';
import { unchanged, withStatus, buildMessage, type Change } from './change.ts';
import type { Clock } from './clock.ts';
import { callEarly, type EarlyCall } from './early.ts';
import { countEnding, withEnding, withMessage, type Ending } from './ending.ts';
import type { TaskLimits } from './limits.ts';
import type { Assignment } from './assignment.ts';
import type { PushSender } from './push-sender.ts';
import type { StoredTask } from './record.ts';
import type { Runner } from './runner.ts';
import type { Begin } from './service.ts';
import type { Task, Work } from './task.ts';
import type { TaskTable } from './task-table.ts';
import { toTurnFacts } from './turn-facts.ts';

export interface BeginDeps {
  readonly table: TaskTable;
  readonly runner: Runner;
  readonly budget: Budget;
  readonly invoker: Pick<Invoker, 'invoke'>;
  readonly push: PushSender;
  readonly clock: Clock;
  readonly callClock: Clock;
  readonly newId: () => string;
  readonly holder: string;
  readonly limits: TaskLimits;
  /** Whether a call may be made before its task is stored. */
  readonly callsEarly: () => boolean;
}

/** Throws, at once or later, for a call that cannot be made. */
export function beginTask(deps: BeginDeps, input: Begin): Promise<Task> {
  const { awaited, check, outcome, push, early } = input;
  if (early !== undefined)
    return storeCalled(deps, toBeginning(deps, input), { early, release: takePlace(deps, input) });
  // Without a check it is not known yet what the call will be.
  const mayBeEarly = awaited === true && check !== undefined && outcome === undefined && push === undefined;
  if (mayBeEarly && deps.callsEarly()) return beginCalled(deps, input);
  check?.();
  const beginning = toBeginning(deps, input);
  return store(deps, { ...beginning, outcome }, isEnding(outcome) ? nothing : takePlace(deps, input));
}

const nothing = (): void => {};

function takePlace({ budget }: BeginDeps, { caller }: Begin): () => void {
  return budget.takeTask(caller);
}

interface Beginning {
  readonly input: Begin;
  readonly taskId: string;
  readonly createdAt: number;
}

function toBeginning({ newId, clock }: BeginDeps, input: Begin): Beginning {
  return { input, taskId: input.taskId ?? newId(), createdAt: clock.now() };
}

function beginCalled(deps: BeginDeps, input: Begin): Promise<Task> {
  const beginning = toBeginning(deps, input);
  const release = takePlace(deps, input);
  return callEarly({ invoker: deps.invoker, clock: deps.callClock }, input).then(
    (found) =>
      found.kind === 'early'
        ? storeCalled(deps, beginning, { early: found, release })
        : store(deps, { ...beginning, outcome: found }, release),
    (error: unknown) => {
      release();
      throw error;
    },
  );
}

interface Called {
  readonly early: EarlyCall;
  readonly release: () => void;
}

async function storeCalled(deps: BeginDeps, beginning: Beginning, { early, release }: Called): Promise<Task> {
  const { context } = beginning.input;
  try {
    const assignment = { kind: 'early', early, context } as const;
    return await store(deps, { ...beginning, outcome: undefined, assignment }, release);
  } catch (error) {
    early.abort(error);
    throw error;
  }
}

interface First extends Beginning {
  readonly outcome: Outcome | undefined;
  /** What is to be done; by default, what follows from the rest. */
  readonly assignment?: Assignment;
}

async function store(deps: BeginDeps, first: First, release: () => void): Promise<Task> {
  const { table, runner, push } = deps;
  const { input, taskId, assignment } = first;
  try {
    const change = toFirst(deps, first);
    // Before the task: one that nobody hears of must not begin, a webhook without a task does no harm. Its id is the same when the
    // task is made again because its first maker died in between: it is told of nothing twice.
    if (input.push !== undefined) await push.set(taskId, { id: taskId, ...input.push }, 0);
    const entry = await table.create(change);
    if (change.task.holder === undefined) release();
    else runner.start(entry, assignment ?? toAssignment(first), release);
    return entry.task;
  } catch (error) {
    release();
    throw error;
  }
}

type FirstDeps = Pick<BeginDeps, 'clock' | 'newId' | 'holder' | 'limits'>;

function toFirst({ clock, newId, holder, limits }: FirstDeps, { input, outcome, taskId, createdAt }: First): Change {
  const { caller, agent, contextId, message, metadata, call, answer } = input;
  const at = clock.now();
  const task: StoredTask = {
    id: taskId,
    contextId,
    owner: caller.owner,
    agent,
    skill: call.skill.id,
    status: { state: 'working', at },
    artifacts: [],
    history: [message],
    metadata,
    answer,
    createdAt,
    seq: 0,
    work: { kind: 'calling', safe: call.skill.readOnly },
    holder,
  };
  if (outcome?.kind === 'accepted') {
    const work: Work = { kind: 'polling', job: outcome.job, deadline: at + limits.taskTime };
    const { progress } = outcome;
    if (progress === undefined) return unchanged({ ...task, work });
    return withStatus(unchanged(task), { state: 'working', at, work, message: buildMessage(newId(), progress) });
  }
  if (!isEnding(outcome)) return unchanged(task);
  try {
    countEnding(createMeter(limits, 0), outcome);
  } catch (error) {
    const text = toGatewayError(error).message;
    return withMessage(unchanged(task), { state: 'failed', text }, { at, newId });
  }
  return withEnding(unchanged(task), outcome, { at, newId });
}

function toAssignment({ input, outcome, taskId }: First): Assignment {
  const { call, context, contextId, message, streams = true } = input;
  if (outcome?.kind === 'accepted') {
    const { job, retryAfter } = outcome;
    return { kind: 'job', job, context, ...(retryAfter === undefined ? {} : { retryAfter }) };
  }
  if (outcome !== undefined) return { kind: 'outcome', outcome, context };
  return { kind: 'call', call, context, streams, turn: toTurnFacts(message, { contextId, taskId }) };
}

function isEnding(outcome: Outcome | undefined): outcome is Ending {
  return outcome !== undefined && outcome.kind !== 'accepted' && outcome.kind !== 'stream';
}
