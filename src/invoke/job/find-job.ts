// Whether a reply says that the work goes on, and where to ask: 202 with an address in a header or the body, or a job resource that is
// plainly not finished. A 201 alone creates something; `pending` may be how an order is. RFC 9110 §15.3.3.

import { isJsonObject } from '../../lib/json.ts';
import type { UpstreamResponse } from '../../upstream/request.ts';
import type { Accepted, Problem, Success } from '../outcome.ts';
import { parseRetryAfter } from '../../lib/retry-after.ts';
import { parseLinks } from '../reply/link.ts';
import { findStatusAddress, readFacts } from './facts.ts';
import { findLink, findText, hasProgress, readProgress, readStatus, type Said, type StatusWord } from './fields.ts';
import { fillTemplate } from './fill-template.ts';
import { findCancel } from './find-cancel.ts';
import type { JobPlan } from './plan.ts';

export interface JobReply {
  readonly response: UpstreamResponse;
  readonly outcome: Success;
  /** The parsed body. */
  readonly body: unknown;
  /** The URL that was asked, absolute. */
  readonly url: string;
  readonly now: number;
  readonly session?: string;
}

/** Undefined when the reply is the result. A problem when the address is elsewhere: nobody could ask there. */
export function findJob(plan: JobPlan, reply: JobReply): Accepted | Problem | undefined {
  const { response, outcome } = reply;
  const body = isJsonObject(reply.body) ? reply.body : {};
  const said = { body, facts: readFacts(body, outcome.status === 202) };
  const status = readStatus(said, plan.rules.status, plan.rules.words);
  if (!goesOn(plan, reply, { ...said, status })) return undefined;
  const place = findPlace(plan, response, said);
  if (place === undefined) return undefined;
  const { addresses } = plan;
  const statusUrl = addresses.resolve(place, reply.url);
  if (statusUrl === undefined) return toElsewhere(outcome);
  const resultUrl = findResultUrl(plan, reply, statusUrl);
  const cancel = findCancel(plan, { ...said, statusUrl, url: reply.url });
  const retryAfter = parseRetryAfter(response.headers['retry-after'], reply.now);
  const progress = readProgress(said, plan.rules.progress);
  const form = {
    // A word that means nothing here means that nothing has changed, for as long as it stands.
    ...(status !== undefined && status.state === undefined && { word: status.word }),
    ...(reply.session !== undefined && { session: reply.session }),
  };
  return {
    kind: 'accepted',
    status: outcome.status,
    job: {
      skill: plan.skill.id,
      statusUrl,
      ...(resultUrl !== undefined && { resultUrl }),
      ...(cancel !== undefined && { cancel }),
      ...(Object.keys(form).length > 0 && { form }),
    },
    ...(retryAfter !== undefined && { retryAfter }),
    ...(progress !== undefined && { progress }),
  };
}

interface Seen extends Said {
  readonly status: StatusWord | undefined;
}

function goesOn({ rules }: JobPlan, { response, outcome }: JobReply, { facts, status }: Seen): boolean {
  if (outcome.status === 202) return status?.state !== 'completed';
  if (status?.state !== 'running') return false;
  if (rules.given) return true;
  return outcome.status === 201 && isJobLike(response, facts);
}

const jobWords =
  /(?:^|[/_-])(?:jobs?|operations?|tasks?|runs?|executions?|predictions?|async|status|batch(?:es)?|exports?|imports?|queue)(?:[/_?-]|$)/i;

/** True when something beside the word says so: orders are pending too, and are no jobs. */
function isJobLike({ headers }: UpstreamResponse, facts: Said['facts']): boolean {
  if (headers['retry-after'] !== undefined || statusHeaders.some((name) => headers[name] !== undefined)) return true;
  if (hasProgress(facts) || findStatusAddress(facts, true) !== undefined) return true;
  const address = headers['location'] ?? findLink(facts, ['status', 'get', 'self'])?.href ?? '';
  return jobWords.test(URL.parse(address, 'http://x.invalid')?.pathname ?? '');
}

const statusHeaders = ['operation-location', 'azure-asyncoperation'];
const plainMembers = ['href', 'url', 'self', 'location', 'uri'];

function findPlace(
  { rules, addresses }: JobPlan,
  { headers }: UpstreamResponse,
  { body, facts }: Said,
): string | undefined {
  if (rules.url !== undefined) return fillTemplate(rules.url, body, addresses);
  const header = [...statusHeaders, 'location', 'content-location'].find((name) => (headers[name] ?? '') !== '');
  if (header !== undefined) return headers[header];
  const links = parseLinks(headers['link']);
  const linked = links.find(({ rels }) => rels.some((rel) => rel === 'status' || rel === 'monitor' || rel === 'self'));
  return (
    linked?.target ??
    findStatusAddress(facts) ??
    findLink(facts, ['status', 'monitor', 'get', 'self'])?.href ??
    findText(facts, plainMembers)
  );
}

/** Beside an address for the status, Location is where the result will be. */
function findResultUrl(
  { addresses }: JobPlan,
  { response: { headers }, url }: JobReply,
  statusUrl: string,
): string | undefined {
  const { location } = headers;
  if (location === undefined || statusHeaders.every((name) => headers[name] === undefined)) return undefined;
  const resultUrl = addresses.resolve(location, url);
  return resultUrl === statusUrl ? undefined : resultUrl;
}

function toElsewhere({ status, content }: Success): Problem {
  const message =
    'The service took the work, but says to ask for it at another address than its own, which is not done. Name that address under "upstreams" if it is the service\'s.';
  return { kind: 'problem', code: 'address_not_allowed', status, message, content };
}
