// The call is made within the request. What finishes is answered with a message, without a task. What does not finish, what wants
// another turn, and what the service fails becomes a task, which takes the outcome over; what finds no place at the service becomes
// a task that waits for one. A2A 1.0 §3.1.1, §3.2.2.

import { failures, toGatewayError } from '../errors.ts';
import type { Call } from '../invoke/call.ts';
import type { Mapped, Outcome, Problem } from '../invoke/outcome.ts';
import { toUnanswered } from '../invoke/to-unanswered.ts';
import { within } from '../task/clock.ts';
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
import { beginTask, type Start } from './start-task.ts';
import { withSummary } from './summary.ts';
import { takesTurns, toTurnFacts } from './task-message.ts';

export interface NowCall {
  readonly call: Call;
  readonly contextId: string;
  readonly policy: ReplyPolicy;
}

/** What became of the call within the time that its caller waits. */
type Made = Outcome | EarlyCall | 'no place';

export function callNow(deps: A2AHandlerDeps, heard: Heard, now: NowCall): Promise<Answer> {
  return invoke(deps, heard, now).then(
    (made) => answerMade(deps, heard, { ...now, made }),
    (thrown: unknown) => answerMade(deps, heard, { ...now, made: toMade(thrown, heard, now) }),
  );
}

interface MadeCall extends NowCall {
  readonly made: Made;
}

function answerMade(deps: A2AHandlerDeps, heard: Heard, now: MadeCall): Answer | Promise<Answer> {
  const { call, contextId, made } = now;
  if (made === 'no place') return inTask(deps, heard, { call, contextId });
  if (made.kind === 'early') return inTask(deps, heard, { call, contextId, early: made });
  const { record } = heard.exchange.context;
  // Set when there was no reply: then the status is ours.
  if (record.failure === undefined) record.upstreamStatus = made.status;
  if (made.kind === 'success') {
    const parts = toReplyParts(made, toReplyOptions(deps, heard, call));
    const { summarise } = deps;
    return summarise === undefined
      ? say(deps, contextId, parts)
      : withSummary(summarise, heard, parts).then((told) => say(deps, contextId, told));
  }
  if (made.kind === 'mapped' && isMessage(made, heard, now))
    return say(deps, contextId, toMappedParts(made, toReplyOptions(deps, heard, call)));
  if (made.kind === 'problem' && isError(made, heard, now)) return { kind: 'failure', failure: problemToFailure(made) };
  // The operator reads of it in the line of the call, as if it had been an error.
  if (made.kind === 'problem') record.failure ??= { code: made.code };
  return inTask(deps, heard, { call, contextId, outcome: made });
}

async function inTask(deps: A2AHandlerDeps, heard: Heard, start: Start): Promise<Answer> {
  const begun = await beginTask(deps, heard, start);
  return { kind: 'task', id: begun.id, begun, ...(start.early === undefined ? {} : { isLate: true }) };
}

/** The call itself, when it takes longer than its caller is to wait. */
function invoke(
  deps: A2AHandlerDeps,
  heard: Heard,
  { call, contextId, policy }: NowCall,
): Promise<Outcome | EarlyCall> {
  const { request, messageId } = heard;
  const context = contextOf(heard);
  const options = takesTurns(call.skill) ? { turn: toTurnFacts(request, { messageId, contextId }) } : {};
  if (!policy.mayOutlast || policy.reply === 'message' || heard.exchange.codec.prefersMessages)
    return deps.invoker.invoke(call, context, options);
  const early = startCall(deps, { call, context }, options);
  const { clock, longestWait } = deps.tasks;
  return within(clock, early.outcome, { ms: longestWait, late: early });
}

/** Throws what is told as an error. */
function toMade(thrown: unknown, heard: Heard, { policy }: Pick<NowCall, 'policy'>): Made {
  const error = toGatewayError(thrown);
  const problem = toUnanswered(error);
  const { call, record } = heard.exchange.context;
  // Nobody waits for the failure of a call whose caller has gone away.
  if (problem === undefined || call.signal?.aborted === true || isError(problem, heard, { policy })) throw thrown;
  // A service that says so itself has replied, and that is an outcome.
  if (error.code === 'upstream_busy') return 'no place';
  record.failure = { code: error.code, detail: error.detail };
  return problem;
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
