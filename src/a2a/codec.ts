// What a wire format is: it reads wire parameters into the neutral requests, and writes neutral results and error data as JSON
// text. One codec per dialect; the operations know none of them.

import type { Dialect } from './dialect.ts';
import type { Failure } from './failure.ts';
import type { ListTasksRequest, ReplyMessage, SendMessageRequest, TaskIdRequest, TaskPage } from './requests.ts';

export interface Codec {
  readonly dialect: Dialect;
  /** The readers throw `invalid_params` with all violations. */
  readonly readSendMessage: (params: unknown) => SendMessageRequest;
  readonly readGetTask: (params: unknown) => TaskIdRequest;
  readonly readListTasks: (params: unknown) => ListTasksRequest;
  readonly readCancelTask: (params: unknown) => TaskIdRequest;
  readonly readSubscribe: (params: unknown) => TaskIdRequest;
  readonly writeMessage: (message: ReplyMessage) => string;
  readonly writeTaskPage: (page: TaskPage) => string;
  /** JSON text for the `data` of an error; undefined when there is nothing to add. */
  readonly errorData: (failure: Failure) => string | undefined;
}
