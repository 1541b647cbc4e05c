// Asks how a job stands, fetches its result, and tells the service to stop: with the headers of the target, those of the caller that it
// lets pass, and only at the service itself. One redirect is followed. A failure in passing is no news of the job.

import { GatewayError } from '../../errors.ts';
import { parseJson } from '../../lib/json.ts';
import { createRecord } from '../../lib/record.ts';
import type { Skill } from '../../catalog/skill.ts';
import type { Upstream, UpstreamRequest, UpstreamResponse } from '../../upstream/request.ts';
import type { CallContext, Invoker } from '../call.ts';
import type { CompiledSkill } from '../compile.ts';
import { toMapped } from '../conversation/to-mapped.ts';
import { buildHeaders } from '../headers.ts';
import type { Job, JobLook } from '../job.ts';
import type { Problem, Success } from '../outcome.ts';
import { parseRetryAfter } from '../../lib/retry-after.ts';
import { toOutcome } from '../to-outcome.ts';
import { findCancel } from './find-cancel.ts';
import { readLook, type Reading } from './read-look.ts';

export interface FollowDeps {
  readonly upstream: Upstream;
  readonly find: (id: string) => Skill | undefined;
  readonly compile: (skill: Skill) => CompiledSkill;
  readonly now: () => number;
}

interface Asking {
  readonly compiled: CompiledSkill;
  readonly context: CallContext;
}

interface Reply {
  readonly response: UpstreamResponse;
  readonly outcome: Success | Problem;
  /** Absolute, as it was asked. */
  readonly url: string;
}

const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
const moved: ReadonlySet<number> = new Set([301, 307, 308]);
const seeOther: ReadonlySet<number> = new Set([302, 303]);

export function createJobs(deps: FollowDeps): Pick<Invoker, 'lookAt' | 'cancelJob'> {
  const { upstream, now } = deps;

  const open = (job: Job): CompiledSkill => {
    const skill = deps.find(job.skill);
    if (skill !== undefined) return deps.compile(skill);
    throw new GatewayError(
      'skill_not_found',
      `The skill "${job.skill}" that the work was started with is not offered any more, so nobody can ask for its result.`,
    );
  };

  const ask = async ({ compiled, context }: Asking, url: string): Promise<Reply> => {
    const { request, forwardedCredentials } = toRequest({ compiled, context }, 'GET', url);
    const response = await upstream.send(request);
    const outcome = toOutcome(response, { method: 'GET', forwardedCredentials, now: now() });
    return { response, outcome, url };
  };

  const fetchResult = async (asking: Asking, job: Job, url: string): Promise<JobLook> => {
    const { addresses } = asking.compiled.jobs;
    const own = addresses.resolve(url);
    // What lies elsewhere is named, not fetched: it may be anywhere, and credentials stay at home.
    if (own === undefined) return { kind: 'done', outcome: toUrl(url) };
    const first = await ask(asking, own);
    const onward = redirectOf(first);
    const next = onward === undefined ? undefined : addresses.resolve(onward, own);
    if (onward !== undefined && next === undefined)
      return { kind: 'done', outcome: toUrl(addresses.resolveAny(onward, own) ?? onward) };
    const { response, outcome } = next === undefined ? first : await ask(asking, next);
    if (outcome.kind === 'problem' && passing.has(outcome.status)) return toPassing(job, response, now());
    return { kind: 'done', outcome };
  };

  const look = async (job: Job, context: CallContext): Promise<JobLook> => {
    const compiled = open(job);
    const asking = { compiled, context };
    const { addresses, conversation } = compiled.jobs;
    const statusUrl = addresses.resolve(job.statusUrl);
    if (statusUrl === undefined) return { kind: 'done', outcome: toElsewhere() };
    let reply = await ask(asking, statusUrl);
    const onward = redirectOf(reply);
    if (onward !== undefined && seeOther.has(reply.response.status)) {
      return fetchResult(asking, job, addresses.resolveAny(onward, statusUrl) ?? onward);
    }
    if (onward !== undefined) {
      const next = addresses.resolve(onward, statusUrl);
      if (next === undefined) return { kind: 'done', outcome: toElsewhere() };
      reply = await ask(asking, next);
    }
    const { response, outcome, url } = reply;
    if (outcome.kind === 'problem' && passing.has(outcome.status)) return toPassing(job, response, now());
    const session = job.form?.['session'];
    const source = { outcome, response, url, ...(session !== undefined && { session }) };
    if (outcome.kind === 'problem') {
      const mapped = conversation === undefined ? undefined : toMapped(source, conversation);
      return { kind: 'done', outcome: mapped ?? outcome };
    }
    const body = outcome.content.kind === 'json' ? parseJson(outcome.content.text) : undefined;
    const states = conversation === undefined ? {} : { states: conversation.states };
    const reading = readLook(compiled.jobs, job, { response, body, url, now: now(), ...states });
    if (reading.kind === 'running' || reading.kind === 'canceled') return reading;
    if (reading.kind === 'failed') return { kind: 'done', outcome: toFailed(outcome, reading.message) };
    const isAnswered = reading.kind === 'turned' || conversation?.reply.text !== undefined;
    if (conversation !== undefined && isAnswered) {
      const mapped = toMapped({ ...source, ...(reading.kind === 'turned' && { state: reading.state }) }, conversation);
      if (mapped !== undefined) return { kind: 'done', outcome: mapped };
    }
    return complete(asking, job, { reading, outcome, url });
  };

  // A connection that broke within an answer is a failure in passing like any other: the question can be asked again.
  const lookAt = async (job: Job, context: CallContext): Promise<JobLook> => {
    try {
      return await look(job, context);
    } catch (error) {
      if (error instanceof GatewayError && error.code === 'upstream_bad_reply') return { kind: 'running', job };
      throw error;
    }
  };

  const complete = async (
    asking: Asking,
    job: Job,
    { reading, outcome, url }: { readonly reading: Reading; readonly outcome: Success; readonly url: string },
  ): Promise<JobLook> => {
    if (reading.kind !== 'completed') return { kind: 'done', outcome };
    const { resultUrl, content } = reading;
    if (resultUrl !== undefined && resultUrl !== url) return fetchResult(asking, job, resultUrl);
    return { kind: 'done', outcome: content === undefined ? outcome : { ...outcome, content } };
  };

  const cancelJob = async (job: Job, context: CallContext): Promise<boolean> => {
    const compiled = open(job);
    const { statusUrl } = job;
    const way = job.cancel ?? findCancel(compiled.jobs, { body: {}, facts: new Map(), statusUrl, url: statusUrl });
    const url = way === undefined ? undefined : compiled.jobs.addresses.resolve(way.url);
    if (way === undefined || url === undefined) return false;
    const { status } = await upstream.send(toRequest({ compiled, context }, way.method, url).request);
    // Gone is as good as stopped.
    return status < 300 || status === 404 || status === 410;
  };

  return { lookAt, cancelJob };
}

function toRequest(
  { compiled, context }: Asking,
  method: string,
  url: string,
): { readonly request: UpstreamRequest; readonly forwardedCredentials: boolean } {
  const { headerPlan, ownQuery, skill, baseUrl, timeout, jobs } = compiled;
  const { headers, forwardedCredentials } = buildHeaders(
    headerPlan,
    { fromArguments: createRecord<string>(), contentType: undefined },
    context,
  );
  const { path, ...root } = jobs.addresses.toPath(url);
  const secrets = ownQuery.filter((pair) => !path.includes(`${pair.split('=', 1)[0]}=`)).join('&');
  const accept = headers['accept'] ?? '*/*';
  return {
    forwardedCredentials,
    request: {
      target: skill.target,
      method,
      baseUrl,
      path: secrets === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${secrets}`,
      ...root,
      headers: { ...headers, accept: accept.includes('application/json') ? accept : `application/json, ${accept}` },
      safe: method === 'GET',
      timeout,
      signal: context.signal,
    },
  };
}

function redirectOf({ response: { status, headers } }: Reply): string | undefined {
  return moved.has(status) || seeOther.has(status) ? headers['location'] : undefined;
}

function toPassing(job: Job, { headers }: UpstreamResponse, now: number): JobLook {
  const retryAfter = parseRetryAfter(headers['retry-after'], now);
  return { kind: 'running', job, ...(retryAfter !== undefined && { retryAfter }) };
}

function toFailed({ status, content }: Success, said: string | undefined): Problem {
  const message = said ?? 'The service says that the work failed, and not why.';
  return { kind: 'problem', code: 'upstream_failed', status, message, content };
}

function toUrl(url: string): Success {
  return { kind: 'success', status: 200, content: { kind: 'url', url, mediaType: 'application/octet-stream' } };
}

function toElsewhere(): Problem {
  const message = 'The service says to ask for the work at another address than its own, which is not done.';
  return { kind: 'problem', code: 'address_not_allowed', status: 502, message, content: { kind: 'empty' } };
}
