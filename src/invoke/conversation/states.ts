// What services call the state of a conversation, in A2A's words. Words are compared without case, `_`, `-`, `.` and spaces. The
// operator's own words go first.

import { classifyWord, reduceWord } from '../job/words.ts';

export type ConversationState =
  | 'completed'
  | 'failed'
  | 'rejected'
  | 'input-required'
  | 'auth-required'
  | 'working'
  | 'canceled';

const words: ReadonlyMap<string, ConversationState> = new Map(
  (
    [
      ['input-required', 'inputrequired inputneeded needsinput needinput requiresinput requiresaction actionrequired'],
      [
        'input-required',
        'waitingforinput awaitinginput waitingforuser awaitinguser userinputrequired question clarify ' +
          'awaitinguserinput waitingforuserinput userinputneeded pendinguserinput awaitingreply waitingforreply',
      ],
      [
        'input-required',
        'clarificationneeded clarificationrequired needsclarification requiresclarification moreinfoneeded moreinforequired ' +
          'needsinfo needsmoreinfo awaitingconfirmation confirmationrequired needsconfirmation requiresconfirmation',
      ],
      [
        'auth-required',
        'authrequired authenticationrequired authorizationrequired loginrequired requiresauth needsauth needslogin signinrequired consentrequired',
      ],
      ['rejected', 'rejected refused declined denied'],
    ] as const
  ).flatMap(([state, names]) => names.split(' ').map((name) => [name, state] as const)),
);

/** `undefined` for a word that means nothing here. */
export function readState(
  word: unknown,
  own: ReadonlyMap<string, ConversationState> = new Map(),
): ConversationState | undefined {
  if (typeof word !== 'string' && typeof word !== 'number' && typeof word !== 'boolean') return undefined;
  const reduced = reduceWord(String(word));
  const known = own.get(reduced) ?? words.get(reduced);
  if (known !== undefined) return known;
  const job = classifyWord(String(word));
  return job === 'running' ? 'working' : job;
}

/**
 * Of a problem: its `type` (the last word of a URI counts), `code`, `error` or `status`, when one is a state that the caller can do
 * something about. RFC 9457 §3.1.1.
 */
export function readProblemState(
  body: Readonly<Record<string, unknown>>,
  own: ReadonlyMap<string, ConversationState>,
): ConversationState | undefined {
  for (const name of ['type', 'code', 'error', 'status', 'state']) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (typeof value !== 'string') continue;
    const state = own.get(reduceWord(value)) ?? words.get(reduceWord(value.split(/[/:#]/).at(-1) ?? ''));
    if (state !== undefined) return state;
  }
  return undefined;
}
