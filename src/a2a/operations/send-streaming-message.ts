// SendStreamingMessage: the task as it began, then its events; or the one message of a skill that answers with messages. A caller
// that lost its stream sends the message again and gets what it missed. A2A 1.0 §3.1.2.

import { answerMessage } from '../answer-message.ts';
import type { Operation } from '../exchange.ts';
import { hear } from '../hear.ts';
import { followTask, sayOnce } from '../stream-reply.ts';
import { toView } from '../task-view.ts';

export const sendStreamingMessage: Operation = async (deps, exchange) => {
  const { codec, context } = exchange;
  const heard = hear(deps, exchange);
  const answer = await answerMessage(deps, heard);
  if (answer.kind === 'failure') return answer;
  if (answer.kind === 'message') return sayOnce(codec.writeMessage(answer.message));
  const { id, begun } = answer;
  return followTask(deps.tasks.service, codec, {
    caller: heard.caller,
    id,
    begun,
    after: context.resumeAfter,
    live: false,
    view: toView(heard.request),
  });
};
