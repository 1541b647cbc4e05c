// What came of a call, as the change that ends the work on a task or gives the turn to its caller: artifacts and a state whose
// message says why. Never COMPLETED without a result. A2A 1.0 §4.1.3, §7.6.

import type { Content, Mapped, Problem, Success } from '../invoke/outcome.ts';
import { sizeOfContent, sizeOfParts, toArtifact, toMappedArtifacts, toPart, type ArtifactFacts } from './artifact.ts';
import { tellAside } from './answer-form.ts';
import type { Meter } from './budget.ts';
import { buildMessage, withArtifact, withStatus, type Change, type NewStatus } from './change.ts';
import type { TaskPart } from './task.ts';

export interface EndingFacts {
  readonly at: number;
  readonly newId: () => string;
}

export type Ending = Success | Problem | Mapped;

/** The body of a failure goes along if it is no larger than this. */
const largestBody = 64_000;

export function withEnding(change: Change, outcome: Ending, facts: EndingFacts): Change {
  switch (outcome.kind) {
    case 'success': {
      const { content } = outcome;
      const words = content.kind === 'json' ? tellAside(content, change.task.answer) : undefined;
      return withStatus(withArtifact(change, toArtifact(toFacts(change, facts), outcome)), {
        state: 'completed',
        at: facts.at,
        ...(words === undefined ? {} : { message: buildMessage(facts.newId(), words) }),
      });
    }
    case 'problem':
      return withProblem(change, outcome, facts);
    default:
      return withMapped(change, outcome, facts);
  }
}

/** Throws when the result is larger than a task may be. */
export function countEnding(meter: Meter, ending: Ending): void {
  for (const content of contentsOf(ending)) meter.countBytes(sizeOfContent(content));
}

function contentsOf(ending: Ending): readonly Content[] {
  if (ending.kind === 'mapped') return ending.artifacts.map(({ content }) => content);
  // The body of a failure goes into a message, which has a limit of its own.
  return ending.kind === 'success' ? [ending.content] : [];
}

export interface Said extends Pick<NewStatus, 'state' | 'work'> {
  readonly text: string;
  readonly body?: TaskPart;
}

export function withMessage(change: Change, { text, body, ...status }: Said, { at, newId }: EndingFacts): Change {
  const parts: readonly TaskPart[] = [{ kind: 'text', text }, ...(body === undefined ? [] : [body])];
  return withStatus(change, { ...status, at, message: buildMessage(newId(), parts) });
}

function withProblem(change: Change, problem: Problem, facts: EndingFacts): Change {
  const { status, message, content } = problem;
  if (status === 401 || status === 403) {
    const message = buildMessage(facts.newId(), describeAuth(problem, change.task.owner));
    return withStatus(change, { state: 'auth-required', at: facts.at, message, work: { kind: 'waiting' } });
  }
  const body = content.kind === 'json' ? toPart(content) : undefined;
  const isSmall = body !== undefined && sizeOfParts([body]) <= largestBody;
  return withMessage(change, { state: 'failed', text: message, ...(isSmall ? { body } : {}) }, facts);
}

function withMapped(change: Change, outcome: Mapped, facts: EndingFacts): Change {
  const { state, text, session, artifacts } = outcome;
  const found =
    state === 'completed' || artifacts.length > 0
      ? toMappedArtifacts(outcome, (name) => toFacts(change, facts, name))
      : [];
  const grown = found.reduce<Change>(withArtifact, change);
  // The text of a completed answer without artifacts has become one.
  const isSaid = text !== undefined && text.trim() !== '' && (state !== 'completed' || artifacts.length > 0);
  const words = isSaid ? text : defaultWords[state];
  const waits = state === 'input-required' || state === 'auth-required';
  return withStatus(grown, {
    state,
    at: facts.at,
    ...(words === undefined ? {} : { message: buildMessage(facts.newId(), words) }),
    ...(waits ? { work: { kind: 'waiting', ...(session === undefined ? {} : { session }) } } : {}),
  });
}

const defaultWords: Readonly<Record<Mapped['state'], string | undefined>> = {
  completed: undefined,
  failed: 'The service says that it failed, and not why.',
  rejected: 'The service rejected the request, and did not say why.',
  'input-required': 'The service needs more input, and did not say what.',
  'auth-required': 'The service needs credentials, and did not say which.',
};

function describeAuth({ status, message, challenge }: Problem, owner: string): string {
  const asked = challenge === undefined ? '' : ` It asks for: ${challenge}.`;
  const need =
    status === 401
      ? 'The service needs credentials that it accepts.'
      : 'The service does not allow this with the credentials given.';
  // Other credentials make another caller, who does not see the task.
  const next =
    owner === ''
      ? 'Send another message for this task with the right credentials in the HTTP headers.'
      : 'Send another message for this task when that is settled, or a new message with other credentials.';
  // What a service says ends with a full stop, or not.
  const said = /[.!?]$/.test(message) ? message : `${message}.`;
  return `${need} It said: ${said}${asked} ${next}`;
}

function toFacts({ task }: Change, { newId }: EndingFacts, name?: string): ArtifactFacts {
  const { answer } = task;
  return { artifactId: newId(), name: name ?? task.skill ?? 'result', ...(answer === undefined ? {} : { answer }) };
}
