// Whether parameters are right for their operation, without carrying it out.

import type { Codec } from './codec.ts';
import type { Method, OperationId } from './methods.ts';

type Reader = (codec: Codec) => (params: unknown) => unknown;

const readers: ReadonlyMap<OperationId, Reader> = new Map<OperationId, Reader>([
  ['sendMessage', (codec) => codec.readSendMessage],
  ['sendStreamingMessage', (codec) => codec.readSendMessage],
  ['getTask', (codec) => codec.readGetTask],
  ['listTasks', (codec) => codec.readListTasks],
  ['cancelTask', (codec) => codec.readCancelTask],
  ['subscribeToTask', (codec) => codec.readSubscribe],
  ['createPushConfig', (codec) => codec.readSetPushConfig],
  ['getPushConfig', (codec) => codec.readGetPushConfig],
  ['listPushConfigs', (codec) => codec.readListPushConfigs],
  ['deletePushConfig', (codec) => codec.readDeletePushConfig],
]);

/** Throws `invalid_params`. */
export function checkParams({ operation }: Method, codec: Codec, params: unknown): void {
  readers.get(operation)?.(codec)(params);
}
