// A text that names a skill by its HTTP request: `GET /pets/10?limit=5`, `POST /pets {"name":"Rex"}`. Path and query values
// become arguments by their place; the fields of a body may follow as JSON or key=value. A URL may stand for its path.

import type { Argument, Skill } from '../catalog/skill.ts';
import { isJsonObject } from '../lib/json.ts';
import type { Agent } from './agent.ts';
import type { Located } from './contents.ts';
import type { Pair } from './key-values.ts';
import { ambiguousName, unknownSkill } from './refusal.ts';
import type { RouteMatch } from './route-index.ts';
import { parseRest } from './typed-call.ts';
import type { TypedCall } from './typed/call-at-start.ts';
import { readable, toGivenPairs } from './typed/given-pairs.ts';
import { afterLeadIn } from './typed/lead-in.ts';
import { moodOf } from './typed/request-words.ts';

// Longer than any path that a person writes, shorter than what could keep the tree busy.
const longestTarget = 8192;

export function parseRouteCall(
  text: Located<string>,
  agent: Agent,
  { isQuestion }: { readonly isQuestion: boolean } = { isQuestion: false },
): TypedCall | undefined {
  for (const led of afterLeadIn(text.value)) {
    const written = /^([A-Za-z]{2,20})\s+((?:https?:\/\/|\/)\S*)(?:\s+HTTP\/[\d.]+)?/.exec(
      led.text.slice(0, longestTarget),
    );
    const [whole = '', method = '', url = ''] = written ?? [];
    if (written === null) continue;
    const rest = led.text.slice(whole.length).trim();
    const call = toRouteCall({ method, url, rest, field: text.field }, agent);
    if (call === undefined) continue;
    return call.skill.readOnly || (moodOf(led.lead) === 'order' && !isQuestion) ? call : undefined;
  }
  return undefined;
}

export interface WrittenRequest {
  readonly method: string;
  /** A path, or a URL of a server of the document. */
  readonly url: string;
  /** What follows: the fields of a body. */
  readonly rest: string;
  readonly field: string;
}

export function toRouteCall({ method, url, rest, field }: WrittenRequest, agent: Agent): TypedCall | undefined {
  const [, origin, target = ''] = /^(https?:\/\/[^/?#]*)?(.*)$/s.exec(url) ?? [];
  const [location = '', fragment] = target.split('#', 2);
  const [path = '', ...query] = location.split('?');
  const found = agent.route({
    method,
    path,
    query: new URLSearchParams(query.join('?')),
    ...(fragment !== undefined && { fragment }),
  });
  const matches = found?.filter(({ skill }) => origin === undefined || mayServe(origin, skill));
  if (matches === undefined) return undefined;
  const route = `${method.toUpperCase()} ${path}`;
  const [match] = matches;
  if (match === undefined) {
    // Words behind the path make it a sentence, which others may understand; a URL may be of anything.
    if (rest === '' && origin === undefined) throw unknownSkill(route, field, agent);
    return undefined;
  }
  if (matches.length > 1) {
    const skills = matches.map(({ skill }) => skill);
    throw ambiguousName(route, field, skills);
  }
  return toTypedCall(match, rest, field);
}

/** A change is made only where the URL says; a look may be at any service that has such a path. */
function mayServe(origin: string, { readOnly, baseUrl, operation }: Skill): boolean {
  if (readOnly) return true;
  const isSame = (url: string | undefined) =>
    url !== undefined && URL.canParse(url) && URL.canParse(origin) && new URL(url).host === new URL(origin).host;
  return isSame(baseUrl) || isSame(operation.server);
}

function toTypedCall(match: RouteMatch, rest: string, field: string): TypedCall | undefined {
  const { skill } = match;
  const body = parseRest(rest, skill, field);
  if (body === undefined) return undefined;
  const pairs = [...toPathPairs(match), ...toQueryPairs(match)];
  if (pairs.length === 0 && rest === '') return { skill, given: undefined };
  const fromRoute = readable(skill, field, () => toGivenPairs(pairs, skill)).arguments;
  return { skill, given: { arguments: { ...body, ...(isJsonObject(fromRoute) && fromRoute) }, coerce: true } };
}

function toPathPairs({ skill, path }: RouteMatch): readonly Pair[] {
  return Array.from(path, ([name, value]) => [keyOf(skill, 'path', name), value] as const);
}

function toQueryPairs({ skill, query }: RouteMatch): readonly Pair[] {
  return query.map(([name, value]) => [keyOf(skill, 'query', name), value] as const);
}

/** A wire name may stand for a path and a query argument; the place tells which. */
function keyOf(skill: Skill, place: Argument['in'], wireName: string): string {
  return (
    skill.input.arguments.find((argument) => argument.in === place && argument.wireName === wireName)?.key ?? wireName
  );
}
