// A task service for tests of the wire: the test itself is the worker. Tasks begin as `submitted`; what happens to them is told with
// `tell`, and everybody who follows sees it. Owners, races, limits and restarts are not its business.

import { GatewayError } from '../../src/errors.ts';
import type { Begin, Caller, Continue, PushConfig, StoredPushConfig, TaskService } from '../../src/task/service.ts';
import {
  interruptedStates,
  terminalStates,
  type NumberedEvent,
  type Task,
  type TaskEvent,
  type TaskMessage,
  type TaskState,
} from '../../src/task/task.ts';

export interface ScriptedTasks {
  readonly service: TaskService;
  readonly begun: readonly Begin[];
  readonly continued: readonly Continue[];
  /** Number of streams that are open. */
  followers(): number;
  tell(taskId: string, event: TaskEvent): void;
  /** A status; `at` counts up from the start of 2026 by a second for each event. */
  status(taskId: string, state: TaskState, text?: string): void;
  /** Ends all streams of the task with an error. */
  break(taskId: string): void;
}

interface Entry {
  task: Task;
  readonly log: NumberedEvent[];
  readonly owner: string;
  readonly push: Map<string, StoredPushConfig>;
  readonly wake: Set<(error?: Error) => void>;
}

export interface ScriptedOptions {
  /** Called when a task has begun or gone on; what it tells comes after the answer of `begin`. */
  readonly work?: (taskId: string, tasks: ScriptedTasks) => void;
}

const start = Date.UTC(2026, 0, 1);

const isSettled = ({ status: { state } }: Task): boolean => terminalStates.has(state) || interruptedStates.has(state);

export function createScriptedTasks({ work }: ScriptedOptions = {}): ScriptedTasks {
  const entries = new Map<string, Entry>();
  const answers = new Map<string, { content: string; text: Promise<string> }>();
  const begun: Begin[] = [];
  const continued: Continue[] = [];
  let events = 0;
  let open = 0;

  const find = (caller: Caller, taskId: string): Entry => {
    const entry = entries.get(taskId);
    if (entry === undefined || entry.owner !== caller.owner) {
      throw new GatewayError('task_not_found', undefined, { metadata: { taskId: taskId.slice(0, 128) } });
    }
    return entry;
  };
  const known = (taskId: string): Entry => find({ owner: entries.get(taskId)?.owner ?? '', anonymous: true }, taskId);
  const wakeAll = (entry: Entry, error?: Error) => {
    for (const wake of entry.wake) wake(error);
  };

  async function* follow(entry: Entry, after: number): AsyncGenerator<NumberedEvent> {
    let seq = after;
    for (;;) {
      const next = entry.log.find((event) => event.seq > seq);
      if (next === undefined) {
        if (terminalStates.has(entry.task.status.state)) return;
        await new Promise<void>((resolve, reject) => {
          const wake = (error?: Error) => {
            entry.wake.delete(wake);
            if (error === undefined) resolve();
            else reject(error);
          };
          entry.wake.add(wake);
        });
        continue;
      }
      seq = next.seq;
      yield next;
      if (next.event.kind === 'status' && next.event.status.state === 'input-required') return;
    }
  }

  const tasks: ScriptedTasks = {
    begun,
    continued,
    followers: () => open,
    tell(taskId, event) {
      const entry = known(taskId);
      const { task, log } = entry;
      events += 1;
      log.push({ seq: task.seq + 1, event });
      entry.task = { ...apply(task, event), seq: task.seq + 1 };
      wakeAll(entry);
    },
    status(taskId, state, text) {
      const message: TaskMessage = {
        messageId: `s-${events}`,
        role: 'agent',
        parts: [{ kind: 'text', text: text ?? '' }],
      };
      const at = start + events * 1000;
      tasks.tell(taskId, { kind: 'status', status: { state, at, ...(text === undefined ? {} : { message }) } });
    },
    break: (taskId) => wakeAll(known(taskId), new Error('the store is gone')),
    service: {
      async begin(input) {
        input.check?.();
        begun.push(input);
        const id = `task-${begun.length}`;
        const { outcome, caller, contextId, agent, message } = input;
        entries.set(id, {
          task: {
            id,
            contextId,
            owner: caller.owner,
            agent,
            skill: input.call.skill.id,
            status: { state: 'submitted', at: start },
            artifacts: [],
            history: [message],
            createdAt: start,
            seq: 0,
          },
          log: [],
          owner: caller.owner,
          push: new Map(),
          wake: new Set(),
        });
        if (outcome?.kind === 'problem') tasks.status(id, 'failed', outcome.message);
        if (input.push !== undefined) await tasks.service.push.set(caller, id, input.push);
        queueMicrotask(() => work?.(id, tasks));
        return known(id).task;
      },
      ask: () => Promise.reject(new Error('nothing is asked here')),
      async continue(input) {
        continued.push(input);
        const entry = find(input.caller, input.taskId);
        if (input.contextId !== undefined && input.contextId !== entry.task.contextId)
          throw new GatewayError('invalid_params', 'contextId: not that of the task.');
        if (!interruptedStates.has(entry.task.status.state)) throw new GatewayError('unsupported_operation');
        await input.resolve(entry.task);
        entry.task = { ...entry.task, history: [...entry.task.history, input.message] };
        tasks.status(input.taskId, 'working');
        const { task } = entry;
        queueMicrotask(() => work?.(input.taskId, tasks));
        return { begun: task, task };
      },
      async settled(taskId, { signal }) {
        const entry = known(taskId);
        const { promise, resolve } = Promise.withResolvers<void>();
        const wake = () => {
          if (isSettled(entry.task)) resolve();
        };
        entry.wake.add(wake);
        signal?.addEventListener('abort', resolve);
        wake();
        await promise;
        return entry.task;
      },
      get: async (caller, taskId) => find(caller, taskId).task,
      async list(caller, { contextId, state, since = 0, pageSize, pageToken = '0' }) {
        if (!/^\d+$/.test(pageToken))
          throw new GatewayError('invalid_params', 'pageToken: expected one of this agent.');
        const all = [...entries.values()]
          .map(({ task }) => task)
          .filter((task) => task.owner === caller.owner && (contextId === undefined || task.contextId === contextId))
          .filter((task) => (state === undefined || task.status.state === state) && task.status.at >= since)
          .toSorted((one, other) => other.status.at - one.status.at);
        const first = Number(pageToken);
        const nextPageToken = first + pageSize < all.length ? String(first + pageSize) : '';
        return { tasks: all.slice(first, first + pageSize), nextPageToken, totalSize: all.length };
      },
      async cancel(caller, taskId) {
        const { task } = find(caller, taskId);
        if (terminalStates.has(task.status.state)) throw new GatewayError('task_not_cancelable');
        tasks.status(taskId, 'canceled');
        return known(taskId).task;
      },
      async follow(caller, taskId, { after, live }) {
        const entry = find(caller, taskId);
        if (live && terminalStates.has(entry.task.status.state)) throw new GatewayError('unsupported_operation');
        open += 1;
        return {
          snapshot: after === undefined ? entry.task : undefined,
          events: leaving(follow(entry, after ?? entry.task.seq), () => {
            open -= 1;
          }),
        };
      },
      push: {
        async set(caller, taskId, config: PushConfig) {
          const entry = find(caller, taskId);
          const stored = { ...config, id: config.id ?? `push-${entry.push.size + 1}`, taskId };
          entry.push.set(stored.id, stored);
          return redact(stored);
        },
        async get(caller, taskId, id) {
          const entry = find(caller, taskId);
          const found = id === undefined ? [...entry.push.values()][0] : entry.push.get(id);
          if (found === undefined) throw new GatewayError('task_not_found', 'There is no such push configuration.');
          return redact(found);
        },
        list: async (caller, taskId) => [...find(caller, taskId).push.values()].map(redact),
        async remove(caller, taskId, id) {
          find(caller, taskId).push.delete(id);
        },
      },
      async once(key, { plan, make, toText, fromText }) {
        const name = `${key.caller.owner} ${key.agent} ${key.messageId}`;
        const before = answers.get(name);
        if (before === undefined) {
          const made = make(plan);
          const text = made.then(toText);
          answers.set(name, { content: key.content, text });
          text.catch(() => answers.delete(name));
          return made;
        }
        if (before.content !== key.content) throw new GatewayError('invalid_params', 'messageId: used before.');
        return fromText(await before.text);
      },
      leave: () => {},
      close: async () => {},
    },
  };
  return tasks;
}

function apply(task: Task, event: TaskEvent): Task {
  if (event.kind === 'status') return { ...task, status: event.status };
  const others = task.artifacts.filter(({ artifactId }) => artifactId !== event.artifact.artifactId);
  const before = task.artifacts.find(({ artifactId }) => artifactId === event.artifact.artifactId);
  if (!event.append || before === undefined) return { ...task, artifacts: [...others, event.artifact] };
  return { ...task, artifacts: [...others, { ...before, parts: [...before.parts, ...event.artifact.parts] }] };
}

function redact({ id, taskId, url, version, authentication }: StoredPushConfig): StoredPushConfig {
  const config = { id, taskId, url, version };
  return authentication === undefined ? config : { ...config, authentication: { scheme: authentication.scheme } };
}

/** Leaving ends a wait at once. */
function leaving(source: AsyncGenerator<NumberedEvent>, onLeave: () => void): AsyncIterable<NumberedEvent> {
  let isOver = false;
  const leave = () => {
    if (!isOver) onLeave();
    isOver = true;
  };
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const next = await source.next();
        if (next.done === true) leave();
        return next;
      },
      async return() {
        leave();
        return { done: true, value: undefined };
      },
    }),
  };
}
