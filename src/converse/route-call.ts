// A text that names a skill by its HTTP request: `GET /pets/10?limit=5`, `POST /pets {"name":"Rex"}`. Path and query values
// become arguments by their place; the fields of a body may follow as JSON or key=value.

import type { Argument, Skill } from '../catalog/skill.ts';
import type { Agent } from './agent.ts';
import { toArgumentTree, toKnownNames } from './argument-tree.ts';
import type { Located } from './contents.ts';
import type { Pair } from './key-values.ts';
import { ambiguousName, unknownSkill } from './refusal.ts';
import type { RouteMatch } from './route-index.ts';
import { parseRest, readable, type TypedCall } from './typed-call.ts';

// Longer than any path that a person writes, shorter than what could keep the tree busy.
const longestTarget = 8192;

export function parseRouteCall(text: Located<string>, agent: Agent): TypedCall | undefined {
  const written = /^([A-Za-z]{2,20})\s+(\/\S*)(?:\s+HTTP\/[\d.]+)?/.exec(text.value.slice(0, longestTarget));
  const [whole = '', method = '', target = ''] = written ?? [];
  if (written === null) return undefined;
  const [location = '', fragment] = target.split('#', 2);
  const [path = '', ...query] = location.split('?');
  const matches = agent.route({
    method,
    path,
    query: new URLSearchParams(query.join('?')),
    ...(fragment !== undefined && { fragment }),
  });
  if (matches === undefined) return undefined;
  const rest = text.value.slice(whole.length).trim();
  const route = `${method.toUpperCase()} ${path}`;
  const [match] = matches;
  if (match === undefined) {
    // Words behind the path make it a sentence, which others may understand.
    if (rest === '') throw unknownSkill(route, text.field, agent);
    return undefined;
  }
  if (matches.length > 1) {
    const skills = matches.map(({ skill }) => skill);
    throw ambiguousName(route, text.field, skills);
  }
  return toTypedCall(match, rest, text.field);
}

function toTypedCall(match: RouteMatch, rest: string, field: string): TypedCall | undefined {
  const { skill } = match;
  const body = parseRest(rest, skill, field);
  if (body === undefined) return undefined;
  const pairs = [...toPathPairs(match), ...toQueryPairs(match)];
  if (pairs.length === 0 && rest === '') return { skill, given: undefined };
  const fromRoute = readable(skill, field, () => toArgumentTree(pairs, toKnownNames(skill)));
  return { skill, given: { arguments: { ...body, ...fromRoute }, coerce: true } };
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
