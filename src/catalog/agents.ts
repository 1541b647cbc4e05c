// The agents beside the root: views of the catalog, each with its own card and addresses below `/agents/`, so that a URL can say what
// a message does not. They come from sources, which are asked in order; the first one that knows an id answers. An agent is made when it is
// asked for: there may be as many as there are skills.

import { once } from '../lib/once.ts';
import { rankNearest } from '../lib/nearest.ts';
import type { Skill } from './skill.ts';

export interface AgentView {
  /** Stands in its addresses; tasks belong to it. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The same array each time, since indexes are kept by it. */
  readonly skills: readonly Skill[];
}

export interface AgentSource {
  find(id: string): AgentView | undefined;
  list(): readonly AgentView[];
}

export interface AgentIndex extends AgentSource {
  /** Up to `limit` ids that look like the given one, best first. */
  suggest(id: string, limit: number): readonly string[];
}

/** No id is longer: that of a target, a dot, and that of a skill. */
const longestId = 100;

export function createAgentIndex(sources: readonly AgentSource[]): AgentIndex {
  const list = once(() => {
    const agents = new Map<string, AgentView>();
    for (const agent of sources.flatMap((source) => source.list()))
      if (!agents.has(agent.id)) agents.set(agent.id, agent);
    return [...agents.values()];
  });
  return {
    find: (id) => {
      for (const source of sources) {
        const agent = source.find(id);
        if (agent !== undefined) return agent;
      }
      return undefined;
    },
    list,
    suggest: (id, limit) => {
      if (id.length > longestId) return [];
      const ids = list().map((agent) => agent.id);
      const word = id.toLowerCase();
      // A skill whose target was left out, or was written as the prefix of its id.
      const ending = ids.filter((one) => one.toLowerCase().endsWith(`.${word}`) || one.replace('.', '__') === id);
      const containing = ids.filter((one) => word.length > 2 && one.toLowerCase().includes(word));
      return [...new Set([...ending, ...rankNearest(id, ids, limit), ...containing])].slice(0, limit);
    },
  };
}

/** The id of the agent that has this one skill: `pets.getPetById`. Ids of targets have no dot. */
export function skillAgentId({ target, bareId }: Skill): string {
  return `${target}.${bareId}`;
}

/** An agent for each skill, found by `target.bareId` or `target.id`. */
export function createSkillAgents(skills: readonly Skill[]): AgentSource {
  const made = new Map<Skill, AgentView>();
  const names = once(() => {
    const byName = new Map(skills.map((skill) => [`${skill.target}.${skill.id}`, skill]));
    for (const skill of skills) byName.set(skillAgentId(skill), skill);
    return byName;
  });
  const agentOf = (skill: Skill): AgentView => {
    const known = made.get(skill);
    if (known !== undefined) return known;
    const { name, description } = skill;
    const agent = { id: skillAgentId(skill), name, description, skills: [skill] };
    made.set(skill, agent);
    return agent;
  };
  return {
    find: (id) => {
      const skill = names().get(id);
      return skill === undefined ? undefined : agentOf(skill);
    },
    list: () => skills.map(agentOf),
  };
}
