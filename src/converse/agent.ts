// What the steps ask about the addressed agent: its skills by name, by route, and by the keys of bare data. The indexes are
// built on first use and kept as long as the agent's list of skills lives; a call only looks things up.

import type { Skill } from '../catalog/skill.ts';
import type { Call } from '../invoke/call.ts';
import { createDataIndex, type JsonRecord } from './data-index.ts';
import { createNameIndex, type NameAtStart } from './name-index.ts';
import { createPlainLines } from './plain-line.ts';
import { createRouteIndex, type RouteIndex } from './route-index.ts';
import { takesText } from './takes-text.ts';
import type { Turn } from './turn.ts';
import { createUnderstanding } from './understand/create-understanding.ts';
import type { Understanding } from './understand/understanding.ts';

export interface ResolverDeps {
  /** By id, or by whatever else is unique in the whole catalog. */
  find(id: string): Skill | undefined;
  /** Skills whose ids look like the given one, best first. */
  suggest(id: string, limit: number): readonly Skill[];
  accepts(skill: Skill, args: unknown): boolean;
  /** Takes bare data that names no skill, and text if it is an agent itself. */
  readonly defaultSkill?: string;
}

export interface Agent {
  readonly skills: readonly Skill[];
  /** Set when the agent has one skill. */
  readonly only: Skill | undefined;
  readonly defaultSkill: Skill | undefined;
  /** Takes text that names no skill. */
  readonly listener: Skill | undefined;
  /** The skills that a name may mean: none, the one, or several. */
  named(name: string): readonly Skill[];
  /** The names that a text begins with, the longest first. */
  namedAtStart(text: string): readonly NameAtStart[];
  /** Up to five skills that look like the name. */
  suggest(name: string): readonly Skill[];
  accepts(skill: Skill, args: unknown): boolean;
  readonly route: RouteIndex;
  matchData(data: JsonRecord): DataMatch;
  understand(sentence: string): Understanding;
  /** The call of a plain line of text; undefined for what has to be read more closely. */
  readLine(turn: Turn): Call | undefined;
}

/** What an agent makes of bare data. */
export type DataMatch =
  | { readonly kind: 'one'; readonly skill: Skill }
  | { readonly kind: 'several'; readonly skills: readonly Skill[] }
  | { readonly kind: 'none'; readonly nearest: readonly Skill[] };

const candidatesTried = 8;
const suggestions = 5;
// Comparing names takes time that grows with their length; no id is longer.
const longestName = 128;

export function createAgents(deps: ResolverDeps): (skills: readonly Skill[]) => Agent {
  const agents = new WeakMap<readonly Skill[], Agent>();
  return (skills) => {
    const known = agents.get(skills);
    if (known !== undefined) return known;
    const agent = createAgent(skills, deps);
    agents.set(skills, agent);
    return agent;
  };
}

function createAgent(skills: readonly Skill[], deps: ResolverDeps): Agent {
  const members = new Set(skills);
  const names = lazy(() => createNameIndex(skills));
  const routes = lazy(() => createRouteIndex(skills));
  const dataIndex = lazy(() => createDataIndex(skills));
  const understanding = lazy(() => createUnderstanding(skills));
  const find = (name: string) => {
    const skill = deps.find(name);
    return skill !== undefined && members.has(skill) ? skill : undefined;
  };
  const only = skills.length === 1 ? skills[0] : undefined;
  const defaultSkill = deps.defaultSkill === undefined ? undefined : find(deps.defaultSkill);
  const listener = [only, defaultSkill].find((skill) => skill !== undefined && takesText(skill));
  const named = (name: string): readonly Skill[] => {
    const skill = find(name);
    return skill === undefined ? names().find(name) : [skill];
  };
  const lines = lazy(() => createPlainLines({ skills, named }));
  return {
    skills,
    only,
    defaultSkill,
    listener,
    named,
    // Where there is no choice, or text is listened to, the same line may mean something else.
    readLine: (turn) => (only === undefined && listener === undefined ? lines()(turn) : undefined),
    namedAtStart: (text) => names().findAtStart(text),
    suggest: (name) => {
      // The catalog suggests from all agents: ask for more than are shown.
      const similar = name.length > longestName ? [] : deps.suggest(name, suggestions * 4);
      return similar.filter((skill) => members.has(skill)).slice(0, suggestions);
    },
    accepts: (skill, args) => deps.accepts(skill, args),
    route: (request) => routes()(request),
    understand: (sentence) => understanding()(sentence),
    matchData: (data) => {
      const { skills: candidates, isComplete } = dataIndex().candidates(data, candidatesTried);
      const accepting = candidates.filter((skill) => deps.accepts(skill, data));
      const [first] = accepting;
      if (first === undefined) return { kind: 'none', nearest: dataIndex().nearest(data, suggestions) };
      // One that was not tried might accept it too.
      if (accepting.length === 1 && isComplete) return { kind: 'one', skill: first };
      return { kind: 'several', skills: accepting.length > 1 ? accepting : candidates };
    },
  };
}

function lazy<Value>(build: () => Value): () => Value {
  let built: Value | undefined;
  return () => (built ??= build());
}
