// "help SKILL": what it does, its arguments with their types, and lines that call it.

import { describeType } from '../../catalog/describe.ts';
import { toSkillFacts } from '../../catalog/skill-facts.ts';
import type { Skill } from '../../catalog/skill.ts';
import type { JsonSchema } from '../../spec/json-schema.ts';
import type { Saying } from '../resolution.ts';
import { toPurpose, withoutSignature } from './lines.ts';

const shownArguments = 40;
const longestText = 160;
/** A larger schema is a GET away. */
const largestSchema = 64_000;

export function describeSkill(skill: Skill): Omit<Saying, 'topic'> {
  const { id, name, operation, readOnly, destructive } = skill;
  const effect = readOnly ? 'changes nothing' : destructive ? 'destroys something' : 'may change something';
  const schema = skill.input.schema();
  const isSmall = JSON.stringify(schema).length <= largestSchema;
  return {
    text: [
      `${name} (${id}): ${operation.method} ${operation.path}, ${effect}.`,
      ...(toPurpose(skill) === '' ? [] : [withoutSignature(skill.description)]),
      '',
      ...describeArguments(schema),
      '',
      'To use it, send a line like this, with your own values:',
      ...skill.examples(),
    ].join('\n'),
    data: { skill: { ...toSkillFacts(skill), ...(isSmall ? { inputSchema: schema } : {}) } },
  };
}

function describeArguments(schema: JsonSchema): readonly string[] {
  const { properties = {}, required = [] } = typeof schema === 'boolean' ? {} : schema;
  const isRequired = new Set(required);
  const names = Object.keys(properties).toSorted((a, b) => Number(isRequired.has(b)) - Number(isRequired.has(a)));
  if (names.length === 0) return ['It takes no arguments.'];
  const lines = names.slice(0, shownArguments).map((name) => {
    const property = properties[name];
    const words = typeof property === 'object' ? property.description : undefined;
    const about = words === undefined || words.trim() === '' ? '' : `: ${shorten(words)}`;
    return `- ${name} (${describeType(property, schema)}${isRequired.has(name) ? ', required' : ''})${about}`;
  });
  const hidden = names.length - lines.length;
  return ['Arguments:', ...lines, ...(hidden === 0 ? [] : [`- … and ${hidden} more`])];
}

function shorten(text: string): string {
  const [line = ''] = text.trim().split(/\r?\n/, 1);
  return line.length > longestText
    ? `${line
        .slice(0, longestText - 1)
        .trimEnd()
        .toWellFormed()}…`
    : line;
}
