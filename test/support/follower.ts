// A caller that follows a task to its end over any of several gateways: when its connection breaks it goes on at the next one, after
// the last event that it saw, and until it knows its task it sends the same message again. Keeps every event.

import { setTimeout as pause } from 'node:timers/promises';
import { openStream, type StreamEvent } from './event-stream.ts';

export interface SeenEvent {
  readonly seq: number;
  /** The StreamResponse. */
  readonly result: StreamResponse;
}

export interface StreamResponse {
  readonly task?: { readonly id: string; readonly status: Status };
  readonly statusUpdate?: { readonly taskId: string; readonly status: Status };
  readonly artifactUpdate?: {
    readonly taskId: string;
    readonly artifact: { readonly parts: readonly { readonly text?: string; readonly data?: unknown }[] };
    readonly append?: boolean;
    readonly lastChunk?: boolean;
  };
}

export interface Status {
  readonly state: string;
  readonly message?: { readonly parts: readonly { readonly text?: string }[] };
}

export interface Follower {
  /** Resolves when the task is known. */
  readonly taskId: Promise<string>;
  readonly events: readonly SeenEvent[];
  /** How often the connection was made. */
  readonly connections: () => number;
  /** Resolves with the last state, which is terminal. */
  readonly done: Promise<string>;
}

export interface Following {
  /** Base URLs, the first one is tried first. */
  readonly urls: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Of `SendStreamingMessage`, or a task that is known. */
  readonly start: { readonly params: object } | { readonly taskId: string; readonly after?: number };
}

/** Milliseconds between two tries, and how many in a row may fail. */
const betweenTries = 250;
const maxTries = 400;

export function followTask({ urls, headers, start }: Following): Follower {
  const events: SeenEvent[] = [];
  const known = Promise.withResolvers<string>();
  let taskId = 'taskId' in start ? start.taskId : undefined;
  if (taskId !== undefined) known.resolve(taskId);
  let connections = 0;

  const request = (): object =>
    taskId === undefined && 'params' in start
      ? { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: start.params }
      : { jsonrpc: '2.0', id: 1, method: 'SubscribeToTask', params: { id: taskId } };

  const note = ({ id, data }: StreamEvent): string => {
    if (data.error !== undefined) throw new Error(`the stream said ${JSON.stringify(data.error)}`);
    const result = data.result as StreamResponse; // checked by what the test expects of it
    events.push({ seq: Number(id), result });
    const { task, statusUpdate } = result;
    if (task !== undefined && taskId === undefined) {
      taskId = task.id;
      known.resolve(task.id);
    }
    return (task ?? statusUpdate)?.status.state ?? '';
  };

  const connect = async (url: string): Promise<string | undefined> => {
    const last = events.at(-1)?.seq ?? ('after' in start ? start.after : undefined);
    const resume = last === undefined ? {} : { 'last-event-id': String(last) };
    const stream = await openStream(`${url}/a2a`, request(), { 'a2a-version': '1.0', ...headers, ...resume });
    if (stream.headers.get('content-type') !== 'text/event-stream') {
      await stream.rest().catch(() => []);
      const refusal = new Error(`${stream.status} ${stream.text()}`);
      // A refusal that says that another try may help; all others are mistakes.
      if (stream.status !== 503) throw Object.assign(refusal, { isFinal: true });
      throw refusal;
    }
    connections += 1;
    for (let event = await stream.next(); event !== undefined; event = await stream.next()) {
      const state = note(event);
      if (terminal.test(state)) {
        const rest = await stream.rest();
        if (rest.length > 0) throw Object.assign(new Error('events after the last one'), { isFinal: true });
        return state;
      }
    }
    return undefined;
  };

  const run = async (): Promise<string> => {
    let why: unknown = 'the stream ended before its task';
    for (let tries = 0; tries < maxTries; tries += 1) {
      const before = events.length;
      try {
        const state = await connect(urls[tries % urls.length] ?? '');
        if (state !== undefined) return state;
      } catch (error) {
        why = error;
        if (error instanceof Error && 'isFinal' in error) break;
      }
      if (events.length > before) tries = tries % urls.length;
      await pause(betweenTries);
    }
    throw new Error(`task ${taskId} could not be followed to its end, after ${events.length} events: ${String(why)}`, {
      cause: why,
    });
  };

  const done = run();
  done.catch((error: unknown) => known.reject(error));
  known.promise.catch(() => undefined);
  return { taskId: known.promise, events, connections: () => connections, done };
}

const terminal = /^TASK_STATE_(COMPLETED|FAILED|CANCELED|REJECTED)$/;
