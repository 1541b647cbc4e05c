// The card's entry for the skill contract extension: how each skill maps to its operation and where its schemas are. Small input
// schemas stand inline, as long as a budget for the whole card lasts; the others are a GET away. A2A 1.0 §4.6.

import { inputSchemaPath, outputSchemaPath } from '../catalog/addresses.ts';
import { hasOutputSchema } from '../catalog/output.ts';
import type { Skill } from '../catalog/skill.ts';
import { findSkillsSchema, findSkillsTool } from '../converse/help/find-skills-tool.ts';
import { skillContractExtension } from '../lib/extension.ts';
import { inBase } from './card-template.ts';

const perSkillBytes = 2_048;
const totalBytes = 32_768;
// Making a schema costs time although it may turn out too large, so only the first skills are tried.
const maxTried = 100;

export interface SkillContractEntry {
  readonly uri: string;
  readonly description: string;
  readonly params: { readonly skills: Readonly<Record<string, unknown>> };
}

/** `findSkills`: the gateway's own skill is among them. */
export function toSkillContract(skills: readonly Skill[], { findSkills = false } = {}): SkillContractEntry {
  const inline = createInlineBudget();
  const own = findSkills ? [[findSkillsTool.id, findSkillsContract] as const] : [];
  // Ids are names from documents: `fromEntries` makes own properties even of `__proto__`.
  const contracts = Object.fromEntries([
    ...own,
    ...skills.map((skill) => [skill.id, toContract(skill, inline)] as const),
  ]);
  return {
    uri: skillContractExtension,
    description: `Names a skill and its arguments: message.metadata["${skillContractExtension}"] = {"skillId", "arguments"}.`,
    params: { skills: contracts },
  };
}

/** No request to a service belongs to it, so it has neither method nor path. */
const findSkillsContract = {
  readOnly: true,
  idempotent: true,
  inputSchemaUrl: inBase(inputSchemaPath(findSkillsTool.id)),
  inputSchema: findSkillsSchema,
};

function toContract(skill: Skill, inline: (skill: Skill) => unknown): Readonly<Record<string, unknown>> {
  const { method, path } = skill.operation;
  const schema = inline(skill);
  return {
    method,
    path,
    readOnly: skill.readOnly,
    idempotent: skill.idempotent,
    inputSchemaUrl: inBase(inputSchemaPath(skill.id)),
    ...(hasOutputSchema(skill.operation) ? { outputSchemaUrl: inBase(outputSchemaPath(skill.id)) } : {}),
    ...(schema === undefined ? {} : { inputSchema: schema }),
  };
}

function createInlineBudget(): (skill: Skill) => unknown {
  let left = totalBytes;
  let tried = 0;
  return (skill) => {
    if (left <= 0 || tried >= maxTried) return undefined;
    tried += 1;
    const schema = skill.input.schema();
    const size = Buffer.byteLength(JSON.stringify(schema));
    if (size > perSkillBytes || size > left) return undefined;
    left -= size;
    return schema;
  };
}
