// The webhooks of a task: set, read, listed and removed by whoever may see the task. Removing one that is not there is fine.
// A2A 1.0 §3.1.7 to §3.1.10.

import type { Exchange, Operation, Reply } from '../exchange.ts';

export const createPushConfig: Operation = async ({ tasks }, { codec, params, context }) => {
  const { taskId, config } = codec.readSetPushConfig(params);
  note(context, taskId);
  const stored = await tasks.service.push.set(tasks.callerOf(context.call), taskId, config);
  return result(codec.writePushConfig(stored));
};

export const getPushConfig: Operation = async ({ tasks }, { codec, params, context }) => {
  const { taskId, id } = codec.readGetPushConfig(params);
  note(context, taskId);
  const stored = await tasks.service.push.get(tasks.callerOf(context.call), taskId, id);
  return result(codec.writePushConfig(stored));
};

export const listPushConfigs: Operation = async ({ tasks }, { codec, params, context }) => {
  const { id } = codec.readListPushConfigs(params);
  note(context, id);
  const stored = await tasks.service.push.list(tasks.callerOf(context.call), id);
  return result(codec.writePushConfigs(stored));
};

export const deletePushConfig: Operation = async ({ tasks }, { codec, params, context }) => {
  const { taskId, id } = codec.readDeletePushConfig(params);
  note(context, taskId);
  await tasks.service.push.remove(tasks.callerOf(context.call), taskId, id);
  // The value that all clients of JSON-RPC were tested against; HTTP+JSON says `{}`.
  return result('null');
};

function note({ record }: Exchange['context'], taskId: string): void {
  record.task = taskId.slice(0, 128);
}

function result(json: string): Reply {
  return { kind: 'result', json };
}
