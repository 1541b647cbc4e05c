// What an operation that is an agent itself may be told of a message.

import type { TurnFacts } from '../invoke/call.ts';
import { parseJson } from '../lib/json.ts';
import type { TaskMessage, TaskPart } from './task.ts';

export function toTurnFacts(
  { messageId, parts }: TaskMessage,
  facts: { readonly contextId: string; readonly taskId: string; readonly session?: string | undefined },
): TurnFacts {
  const { contextId, taskId, session } = facts;
  const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
  return {
    text,
    parts: () => toJsonParts(parts),
    messageId,
    contextId,
    taskId,
    ...(session === undefined ? {} : { session }),
  };
}

/** In the shape of A2A 1.0 §4.1.6; numbers keep their digits. */
export function toJsonParts(parts: readonly TaskPart[]): readonly unknown[] {
  return parts.map((part) => {
    switch (part.kind) {
      case 'text':
        return { text: part.text, ...toLabel(part) };
      case 'json':
        return { data: parseJson(part.json), ...toLabel(part) };
      case 'bytes':
        return { raw: part.base64, ...toLabel(part) };
      default:
        return { url: part.url, ...toLabel(part) };
    }
  });
}

function toLabel({ mediaType, filename, metadata }: TaskPart): object {
  return {
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(filename === undefined ? {} : { filename }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}
