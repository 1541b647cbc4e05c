// The message of a request as it is kept with a task: JSON as its text, with its digits, and bytes in base64.

import type { Skill } from '../catalog/skill.ts';
import type { CallContext, TurnFacts } from '../invoke/call.ts';
import { stringifyJson } from '../lib/json.ts';
import type { TaskMessage, TaskPart } from '../task/task.ts';
import { toJsonParts } from '../task/turn-facts.ts';
import type { SaidPart, SendMessageRequest } from './requests.ts';

export function toTaskMessage(request: SendMessageRequest, messageId: string): TaskMessage {
  const { parts, metadata, extensions, referenceTaskIds } = request;
  return {
    messageId,
    role: 'user',
    parts: parts.map(toTaskPart),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(extensions.length === 0 ? {} : { extensions }),
    ...(referenceTaskIds.length === 0 ? {} : { referenceTaskIds }),
  };
}

function toTaskPart(part: SaidPart): TaskPart {
  switch (part.kind) {
    case 'data': {
      const { data, kind: _, ...label } = part;
      return { kind: 'json', json: stringifyJson(data), ...label };
    }
    case 'bytes': {
      const { bytes, ...label } = part;
      return { ...label, kind: 'bytes', base64: bytes.toString('base64') };
    }
    default:
      return part;
  }
}

/** True for an operation that is an agent itself. */
export function takesTurns({ conversation, operation }: Skill): boolean {
  return conversation !== undefined || operation.extension['conversation'] !== undefined;
}

/** What it is told of the message. */
export function toTurnFacts({ parts }: SendMessageRequest, ids: Omit<TurnFacts, 'text' | 'parts'>): TurnFacts {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  return { ...ids, text: texts.join('\n'), parts: () => toJsonParts(parts.map(toTaskPart)) };
}

/** The context of a call without what ends with its request: a task goes on when its caller has gone. */
export function toTaskContext(call: CallContext): CallContext {
  const { signal, ...lasting } = call;
  return signal === undefined ? call : lasting;
}
