// How a skill is shown in lists: the line that calls it, and what it is for in a few words.

import type { Skill } from '../../catalog/skill.ts';

const longestLine = 300;
const longestPurpose = 110;

/** A text that calls the skill; where that would be too long, its id. */
export function toLine(skill: Skill): string {
  const line = skill.examples()[0] ?? skill.id;
  return line.length > longestLine ? skill.id : line;
}

/** The first sentence of the description that says more than the name, without Markdown; empty when there is none. */
export function toPurpose({ name, description }: Skill): string {
  const said = withoutSignature(description);
  const beyond = said.startsWith(name) ? said.slice(name.length).replace(/^[\s.:,-]+/, '') : said;
  const line = beyond.split(/\r?\n/).find((one) => /^\s*[^\s>#|<`*-]/.test(one)) ?? '';
  const words = line.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*`]/g, '');
  const [sentence = ''] = words.split(/(?<=[.!?])\s/, 1);
  const plain = sentence.trim().replace(/\.$/, '');
  return plain.length > longestPurpose
    ? `${plain
        .slice(0, longestPurpose - 1)
        .trimEnd()
        .toWellFormed()}…`
    : plain;
}

/** The last line of a description tells the arguments. */
export function withoutSignature(description: string): string {
  return description.replace(/\n?Input: \{.*$/s, '').trim();
}
