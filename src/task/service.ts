// What the rest of the gateway can do with tasks. Errors are `GatewayError`s: `task_not_found` (also for tasks of other owners),
// `task_not_cancelable`, `unsupported_operation`, `invalid_params`, `overloaded` (a budget).

import type { Call, CallContext } from '../invoke/call.ts';
import type { Outcome } from '../invoke/outcome.ts';
import type { EndSignal } from '../upstream/request.ts';
import type { EarlyCall } from './early.ts';
import type { AnswerForm } from './answer-form.ts';
import type { AskedTask } from './ask.ts';
import type { NumberedEvent, OpenQuestion, Task, TaskMessage, TaskPart, TaskState } from './task.ts';

export interface Caller {
  /** Whose tasks are seen: the principal's key; empty for nobody in particular. */
  readonly owner: string;
  /** True when nobody in particular calls: tasks are then only listed within a given context. */
  readonly anonymous: boolean;
}

export interface Begin {
  readonly caller: Caller;
  readonly agent: string;
  /** A new one by default. */
  readonly taskId?: string | undefined;
  /** The caller's, or a new one of the gateway. */
  readonly contextId: string;
  readonly message: TaskMessage;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly call: Call;
  readonly context: CallContext;
  /** The call was made already, within the request: the task takes its outcome over (a failure, or work that goes on). */
  readonly outcome?: Outcome | undefined;
  /** The call is under way already, longer than its caller may wait: the task takes it over. */
  readonly early?: EarlyCall | undefined;
  /** The caller hears of the task when it is over: then it need not be stored before the call. */
  readonly awaited?: boolean;
  /** Throws for a call that cannot be made, before a task is stored for it. */
  readonly check?: (() => void) | undefined;
  readonly push?: PushConfig | undefined;
  /** False: a streamed reply is read to its end and becomes one artifact. Default true: its pieces are told as they arrive. */
  readonly streams?: boolean;
  /** How JSON is told to the caller; as data by default. */
  readonly answer?: AnswerForm | undefined;
}

/** A question to the caller, in words and for the reader of the answer. */
export interface AskedQuestion {
  readonly parts: readonly TaskPart[];
  readonly open: OpenQuestion;
  /** Id of the skill that it is about, if it is about one. */
  readonly skill?: string;
}

export interface Ask extends Pick<Begin, 'caller' | 'agent' | 'taskId' | 'contextId' | 'message' | 'push'> {
  readonly question: AskedQuestion;
}

/** What a message makes of a task that waited for it. */
export type Next =
  | { readonly kind: 'call'; readonly call: Call; readonly answer?: AnswerForm }
  /** It is still not clear what to call. */
  | { readonly kind: 'ask'; readonly question: AskedQuestion }
  /** The caller does not want it any more. */
  | { readonly kind: 'cancel'; readonly text: string };

export interface Continue {
  readonly caller: Caller;
  readonly taskId: string;
  /** Must be the task's if given. */
  readonly contextId?: string;
  readonly message: TaskMessage;
  /** Made from the message and the task; called only when the task may take it. */
  readonly resolve: (task: Task) => Next | Promise<Next>;
  readonly context: CallContext;
  readonly push?: PushConfig;
  /** As in `Begin`. */
  readonly streams?: boolean;
}

export interface PushConfig {
  readonly id?: string;
  readonly url: string;
  readonly token?: string;
  readonly authentication?: { readonly scheme: string; readonly credentials?: string };
  /** The wire that it was registered over, whose shape notifications have. */
  readonly version: '1.0' | '0.3';
}

export interface StoredPushConfig extends PushConfig {
  readonly id: string;
  readonly taskId: string;
}

export interface TaskQuery {
  readonly contextId?: string;
  readonly state?: TaskState;
  /** Milliseconds since 1970, inclusive. */
  readonly since?: number;
  readonly pageSize: number;
  readonly pageToken?: string;
}

export interface TaskList {
  readonly tasks: readonly Task[];
  /** Empty on the last page. */
  readonly nextPageToken: string;
  readonly totalSize: number;
}

export interface Following {
  /** The task as of now; undefined when the events go on after `after`. */
  readonly snapshot: Task | undefined;
  /** What follows, without gap or duplicate, until the task is terminal or waits for the caller (`input-required`). */
  readonly events: AsyncIterable<NumberedEvent>;
}

export interface TaskService {
  /** Stores a task and works on it, independent of the request. Resolves when it is stored. */
  begin(input: Begin): Promise<Task>;
  /** Stores a task that waits for its caller from the start. */
  ask(input: Ask): Promise<AskedTask>;
  /** Another message to a task that is not over: its next turn, at once or when its turn comes. */
  continue(input: Continue): Promise<AskedTask>;
  /** Resolves when the task is terminal or waits for the caller; with the task as it stands when `signal` is aborted or `limit` (ms) passes. */
  settled(taskId: string, options: { readonly signal?: EndSignal; readonly limit: number }): Promise<Task>;
  get(caller: Caller, taskId: string): Promise<Task>;
  list(caller: Caller, query: TaskQuery): Promise<TaskList>;
  cancel(caller: Caller, taskId: string, context: CallContext): Promise<Task>;
  /** `live`: subscribing to a terminal task is refused (1.0); else it gives the snapshot and ends (0.3). */
  follow(
    caller: Caller,
    taskId: string,
    options: { readonly after?: number; readonly live: boolean },
  ): Promise<Following>;
  readonly push: {
    set(caller: Caller, taskId: string, config: PushConfig): Promise<StoredPushConfig>;
    get(caller: Caller, taskId: string, id: string | undefined): Promise<StoredPushConfig>;
    list(caller: Caller, taskId: string): Promise<readonly StoredPushConfig[]>;
    remove(caller: Caller, taskId: string, id: string): Promise<void>;
  };
  /** Makes the answer to a message, or gives the first one again; see `idempotency.ts`. Throws `invalid_params` for other content. */
  once<Value>(key: OnceKey, making: Making<Value>): Promise<Value>;
  /**
   * Told when the process has `limit` ms left, while requests are still answered. Who waits for a job that the next process polls
   * gets the task as it stands; what is not done shortly before the end has failed, and whoever waits hears of it.
   */
  leave(limit: number): void;
  /** Stops taking over work, waits for what runs here up to `limit` ms, and leaves the rest to be resumed. */
  close(limit: number): Promise<void>;
}

export interface Making<Value> {
  /** What the answer will be, if that is known before it is made. `make` is given it, or the one of an attempt that it takes over. */
  readonly plan?: Value;
  make(plan: Value | undefined): Promise<Value>;
  /** Whether an attempt that was interrupted came so far that its plan is the answer; if not, it has done nothing. */
  hasBegun?(plan: Value): Promise<boolean>;
  toText(value: Value): string;
  fromText(text: string): Value;
}

export interface OnceKey {
  readonly caller: Caller;
  readonly agent: string;
  readonly messageId: string;
  /** Hash of what was said. */
  readonly content: string;
}
