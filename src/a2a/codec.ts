// What a wire format is: it reads wire parameters into the neutral requests, and writes neutral results and error data as JSON
// text. One codec per dialect; the operations know none of them.

import type { StoredPushConfig } from '../task/service.ts';
import type { Task, TaskEvent } from '../task/task.ts';
import type { Dialect } from './dialect.ts';
import type { Failure } from './failure.ts';
import type {
  DeletePushConfigRequest,
  GetPushConfigRequest,
  GetTaskRequest,
  ListTasksRequest,
  ReplyMessage,
  ListPushConfigsRequest,
  SendMessageRequest,
  SetPushConfigRequest,
  TaskIdRequest,
  TaskIds,
  TaskPage,
} from './requests.ts';

export interface Codec {
  readonly dialect: Dialect;
  /** True where clients know messages and errors, and tasks only when there is no other way. */
  readonly prefersMessages: boolean;
  /** True where subscribing to a finished task gives the task and ends; else it is refused. */
  readonly followsFinished: boolean;
  /** True where cancelling a cancelled task is an error (0.3 §8.2); else it gives the task again (1.0 §3.3.1). */
  readonly cancelsOnce: boolean;

  /** The readers throw `invalid_params` with all violations. */
  readonly readSendMessage: (params: unknown) => SendMessageRequest;
  readonly readGetTask: (params: unknown) => GetTaskRequest;
  readonly readListTasks: (params: unknown) => ListTasksRequest;
  readonly readCancelTask: (params: unknown) => TaskIdRequest;
  readonly readSubscribe: (params: unknown) => TaskIdRequest;
  readonly readSetPushConfig: (params: unknown) => SetPushConfigRequest;
  readonly readGetPushConfig: (params: unknown) => GetPushConfigRequest;
  readonly readListPushConfigs: (params: unknown) => ListPushConfigsRequest;
  readonly readDeletePushConfig: (params: unknown) => DeletePushConfigRequest;

  /** The answer to a message, also as an event: a message or a task. */
  readonly writeMessage: (message: ReplyMessage) => string;
  readonly writeTaskAnswer: (task: Task) => string;
  /** A task by itself. */
  readonly writeTask: (task: Task) => string;
  readonly writeTaskPage: (page: TaskPage) => string;
  readonly writeEvent: (ids: TaskIds, event: TaskEvent) => string;
  readonly writePushConfig: (config: StoredPushConfig) => string;
  readonly writePushConfigs: (configs: readonly StoredPushConfig[], nextPageToken?: string) => string;
  /** JSON text for the `data` of an error; undefined when there is nothing to add. */
  readonly errorData: (failure: Failure) => string | undefined;
}
