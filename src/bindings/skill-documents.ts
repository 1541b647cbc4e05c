// The skills as JSON for people and programs that want more than the card says. Schemas stand in the single document only.

import { inputSchemaPath, outputSchemaPath, skillPath } from '../a2a/skill-contract.ts';
import { hasOutputSchema } from '../catalog/output.ts';
import { toSkillFacts } from '../catalog/skill-facts.ts';
import type { Skill } from '../catalog/skill.ts';

export function toSkillList(skills: readonly Skill[], baseUrl: string): string {
  return JSON.stringify({ skills: skills.map((skill) => toSummary(skill, baseUrl)) });
}

export function toSkillDetails(skill: Skill, baseUrl: string): string {
  const outputSchema = skill.outputSchema();
  return JSON.stringify({
    ...toSummary(skill, baseUrl),
    inputModes: skill.inputModes,
    outputModes: skill.outputModes,
    inputSchema: skill.input.schema(),
    ...(outputSchema === undefined ? {} : { outputSchema }),
  });
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
