// What the reply to a question about a job says: it goes on, it is done and where the result is, it failed, it was cancelled.

import { atPointer } from '../../lib/json-pointer.ts';
import { isJsonObject } from '../../lib/json.ts';
import type { UpstreamResponse } from '../../upstream/request.ts';
import { readState, type ConversationState } from '../conversation/states.ts';
import type { Job } from '../job.ts';
import type { Content } from '../outcome.ts';
import { toContent } from '../conversation/to-content.ts';
import { parseRetryAfter } from '../../lib/retry-after.ts';
import { findWordsIn, tidy } from '../reply/describe-failure.ts';
import { readFacts } from './facts.ts';
import { findLink, findText, hasProgress, readProgress, readStatus, type Said, type StatusWord } from './fields.ts';
import { findCancel } from './find-cancel.ts';
import type { JobPlan } from './plan.ts';

export interface LookReply {
  readonly response: UpstreamResponse;
  readonly body: unknown;
  /** The URL that was asked. */
  readonly url: string;
  readonly now: number;
  /** The words of a mapped operation. */
  readonly states?: ReadonlyMap<string, ConversationState>;
}

/** `result`: where it is to be fetched, or what it is; neither: the reply itself is the result. */
export type Reading =
  | { readonly kind: 'running'; readonly job: Job; readonly retryAfter?: number; readonly progress?: string }
  | { readonly kind: 'completed'; readonly resultUrl?: string; readonly content?: Content }
  | { readonly kind: 'failed'; readonly message?: string }
  | { readonly kind: 'canceled'; readonly message?: string }
  /** A conversation's own state: the caller has the next turn, or it is refused. */
  | { readonly kind: 'turned'; readonly state: 'input-required' | 'auth-required' | 'rejected' };

export function readLook(plan: JobPlan, job: Job, reply: LookReply): Reading {
  const { response, states } = reply;
  const body = isJsonObject(reply.body) ? reply.body : {};
  const said = { body, facts: readFacts(body, true) };
  const status = readStatus(said, plan.rules.status, plan.rules.words);
  const parsed = { ...reply, ...said, status };
  if (states !== undefined && status !== undefined) {
    const state = readState(status.word, states);
    if (state === 'input-required' || state === 'auth-required' || state === 'rejected')
      return { kind: 'turned', state };
    if (state === 'canceled') return toCanceled(said.facts);
    if (state === 'failed') return toFailed(said.facts);
    if (state === 'completed') return toCompleted(plan, job, parsed);
    if (state === 'working') return toRunning(plan, job, parsed);
  }
  const known = status?.state;
  if (known === 'failed') return toFailed(said.facts);
  if (known === 'canceled') return toCanceled(said.facts);
  if (response.status === 202 || known === 'running' || isUnchanged(job, parsed)) return toRunning(plan, job, parsed);
  return toCompleted(plan, job, parsed);
}

interface Parsed extends Omit<LookReply, 'body'>, Said {
  readonly status: StatusWord | undefined;
}

/** Of a word that means nothing here: it is the one of the beginning, or the service says that it wants to be asked again. */
function isUnchanged({ form }: Job, { response, facts, status }: Parsed): boolean {
  if (status === undefined || status.state !== undefined) return false;
  if (status.word === form?.['word'] || response.headers['retry-after'] !== undefined) return true;
  const percent = facts.get('percentcomplete') ?? facts.get('progress');
  return hasProgress(facts) && typeof percent === 'number' && percent < 100 && percent !== 1;
}

function toCanceled(facts: Said['facts']): Reading {
  const message = findText(facts, ['message', 'reason', 'detail', 'statusmessage']);
  return { kind: 'canceled', ...(message !== undefined && { message }) };
}

const reasons = [
  'errormessage',
  'failuremessage',
  'failurereason',
  'statusmessage',
  'statusreason',
  'failure',
  'description',
];

function toFailed(facts: Said['facts']): Reading {
  const message = findWordsIn(Object.fromEntries(facts), 200) ?? findText(facts, reasons);
  return { kind: 'failed', ...(message !== undefined && { message: tidy(message) }) };
}

function toRunning(plan: JobPlan, job: Job, { response, body, facts, url, now }: Parsed): Reading {
  const { addresses, rules } = plan;
  const { headers } = response;
  const moved = response.status === 202 ? (headers['operation-location'] ?? headers['location']) : undefined;
  const statusUrl = (moved === undefined ? undefined : addresses.resolve(moved, url)) ?? job.statusUrl;
  const cancel = findCancel(plan, { body, facts, statusUrl, url }) ?? job.cancel;
  const retryAfter = parseRetryAfter(headers['retry-after'], now);
  const progress = readProgress({ body, facts }, rules.progress);
  return {
    kind: 'running',
    job: { ...job, statusUrl, ...(cancel !== undefined && { cancel }) },
    ...(retryAfter !== undefined && { retryAfter }),
    ...(progress !== undefined && { progress }),
  };
}

const urlMembers = [
  'resourcelocation',
  ...['result', 'output', 'download'].flatMap((name) => [`${name}url`, `${name}uri`]),
];
const inlineMembers = ['result', 'results', 'output', 'outputs', 'response', 'value'];

function toCompleted({ rules, addresses }: JobPlan, job: Job, { body, facts, url, status }: Parsed): Reading {
  const toReading = (value: unknown): Reading => {
    // A result that is an address alone is to be asked for the result.
    const address = typeof value === 'string' && /^(?:https?:\/\/|\/)\S+$/.test(value) ? value : undefined;
    const resultUrl = address === undefined ? undefined : addresses.resolveAny(address, url);
    return resultUrl === undefined
      ? { kind: 'completed', content: toContent(value) }
      : { kind: 'completed', resultUrl };
  };
  if (rules.result !== undefined) {
    const value = atPointer(body, rules.result);
    if (value !== undefined && value !== null) return toReading(value);
  }
  // Only a body that is about a job has its result in a member; any other is the result.
  if (status?.state !== undefined) {
    const inline = inlineMembers.find((name) => name !== status.member && isSaid(facts.get(name)));
    if (inline !== undefined) return toReading(facts.get(inline));
    const linked = findText(facts, urlMembers) ?? findLink(facts, ['result', 'results', 'output', 'download'])?.href;
    const address = linked ?? job.resultUrl;
    const resultUrl = address === undefined ? undefined : addresses.resolveAny(address, url);
    if (resultUrl !== undefined) return { kind: 'completed', resultUrl };
    if (status.member !== 'data' && isSaid(facts.get('data'))) return toReading(facts.get('data'));
  }
  return job.resultUrl === undefined ? { kind: 'completed' } : { kind: 'completed', resultUrl: job.resultUrl };
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
