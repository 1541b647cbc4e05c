// The call is made within the request. What finishes is answered with a message, without a task. What does not finish, what wants
// another turn, and what the service fails becomes a task, which takes the outcome over; what finds no place at the service becomes
// a task that waits for one. A2A 1.0 §3.1.1, §3.2.2.

import { failures, toGatewayError } from '../errors.ts';
import type { Call } from '../invoke/call.ts';
import type { Mapped, Outcome, Problem } from '../invoke/outcome.ts';
import { toUnanswered } from '../invoke/to-unanswered.ts';
import { isSettledWithin } from '../task/clock.ts';
import { toAgentForm } from '../task/answer-form.ts';
import { startCall, type EarlyCall } from '../task/early.ts';
import type { TaskPart } from '../task/task.ts';
import { toAnswerForm } from './answer-form.ts';
import type { Answer } from './answer.ts';
import type { A2AHandlerDeps } from './exchange.ts';
import { problemToFailure } from './failure.ts';
import { contextOf, type Heard } from './hear.ts';
import { takesOnlyText } from './output-modes.ts';
import { toReplyParts, type ReplyOptions } from './reply-parts.ts';
import type { ReplyPolicy } from './reply-policy.ts';
import { beginTask } from './start-task.ts';
import { withSummary } from './summary.ts';
import { toTurnFacts } from './task-message.ts';

export interface NowCall {
  readonly call: Call;
  readonly contextId: string;
  readonly policy: ReplyPolicy;
}

export async function callNow(deps: A2AHandlerDeps, heard: Heard, now: NowCall): Promise<Answer> {
  const { call, contextId } = now;
  const outcome = await invoke(deps, heard, now);
  if (outcome === 'no place') {
    const begun = await beginTask(deps, heard, { call, contextId });
    return { kind: 'task', id: begun.id, begun };
  }
  if ('abort' in outcome) {
    const begun = await beginTask(deps, heard, { call, contextId, early: outcome });
    return { kind: 'task', id: begun.id, begun, isLate: true };
  }
  const { record } = heard.exchange.context;
  // Set when there was no reply: then the status is ours.
  if (record.failure === undefined) record.upstreamStatus = outcome.status;
  if (outcome.kind === 'success') {
    const options = toReplyOptions(deps, heard, call);
    const parts = toReplyParts(outcome, options);
    return say(deps, contextId, deps.summarise === undefined ? parts : await withSummary(deps.summarise, heard, parts));
  }
  if (outcome.kind === 'mapped' && isMessage(outcome, heard, now))
    return say(deps, contextId, toMappedParts(outcome, toReplyOptions(deps, heard, call)));
  if (outcome.kind === 'problem' && isError(outcome, heard, now))
    return { kind: 'failure', failure: problemToFailure(outcome) };
  // The operator reads of it in the line of the call, as if it had been an error.
  if (outcome.kind === 'problem') record.failure ??= { code: outcome.code };
  const begun = await beginTask(deps, heard, { call, contextId, outcome });
  return { kind: 'task', id: begun.id, begun };
}

/** The call itself, when it takes longer than its caller is to wait. */
async function invoke(
  deps: A2AHandlerDeps,
  heard: Heard,
  { call, contextId, policy }: NowCall,
): Promise<Outcome | EarlyCall | 'no place'> {
  const { request, messageId } = heard;
  const context = contextOf(heard);
  const options = { turn: toTurnFacts(request, { messageId, contextId }) };
  try {
    if (!policy.mayOutlast || policy.reply === 'message' || heard.exchange.codec.prefersMessages)
      return await deps.invoker.invoke(call, context, options);
    const early = startCall(deps, { call, context }, options);
    const { clock, longestWait: ms } = deps.tasks;
    return (await isSettledWithin(clock, early.outcome, { ms })) ? await early.outcome : early;
  } catch (thrown) {
    const error = toGatewayError(thrown);
    const problem = toUnanswered(error);
    // Nobody waits for the failure of a call whose caller has gone away.
    if (problem === undefined || context.signal?.aborted === true || isError(problem, heard, { policy })) throw thrown;
    // A service that says so itself has replied, and that is an outcome.
    if (error.code === 'upstream_busy') return 'no place';
    heard.exchange.context.record.failure = { code: error.code, detail: error.detail };
    return problem;
  }
}

function say(deps: A2AHandlerDeps, contextId: string, parts: readonly TaskPart[]): Answer {
  return { kind: 'message', message: { messageId: deps.newId(), contextId, parts } };
}

function isMessage({ state, asMessage }: Mapped, { exchange }: Heard, { policy }: Pick<NowCall, 'policy'>): boolean {
  return state === 'completed' && (asMessage || policy.reply === 'message' || exchange.codec.prefersMessages);
}

// A 401 for the caller's own credentials goes back as one: clients get new ones then and try again.
function isError({ code }: Problem, { exchange }: Heard, { policy }: Pick<NowCall, 'policy'>): boolean {
  if (failures[code].keepsHttpStatus) return true;
  return exchange.codec.prefersMessages || policy.reply === 'message' || policy.failures === 'error';
}

function toReplyOptions({ answers }: A2AHandlerDeps, { request }: Heard, call: Call): ReplyOptions {
  return {
    form: toAnswerForm(answers, request, call),
    textOnly: takesOnlyText(request.acceptedOutputModes),
  };
}

function toMappedParts({ text, artifacts, status }: Mapped, options: ReplyOptions): readonly TaskPart[] {
  const said: readonly TaskPart[] = text === undefined || text === '' ? [] : [{ kind: 'text', text }];
  const form = options.form === undefined ? undefined : toAgentForm(options.form, text);
  const results = artifacts.flatMap(({ content }) => toReplyParts({ status, content }, { ...options, form }));
  const parts = [...said, ...results];
  return parts.length > 0 ? parts : toReplyParts({ status, content: { kind: 'empty' } }, options);
}
