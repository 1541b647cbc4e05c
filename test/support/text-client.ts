// A caller that speaks text, made from the habits of one of those in use: what it sends beside the words, which ids it keeps, whether
// it streams, and what of the answer its user gets to see.

import type { RunningGateway } from './gateway.ts';
import {
  exchange,
  type Heard,
  type Outgoing,
  type PartHeard,
  type State,
  type TextPart,
  type Wire,
} from './text-client-wire.ts';

export interface Habits extends Wire {
  readonly name: string;
  /** What it sends back of the ids that it was given. `waiting task`: the task only while it waits for an answer. */
  readonly keeps: 'nothing' | 'context' | 'context and waiting task';
  /** The parts it makes of a sentence; one by default. */
  readonly toParts?: (text: string) => readonly TextPart[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly configuration?: Readonly<Record<string, unknown>>;
  /** True for one that names tasks that are done when it goes on. */
  readonly refersToDone?: boolean;
  /** What its user sees; the text of the answer by default. */
  readonly show?: (events: readonly Heard[]) => string;
  /** Data is shown as JSON behind the text: nothing that the gateway could keep from it. */
  readonly showsData?: boolean;
  /** A failed task is not told to its user at all. */
  readonly hidesFailures?: boolean;
}

export interface Shown {
  readonly shown: string;
  readonly state: 'done' | 'asks' | 'failed';
  readonly events: readonly Heard[];
}

export interface TextClient {
  say(text: string): Promise<Shown>;
}

export function createTextClient({ url }: Pick<RunningGateway, 'url'>, habits: Habits): TextClient {
  let contextId: string | undefined;
  let task: { readonly id: string; readonly state: State } | undefined;

  const remember = (events: readonly Heard[]): void => {
    for (const event of events) {
      contextId = event.contextId ?? contextId;
      const state = stateOf(event);
      if (event.taskId !== undefined && state !== undefined) task = { id: event.taskId, state };
    }
  };

  const toOutgoing = (text: string): Outgoing => {
    const { keeps, toParts = toOnePart, metadata, configuration, refersToDone = false } = habits;
    const waits = task?.state === 'input-required';
    return {
      text: toParts(text),
      ...(metadata === undefined ? {} : { metadata }),
      ...(configuration === undefined ? {} : { configuration }),
      ...(keeps === 'nothing' || contextId === undefined ? {} : { contextId }),
      ...(keeps === 'context and waiting task' && task !== undefined && waits ? { taskId: task.id } : {}),
      ...(refersToDone && task !== undefined && !waits ? { referenceTaskIds: [task.id] } : {}),
    };
  };

  return {
    async say(text) {
      const events = await exchange(url, habits, toOutgoing(text));
      remember(events);
      return { shown: (habits.show ?? showText)(events), state: toOutcome(events), events };
    },
  };
}

function toOnePart(text: string): readonly TextPart[] {
  return [{ text }];
}

export function stateOf(event: Heard): State | undefined {
  return event.kind === 'task' || event.kind === 'status' ? event.state : undefined;
}

function toOutcome(events: readonly Heard[]): Shown['state'] {
  if (events.some(({ kind }) => kind === 'error')) return 'failed';
  const states = events.map(stateOf).filter((state) => state !== undefined);
  const last = states.at(-1);
  if (last === undefined || last === 'completed') return 'done';
  return last === 'input-required' ? 'asks' : 'failed';
}

export function textOf(parts: readonly PartHeard[]): string {
  return parts.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n');
}

/** The text of the message, of the artifacts, or of what the last status says. */
export function showText(events: readonly Heard[]): string {
  const shown = events.flatMap((event): readonly string[] => {
    switch (event.kind) {
      case 'message':
        return [textOf(event.parts)];
      case 'artifact':
        return [textOf(event.parts)];
      case 'task':
        return [textOf(event.said), ...event.artifacts.map(textOf)];
      case 'status':
        return [textOf(event.said)];
      default:
        return [event.message];
    }
  });
  return shown.filter((text) => text !== '').join('\n');
}
