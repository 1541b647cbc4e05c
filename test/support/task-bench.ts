// The task engine on a store and a clock turned by hand, with an invoker that answers as the test says, when it says so.

import { setImmediate } from 'node:timers/promises';
import type { Call, CallContext, InvokeOptions, Invoker } from '../../src/invoke/call.ts';
import type { Job, JobLook } from '../../src/invoke/job.ts';
import type { Chunk, Content, Outcome } from '../../src/invoke/outcome.ts';
import { createLog } from '../../src/observe/log.ts';
import { createMemoryStore } from '../../src/store/memory-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createTaskService, type TaskServiceDeps } from '../../src/task/create-task-service.ts';
import { defaultLimits, type TaskLimits } from '../../src/task/limits.ts';
import type { PushSender } from '../../src/task/push-sender.ts';
import type { Begin, Caller, Following, TaskService } from '../../src/task/service.ts';
import type { NumberedEvent, Task, TaskMessage } from '../../src/task/task.ts';
import { createHandClock, type HandClock } from './hand-clock.ts';
import { createSkill } from './skills.ts';

export const nobody: CallContext = { requestId: 'r1', headers: {} };
export const ann: Caller = { owner: 'ann', anonymous: false };
export const bob: Caller = { owner: 'bob', anonymous: false };
export const anyone: Caller = { owner: '', anonymous: true };

export const readSkill = createSkill({ id: 'readPet', route: 'GET /pets/{petId}' });
export const writeSkill = createSkill({ id: 'addPet', route: 'POST /pets' });
export const job: Job = { skill: 'addPet', statusUrl: 'http://service.test/jobs/1' };

export const toJson = (text: string): Content => ({ kind: 'json', mediaType: 'application/json', text });
export const success = (content: Content = toJson('{"id":7}'), status = 200): Outcome => ({
  kind: 'success',
  status,
  content,
});
export const accepted = (more: { retryAfter?: number; progress?: string } = {}): Outcome => ({
  kind: 'accepted',
  status: 202,
  job,
  ...more,
});
export const mapped = (more: Partial<Extract<Outcome, { kind: 'mapped' }>> = {}): Outcome => ({
  kind: 'mapped',
  status: 200,
  state: 'completed',
  artifacts: [],
  asMessage: false,
  ...more,
});
export const streamed = (chunks: AsyncIterable<Chunk>, mediaType = 'text/event-stream'): Outcome => ({
  kind: 'stream',
  status: 200,
  mediaType,
  chunks,
});

export interface PendingCall {
  readonly call: Call;
  readonly context: CallContext;
  readonly options: InvokeOptions;
  answer(outcome: Outcome): void;
  fail(error: Error): void;
}

export interface ScriptedInvoker extends Pick<Invoker, 'invoke' | 'lookAt' | 'cancelJob'> {
  /** Calls that wait for their answer or have it, in order. */
  readonly calls: readonly PendingCall[];
  /** What the next looks give, in order; the last one is given for ever. An error is thrown. */
  looks: (JobLook | Error)[];
  readonly looked: number;
  readonly canceled: readonly Job[];
}

/** With `answer` every call is answered at once. */
export function createScriptedInvoker(answer?: (call: Call, options: InvokeOptions) => Outcome): ScriptedInvoker {
  const calls: PendingCall[] = [];
  const canceled: Job[] = [];
  let looked = 0;
  return {
    calls,
    looks: [],
    get looked() {
      return looked;
    },
    canceled,
    invoke: (call, context, options = {}) => {
      if (answer !== undefined) return Promise.resolve(answer(call, options));
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
      calls.push({ call, context, options, answer: resolve, fail: reject });
      options.abort?.addEventListener('abort', () => reject(new Error('aborted')));
      return promise;
    },
    async lookAt() {
      looked += 1;
      const look = this.looks.length > 1 ? this.looks.shift() : this.looks[0];
      if (look === undefined) return { kind: 'running', job };
      if (look instanceof Error) throw look;
      return look;
    },
    async cancelJob(canceledJob) {
      canceled.push(canceledJob);
      return true;
    },
  };
}

/** A stream that gives what it is told to, when it is told. */
export interface ChunkSource extends AsyncIterable<Chunk> {
  push(...texts: readonly string[]): void;
  pushChunk(chunk: Chunk): void;
  end(): void;
  break(error: Error): void;
  /** How many chunks were asked for. */
  readonly asked: number;
  readonly isLeft: boolean;
}

export function createChunks(): ChunkSource {
  const ready: (() => Promise<IteratorResult<Chunk, undefined>>)[] = [];
  const waiting: ((give: () => Promise<IteratorResult<Chunk, undefined>>) => void)[] = [];
  let asked = 0;
  let isLeft = false;
  const give = (next: () => Promise<IteratorResult<Chunk, undefined>>): void => {
    const taker = waiting.shift();
    if (taker === undefined) ready.push(next);
    else taker(next);
  };
  return {
    push: (...texts) => {
      for (const text of texts) give(() => Promise.resolve({ done: false, value: { kind: 'text', text } }));
    },
    pushChunk: (value) => give(() => Promise.resolve({ done: false, value })),
    end: () => give(() => Promise.resolve({ done: true, value: undefined })),
    break: (error) =>
      give(async () => {
        throw error;
      }),
    get asked() {
      return asked;
    },
    get isLeft() {
      return isLeft;
    },
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        asked += 1;
        const next =
          ready.shift() ??
          (await new Promise<() => Promise<IteratorResult<Chunk, undefined>>>((resolve) => waiting.push(resolve)));
        return next();
      },
      return: async () => {
        isLeft = true;
        return { done: true, value: undefined };
      },
    }),
  };
}

export interface RecordingPush extends PushSender {
  readonly told: readonly Task[];
}

/** Takes webhooks and notes what it is told. */
export function createRecordingPush(): RecordingPush {
  const told: Task[] = [];
  const configs = new Map<string, { taskId: string; id: string; url: string; version: '1.0' | '0.3' }[]>();
  return {
    told,
    set: async (taskId, { url, version, id = 'p1' }) => {
      const stored = { taskId, id, url, version };
      configs.set(taskId, [...(configs.get(taskId) ?? []), stored]);
      return stored;
    },
    get: async (taskId) => configs.get(taskId)?.[0] ?? Promise.reject(new Error('none')),
    list: async (taskId) => configs.get(taskId) ?? [],
    remove: async (taskId) => void configs.delete(taskId),
    notify: (task) => void told.push(task),
    start: () => {},
    close: async () => {},
  };
}

export interface BenchOptions {
  readonly store?: Store;
  readonly clock?: HandClock;
  readonly invoker?: ScriptedInvoker;
  /** Calls go here instead. */
  readonly live?: Pick<Invoker, 'invoke' | 'lookAt' | 'cancelJob'>;
  readonly limits?: Partial<TaskLimits>;
  readonly findSkill?: TaskServiceDeps['findSkill'];
}

export interface Bench {
  readonly clock: HandClock;
  readonly store: Store;
  readonly invoker: ScriptedInvoker;
  readonly push: RecordingPush;
  readonly service: TaskService;
  readonly lines: readonly Record<string, unknown>[];
  begin(input?: Partial<Begin>): Promise<Task>;
  /** Lets so much time pass, and all that follows from it happen. */
  pass(ms: number): Promise<void>;
}

let lastBench = 0;

export function createBench(options: BenchOptions = {}): Bench {
  const clock = options.clock ?? createHandClock();
  const store = options.store ?? createMemoryStore({ clock });
  const invoker = options.invoker ?? createScriptedInvoker();
  const push = createRecordingPush();
  const lines: Record<string, unknown>[] = [];
  lastBench += 1;
  const prefix = lastBench;
  let lastId = 0;
  const service = createTaskService({
    store,
    invoker: options.live ?? invoker,
    findSkill: options.findSkill ?? ((id) => [readSkill, writeSkill].find((skill) => skill.id === id)),
    log: createLog({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) }).log,
    clock,
    newId: () => `b${prefix}-${(lastId += 1)}`,
    limits: { ...defaultLimits, ...options.limits },
    push,
    isPersonal: (_call, { headers }) => headers['authorization'] !== undefined,
  });
  return {
    clock,
    store,
    invoker,
    push,
    service,
    lines,
    begin: (input = {}) => service.begin({ ...toBegin(), ...input }),
    pass: async (ms) => {
      await settle();
      clock.advance(ms);
      await settle();
    },
  };
}

export function say(text: string, messageId = 'm1'): TaskMessage {
  return { messageId, role: 'user', parts: [{ kind: 'text', text }] };
}

export function toCall(skill = writeSkill): Call {
  return { skill, arguments: {}, coerce: false, resolvedBy: 'only skill' };
}

function toBegin(): Begin {
  return { caller: ann, agent: 'root', contextId: 'c1', message: say('hello'), call: toCall(), context: nobody };
}

/** Everything that can happen without time passing has happened. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 10; round += 1) await setImmediate();
}

export async function readAll({ events }: Following): Promise<readonly NumberedEvent[]> {
  return Array.fromAsync(events);
}

/** Short words for events: `working`, `artifact hello +`, `completed`. */
export function describeEvents(events: readonly NumberedEvent[]): readonly string[] {
  return events.map(({ event }) => {
    if (event.kind === 'status') return event.status.state;
    const text = event.artifact.parts.map((part) => (part.kind === 'text' ? part.text : part.kind)).join('|');
    return `${event.append ? '+' : '='}${text}${event.lastChunk ? '.' : ''}`;
  });
}

export function saidBy(task: Task): string {
  const part = task.status.message?.parts[0];
  return part?.kind === 'text' ? part.text : '';
}
