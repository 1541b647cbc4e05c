// Messages that wait for their turn: each lies in the task, and what came with it and is not kept (the caller's headers) in the process
// that took it. When its turn comes that process makes the call. If it is gone, another one does, provided that the call needs
// nothing else; if it does, the caller is asked to send the message again.

import type { Skill } from '../catalog/skill.ts';
import type { Call, CallContext } from '../invoke/call.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from './clock.ts';
import { taskKey, type TaskEntry } from './record.ts';
import { nobodysContext } from './recover.ts';
import type { Runner } from './runner.ts';
import type { KeptCall, QueuedTurn, Task } from './task.ts';
import type { TaskTable } from './task-table.ts';
import { isTerminal } from './transitions.ts';

export interface TurnQueueDeps {
  readonly store: Pick<Store, 'shared' | 'watch'>;
  readonly table: TaskTable;
  readonly runner: Pick<Runner, 'start' | 'done'>;
  readonly clock: Clock;
  readonly findSkill: (id: string) => Skill | undefined;
  readonly onTrouble: (error: unknown) => void;
  /** The name of this process. */
  readonly holder: string;
}

/** What is needed to make the call of a message. */
export interface Prepared {
  readonly call: Call;
  readonly context: CallContext;
  readonly streams: boolean;
  /** Called once, when the turn is over or will not come. */
  readonly release: () => void;
}

export interface TurnQueue {
  /** Keeps what the message came with; it is in the queue of its task already. */
  keep(taskId: string, turnId: string, prepared: Prepared): void;
  /** Begins the turn if it has come and is this process's; to be called when the task may have come to it. */
  look(taskId: string): void;
  /** The same, if this process knows of a turn to come. */
  onRest(task: Pick<Task, 'id' | 'work'>): void;
  close(): void;
}

const retryAfter = 1_000;
const nothing = (): void => {};

/** Messages to one task of which this process has what came with them. */
interface Waiting {
  readonly turns: Map<string, Prepared>;
  readonly unwatch: () => void;
}

export function createTurnQueue(deps: TurnQueueDeps): TurnQueue {
  const { store, table, runner, clock, findSkill, onTrouble, holder } = deps;
  const waiting = new Map<string, Waiting>();
  let isClosed = false;

  const look = (taskId: string): void => {
    if (isClosed) return;
    lookOnce(taskId).catch((error: unknown) => {
      onTrouble(error);
      clock.after(retryAfter, () => look(taskId));
    });
  };

  const lookOnce = async (taskId: string): Promise<void> => {
    // What comes while the task is read is not in what was read.
    const known = [...(waiting.get(taskId)?.turns.keys() ?? [])];
    const head = await table.readHead(taskId);
    if (head !== undefined) begin(head);
    forget(taskId, head?.task, known);
  };

  const begin = ({ task, version }: Pick<TaskEntry, 'task' | 'version'>): void => {
    const { id, work } = task;
    if (task.holder !== holder || work?.kind !== 'turn' || runner.done(id) !== undefined) return;
    const { turn, session } = work;
    const known = waiting.get(id)?.turns.get(turn.id);
    // It is in the store a moment before it is here.
    if (known === undefined && turn.holder === holder) return;
    const prepared = known ?? recall(turn, findSkill);
    waiting.get(id)?.turns.delete(turn.id);
    const { context, release, ...made } = prepared ?? { context: nobodysContext, release: nothing };
    const entry = { task, version, folded: task.artifacts };
    runner.start(entry, { kind: 'turn', turn, session, context, made: 'call' in made ? made : undefined }, release);
  };

  const forget = (taskId: string, task: Task | undefined, ids: readonly string[]): void => {
    const known = waiting.get(taskId);
    if (known === undefined) return;
    const isOver = task === undefined || isTerminal(task);
    const left = new Set(isOver ? [] : task.queue?.map(({ id }) => id));
    if (!isOver && task.work?.kind === 'turn') left.add(task.work.turn.id);
    for (const id of ids) {
      if (left.has(id)) continue;
      known.turns.get(id)?.release();
      known.turns.delete(id);
    }
    if (known.turns.size > 0) return;
    known.unwatch();
    waiting.delete(taskId);
  };

  const onRest: TurnQueue['onRest'] = ({ id, work }) => {
    if (waiting.has(id) || work?.kind === 'turn') look(id);
  };

  return {
    keep: (taskId, turnId, prepared) => {
      const known = waiting.get(taskId) ?? {
        turns: new Map<string, Prepared>(),
        unwatch: store.shared ? store.watch(taskKey(taskId), () => look(taskId)) : () => {},
      };
      known.turns.set(turnId, prepared);
      waiting.set(taskId, known);
      look(taskId);
    },
    look,
    onRest,
    close: () => {
      isClosed = true;
      for (const { unwatch } of waiting.values()) unwatch();
    },
  };
}

/** What another process needs to make the call; undefined when that is not all that it needs. */
export function toKeptCall(
  { call, context }: Pick<Prepared, 'call' | 'context'>,
  isPersonal: boolean,
): KeptCall | undefined {
  if (isPersonal || hasBytes(call.arguments)) return undefined;
  const { skill, coerce, resolvedBy } = call;
  const { idempotency } = context;
  return {
    skill: skill.id,
    arguments: call.arguments,
    coerce,
    resolvedBy,
    ...(idempotency === undefined ? {} : { idempotency }),
  };
}

function recall({ call }: QueuedTurn, findSkill: (id: string) => Skill | undefined): Prepared | undefined {
  const skill = call === undefined ? undefined : findSkill(call.skill);
  if (call === undefined || skill === undefined) return undefined;
  const { skill: _, idempotency, ...rest } = call;
  const context = idempotency === undefined ? nobodysContext : { ...nobodysContext, idempotency };
  // Nobody may be there to take the pieces of a stream; who follows gets the whole.
  return { call: { ...rest, skill }, context, streams: true, release: nothing };
}

/** JSON does not hold the bytes of files. */
function hasBytes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Buffer.isBuffer(value) || Object.values(value).some(hasBytes);
}
