// What the gateway says itself, a question or an answer of its own, as parts: in words, and for programs, as far as the caller takes
// them. A2A 1.0 §4.1.6.

import { stringifyJson } from '../lib/json.ts';
import type { TaskPart } from '../task/task.ts';
import { takesOnlyText } from './output-modes.ts';

export interface Said {
  readonly text: string;
  readonly data: unknown;
}

/** The words always go: they say what is to be done next. */
export function toSaidParts({ text, data }: Said, modes: readonly string[]): readonly TaskPart[] {
  const words: TaskPart = { kind: 'text', text };
  return takesOnlyText(modes) ? [words] : [words, { kind: 'json', json: stringifyJson(data) }];
}
