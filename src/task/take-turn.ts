// The beginning of a turn whose message waited for it: stored before the call is made, like the beginning of every call. When what came
// with the message is lost, the caller is asked to send it again.

import type { CallAssignment, TurnAssignment } from './assignment.ts';
import { unchanged } from './change.ts';
import { withMessage, type EndingFacts } from './ending.ts';
import type { Hold } from './hold.ts';
import type { QueuedTurn, Work } from './task.ts';
import { toTurnFacts } from './turn-facts.ts';

const lost =
  'The gateway was restarted before the last message had its turn, and the credentials or files that came with it are not kept for that long. Send it again.';

/** The call to make; undefined when there is none, or the turn is somebody else's. */
export async function takeTurn(
  facts: EndingFacts,
  hold: Hold,
  { turn, session, context, made }: TurnAssignment,
): Promise<CallAssignment | undefined> {
  let isMine = false;
  const isHeld = await hold.change((task) => {
    isMine = isOf(task.work, turn);
    if (!isMine) return unchanged(task);
    if (made === undefined) {
      const work: Work = { kind: 'waiting', ...(session === undefined ? {} : { session }) };
      return withMessage(unchanged(task), { state: 'input-required', text: lost, work }, facts);
    }
    const { skill } = made.call;
    return unchanged({ ...task, skill: skill.id, work: { kind: 'calling', safe: skill.readOnly, turn: turn.id } });
  });
  const { id: taskId, contextId, history } = hold.task;
  const message = history[turn.at];
  if (!isHeld || !isMine || made === undefined || message === undefined) return undefined;
  return { ...made, kind: 'call', context, turn: toTurnFacts(message, { contextId, taskId, session }) };
}

/** Also when it was taken before, by a write whose answer was lost. */
function isOf(work: Work | undefined, { id }: QueuedTurn): boolean {
  return (work?.kind === 'turn' && work.turn.id === id) || (work?.kind === 'calling' && work.turn === id);
}
