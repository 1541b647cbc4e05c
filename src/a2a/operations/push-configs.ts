// The webhooks of a task: set, read, listed and removed by whoever may see the task. Removing one that is not there is fine.
// A2A 1.0 §3.1.7 to §3.1.10.

import { GatewayError } from '../../errors.ts';
import type { StoredPushConfig } from '../../task/service.ts';
import type { Exchange, Operation, Reply } from '../exchange.ts';
import type { ListPushConfigsRequest } from '../requests.ts';

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
  const { id, ...page } = codec.readListPushConfigs(params);
  note(context, id);
  const stored = await tasks.service.push.list(tasks.callerOf(context.call), id);
  return result(codec.writePushConfigs(...toPage(stored, page)));
};

export const deletePushConfig: Operation = async ({ tasks }, { codec, params, context }) => {
  const { taskId, id } = codec.readDeletePushConfig(params);
  note(context, taskId);
  await tasks.service.push.remove(tasks.callerOf(context.call), taskId, id);
  // The value that all clients of JSON-RPC were tested against; HTTP+JSON says `{}`.
  return result('null');
};

/** A task has few of them: unless the caller wants less, all are one page. A token names the last config of the page before. */
function toPage(
  all: readonly StoredPushConfig[],
  { pageSize = 0, pageToken = '' }: Omit<ListPushConfigsRequest, 'id'>,
): [configs: readonly StoredPushConfig[], nextPageToken?: string] {
  const last = all.findIndex(({ id }) => toToken(id) === pageToken);
  if (pageToken !== '' && last === -1) {
    const message = '`pageToken` is not a token of this list; use the `nextPageToken` of the page before.';
    throw new GatewayError('invalid_params', message);
  }
  const rest = all.slice(last + 1);
  const configs = pageSize === 0 ? rest : rest.slice(0, pageSize);
  const end = configs.length < rest.length ? configs.at(-1) : undefined;
  return end === undefined ? [configs] : [configs, toToken(end.id)];
}

function toToken(id: string): string {
  return Buffer.from(id).toString('base64url');
}

function note({ record }: Exchange['context'], taskId: string): void {
  record.task = taskId.slice(0, 128);
}

function result(json: string): Reply {
  return { kind: 'result', json };
}
