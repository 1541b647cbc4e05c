// What is published at one time: the catalog, and the agents that are views of it, with their cards. Replaced as a whole.

import { buildCards, type AgentCards, type AgentFacts } from '../a2a/card.ts';
import type { Capabilities } from '../a2a/capabilities.ts';
import { agentPath } from '../catalog/addresses.ts';
import { createAgentIndex, createSkillAgents, type AgentIndex, type AgentView } from '../catalog/agents.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { cutAtWord } from '../catalog/describe.ts';
import type { ShowFindSkills } from '../converse/help/find-skills-tool.ts';
import { GatewayError } from '../errors.ts';

export interface Published {
  readonly catalog: Catalog;
  /** What is said of the root agent, which has all skills. */
  readonly facts: AgentFacts;
  readonly cards: AgentCards;
  /** The agents beside it. */
  readonly agents: AgentIndex;
  /** Made anew each time: only few of what may be a thousand are asked for. */
  cardsOf(agent: AgentView): AgentCards;
  readonly builtAt: Date;
}

export interface PublishOptions {
  /** Of the root agent. */
  readonly facts: AgentFacts;
  readonly capabilities?: Capabilities;
  readonly findSkills?: ShowFindSkills;
  /** Default: now. */
  readonly builtAt?: Date;
}

const longestName = 40;
const suggested = 5;

/** Cards of the agents beside the root are made when they are asked for. */
export function publish(catalog: Catalog, { facts, builtAt = new Date(), ...options }: PublishOptions): Published {
  return {
    catalog,
    facts,
    cards: buildCards(facts, catalog.skills, options),
    agents: createAgentIndex([createSkillAgents(catalog.skills)]),
    cardsOf: ({ id, name, description, skills }) => {
      const own = { ...facts, name: `${cutAtWord(facts.name, longestName)}: ${name}`, description };
      return buildCards(own, skills, { ...options, path: agentPath(id) });
    },
    builtAt,
  };
}

/** Throws `not_found`. */
export function findAgent({ agents }: Published, id: string): AgentView {
  const agent = agents.find(id);
  if (agent !== undefined) return agent;
  const suggestions = agents.suggest(id, suggested);
  const hint = suggestions.length === 0 ? 'GET /agents lists all.' : `Did you mean ${suggestions.join(', ')}?`;
  throw new GatewayError('not_found', `There is no agent ${JSON.stringify(id.slice(0, 100))}. ${hint}`, {
    metadata: { suggestions: suggestions.join(', ') },
  });
}
