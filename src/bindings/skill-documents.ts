// The skills and the agents as JSON for people and programs that want more than the card says. Schemas stand in the document of a
// single skill only.

import { agentPath, cardPath, inputSchemaPath, outputSchemaPath, skillPath } from '../catalog/addresses.ts';
import { skillAgentId, type AgentView } from '../catalog/agents.ts';
import { hasOutputSchema } from '../catalog/output.ts';
import { toSkillFacts } from '../catalog/skill-facts.ts';
import type { Skill } from '../catalog/skill.ts';
import { findSkillsSchema, findSkillsTool } from '../converse/help/find-skills-tool.ts';
import type { SelectedSkill } from './skill-query.ts';

export function toSkillList(selected: readonly SelectedSkill[], baseUrl: string): string {
  return JSON.stringify({ skills: selected.map(({ skill }) => toSummary(skill, baseUrl)) });
}

/** `query` is what was searched for, as it came. */
export function toFoundSkills(found: readonly SelectedSkill[], query: string, baseUrl: string): string {
  const skills = found.map(({ skill, score }) => ({
    ...toSummary(skill, baseUrl),
    callLine: skill.examples()[0] ?? skill.id,
    score,
  }));
  return JSON.stringify({ query, skills });
}

export function toSkillDetails(skill: Skill, baseUrl: string): string {
  const outputSchema = skill.outputSchema();
  return JSON.stringify({
    ...toSummary(skill, baseUrl),
    agentCardUrl: baseUrl + agentPath(skillAgentId(skill)) + cardPath,
    inputModes: skill.inputModes,
    outputModes: skill.outputModes,
    inputSchema: skill.input.schema(),
    ...(outputSchema === undefined ? {} : { outputSchema }),
  });
}

/** The skill that is the gateway's own. */
export function toFindSkillsDetails(baseUrl: string): string {
  const { id } = findSkillsTool;
  return JSON.stringify({
    ...findSkillsTool,
    readOnly: true,
    idempotent: true,
    url: baseUrl + skillPath(id),
    inputSchemaUrl: baseUrl + inputSchemaPath(id),
    inputSchema: findSkillsSchema,
  });
}

export function toAgentList(agents: readonly AgentView[], baseUrl: string): string {
  return JSON.stringify({ agents: agents.map((agent) => toAgentSummary(agent, baseUrl)) });
}

export function toAgentDetails(agent: AgentView, baseUrl: string): string {
  return JSON.stringify({ ...toAgentSummary(agent, baseUrl), description: agent.description });
}

function toAgentSummary({ id, name, skills }: AgentView, baseUrl: string): Readonly<Record<string, unknown>> {
  const base = baseUrl + agentPath(id);
  return { id, name, skills: skills.length, cardUrl: base + cardPath, url: `${base}/a2a`, skillsUrl: `${base}/skills` };
}

function toSummary(skill: Skill, baseUrl: string): Readonly<Record<string, unknown>> {
  const { id, operation } = skill;
  return {
    ...toSkillFacts(skill),
    url: baseUrl + skillPath(id),
    inputSchemaUrl: baseUrl + inputSchemaPath(id),
    ...(hasOutputSchema(operation) ? { outputSchemaUrl: baseUrl + outputSchemaPath(id) } : {}),
  };
}
