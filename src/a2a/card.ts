// The agent card in its three shapes: 1.0 only, 0.3 only, and both field sets in one document. Made once per catalog as
// templates; what goes in is the agent's facts and skills, and no required field comes out empty. A2A 1.0 §8, 0.3 §5.5.

import type { Skill } from '../catalog/skill.ts';
import { findSkillsTool, showsFindSkills, type ShowFindSkills } from '../converse/help/find-skills-tool.ts';
import { allCapabilities, type Capabilities } from './capabilities.ts';
import { buildTemplate, inBase, type Template } from './card-template.ts';
import { toSkillContract } from './skill-contract.ts';

/** What the operator or the document says about the agent; empty texts count as unsaid. */
export interface AgentFacts {
  readonly name: string;
  readonly description?: string;
  readonly version?: string;
  readonly documentationUrl?: string;
  readonly provider?: { readonly organization: string; readonly url: string };
}

export type CardShape = '1.0' | '0.3' | 'both';

export interface AgentCards {
  readonly templates: Readonly<Record<CardShape, Template>>;
  /** For the operator, at start-up. */
  readonly warnings: readonly string[];
}

export interface CardOptions {
  /** What is on; default: all that there is. */
  readonly capabilities?: Capabilities;
  /** Below the base URL, where the agent is: `/agents/x`. The root agent is at the base URL itself. */
  readonly path?: string;
  /** Default: auto. */
  readonly findSkills?: ShowFindSkills;
}

const largeCardBytes = 200_000;

const modes = ['application/json', 'text/plain'];

export function buildCards(
  facts: AgentFacts,
  skills: readonly Skill[],
  { capabilities = allCapabilities, path = '', findSkills: show = 'auto' }: CardOptions = {},
): AgentCards {
  const findSkills = showsFindSkills(skills, show);
  const identity = toIdentity(facts);
  const offer = toOffer(skills, findSkills);
  const url = inBase(`${path}/a2a`);
  const extensions = skills.length === 0 ? {} : { extensions: [toSkillContract(skills, { findSkills })] };
  const v1 = toV1Fields(url, capabilities, extensions);
  const v03 = toV03Fields(url, capabilities, extensions);
  const templates = {
    '1.0': buildTemplate({ ...identity, ...v1, ...offer }),
    '0.3': buildTemplate({ ...identity, ...v03, ...offer }),
    both: buildTemplate({
      ...identity,
      ...v03,
      ...v1,
      capabilities: { ...v03.capabilities, ...v1.capabilities },
      ...offer,
    }),
  };
  return { templates, warnings: toWarnings(templates, skills.length) };
}

function toIdentity(facts: AgentFacts) {
  const name = said(facts.name) ?? 'Skillgate';
  const { provider } = facts;
  const documentationUrl = said(facts.documentationUrl);
  return {
    name,
    description: said(facts.description) ?? `The operations of ${name} as skills.`,
    version: said(facts.version) ?? '0.0.0',
    ...(provider === undefined ? {} : { provider: { organization: provider.organization, url: provider.url } }),
    ...(documentationUrl === undefined ? {} : { documentationUrl }),
  };
}

function toOffer(skills: readonly Skill[], findSkills: boolean) {
  const own = findSkills ? [findSkillsTool] : [];
  return { defaultInputModes: modes, defaultOutputModes: modes, skills: [...own, ...skills.map(toCardSkill)] };
}

function toCardSkill(skill: Skill): Readonly<Record<string, unknown>> {
  const { id, operation } = skill;
  const name = said(skill.name) ?? id;
  const examples = skill.examples().filter((example) => example !== '');
  return {
    id,
    name,
    description: said(skill.description) ?? `${operation.method} ${operation.path}`,
    tags: skill.tags.length > 0 ? skill.tags : ['operation'],
    ...(examples.length > 0 ? { examples } : {}),
    ...(skill.inputModes.length > 0 ? { inputModes: skill.inputModes } : {}),
    ...(skill.outputModes.length > 0 ? { outputModes: skill.outputModes } : {}),
  };
}

function toV1Fields(url: string, capabilities: Capabilities, extensions: object) {
  return {
    supportedInterfaces: [
      { url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
    ],
    capabilities: { ...capabilities, ...extensions },
  };
}

function toV03Fields(url: string, capabilities: Capabilities, extensions: object) {
  const { streaming, pushNotifications, extendedAgentCard } = capabilities;
  return {
    protocolVersion: '0.3.0',
    url,
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [{ url, transport: 'JSONRPC' }],
    capabilities: { streaming, pushNotifications, stateTransitionHistory: false, ...extensions },
    supportsAuthenticatedExtendedCard: extendedAgentCard,
  };
}

function toWarnings(templates: Readonly<Record<CardShape, Template>>, skillCount: number): readonly string[] {
  const { bytes } = templates.both;
  if (bytes <= largeCardBytes) return [];
  const size = `${Math.round(bytes / 1000)} kB`;
  return [
    `The agent card is ${size} large (${skillCount} skills); clients put cards into prompts. Leave skills out with targets.<id>.skills.include or exclude, or hand out the cards of single skills (/agents).`,
  ];
}

function said(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}
