// SubscribeToTask: the task as it stands, then its events. A caller that tells which event it saw last gets what follows that one,
// also when the task has ended meanwhile. Else a task that has ended is refused in 1.0, and shown in 0.3. A2A 1.0 §3.1.6;
// WHATWG HTML §9.2.4 (Last-Event-ID).

import { GatewayError } from '../../errors.ts';
import type { Operation } from '../exchange.ts';
import { followTask, type Follow } from '../stream-reply.ts';

export const subscribeToTask: Operation = async ({ tasks }, { codec, params, context }) => {
  const { id } = codec.readSubscribe(params);
  context.record.task = id.slice(0, 128);
  const follow: Follow = {
    caller: tasks.callerOf(context.call),
    id,
    after: context.resumeAfter,
    live: true,
    view: { historyLength: undefined },
  };
  try {
    return await followTask(tasks.service, codec, follow);
  } catch (error) {
    if (!codec.followsFinished || !isRefusal(error)) throw error;
    return followTask(tasks.service, codec, { ...follow, live: false });
  }
};

function isRefusal(error: unknown): boolean {
  return error instanceof GatewayError && error.code === 'unsupported_operation';
}
