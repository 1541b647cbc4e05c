// `find_skills`: a search among the agent's skills, answered by the gateway itself, however it is asked for. A skill of the catalog with
// that name takes its place. Bad arguments are an error where they are structured, and a question where they are words.

import type { Skill } from '../../catalog/skill.ts';
import { createSkillSearch } from '../../catalog/search/skill-search.ts';
import { GatewayError, type Violation } from '../../errors.ts';
import { describeErrors } from '../../invoke/check/reduce-unions.ts';
import { compileSchema } from '../../invoke/check/schema-check.ts';
import { once } from '../../lib/once.ts';
import type { Agent } from '../agent.ts';
import type { Contents } from '../contents.ts';
import type { Saying } from '../resolution.ts';
import { readFindRequest } from './find-request.ts';
import { defaultFound, findSkillsSchema, findSkillsTool } from './find-skills-tool.ts';
import { toLine } from './lines.ts';

/** Throws `invalid_arguments`, `part_not_usable`. Undefined when the message asks for something else. */
export function findSkills(contents: Contents, agent: Agent): Saying | undefined {
  const request = readFindRequest(contents, agent);
  if (request === undefined || agent.named(findSkillsTool.id).length > 0) return undefined;
  const [file] = contents.files;
  if (file !== undefined) throw refuseFile(file.field);
  const violations = describeErrors(check().explain(request.arguments));
  if (violations.length > 0) {
    if (!request.isText) throw invalidArguments(violations);
    return askForWords(violations);
  }
  const { query, limit = defaultFound } = request.arguments as { readonly query: string; readonly limit?: number };
  return toSaying(query, createSkillSearch(agent.skills)(query, limit));
}

const check = once(() => compileSchema(findSkillsSchema));

interface Found {
  readonly skill: Skill;
  readonly score: number;
}

function toSaying(query: string, found: readonly Found[]): Saying {
  const shown = JSON.stringify(query.length > longestQuote ? `${query.slice(0, longestQuote).toWellFormed()}…` : query);
  const lines = found.map(
    ({ skill }, at) => `${at + 1}. ${skill.name}${skill.readOnly ? '' : ' (changes something)'}\n   ${toLine(skill)}`,
  );
  const text =
    found.length === 0
      ? `No skill has to do with ${shown}. Try other words, or write "help" to see all skills by group.`
      : [`Skills for ${shown}, best first:`, ...lines, 'To use one, send its line with your own values.'].join('\n');
  return { text, data: { query, skills: toData(found) }, topic: findSkillsTool.id };
}

const longestQuote = 100;
/** Of all schemas in one answer; those that do not fit are a GET away. */
const schemaCharacters = 64_000;

function toData(found: readonly Found[]): readonly object[] {
  let left = schemaCharacters;
  return found.map(({ skill, score }) => {
    const { id, name, description, operation, readOnly, input } = skill;
    const inputSchema = input.schema();
    const size = JSON.stringify(inputSchema).length;
    const fits = size <= left;
    if (fits) left -= size;
    const { method, path } = operation;
    return {
      id,
      name,
      description,
      method,
      path,
      readOnly,
      ...(fits ? { inputSchema } : {}),
      callLine: skill.examples()[0] ?? id,
      score,
    };
  });
}

const [example] = findSkillsTool.examples;

function askForWords(violations: readonly Violation[]): Saying {
  const isEmpty = violations.every(({ field }) => field === 'query');
  const problems = isEmpty ? [] : violations.map(({ field, description }) => `- ${field}: ${description}`);
  return {
    text: ['What should the skill do? Say it in a few words, for example:', example, ...problems].join('\n'),
    data: { skillId: findSkillsTool.id, problems: violations, inputSchema: findSkillsSchema },
    topic: findSkillsTool.id,
  };
}

function invalidArguments(violations: readonly Violation[]): GatewayError {
  const problems = violations.map(({ field, description }) => `${field}: ${description}`).join('; ');
  return new GatewayError(
    'invalid_arguments',
    `The arguments do not fit the skill "${findSkillsTool.id}". ${problems}. A valid call: ${example}`,
    { violations, metadata: { skill: findSkillsTool.id } },
  );
}

function refuseFile(field: string): GatewayError {
  const description = `the skill ${findSkillsTool.id} takes no file`;
  return new GatewayError('part_not_usable', `${field} cannot be used: ${description}.`, {
    violations: [{ field, description }],
  });
}
