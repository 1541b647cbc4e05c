// What a language model makes of an answer, in front of it, for callers that speak text. There only where the operator wants it: the
// answer of the service goes to the model.

import type { EndSignal } from '../upstream/request.ts';
import type { TaskPart } from '../task/task.ts';
import type { Heard } from './hear.ts';

/** Undefined when nothing came of it. */
export type Summarise = (answered: {
  readonly asked: string;
  readonly answer: string;
  readonly signal?: EndSignal | undefined;
}) => Promise<string | undefined>;

export async function withSummary(
  summarise: Summarise,
  { request, exchange }: Heard,
  parts: readonly TaskPart[],
): Promise<readonly TaskPart[]> {
  const rendering = parts.find((part) => part.kind === 'text' && part.isRendering === true);
  const asked = request.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
  if (rendering?.kind !== 'text' || asked === '') return parts;
  const { signal } = exchange.context.call;
  const text = await summarise({ asked, answer: rendering.text, signal });
  return text === undefined ? parts : [{ kind: 'text', text, metadata: { writtenBy: 'model' } }, ...parts];
}
