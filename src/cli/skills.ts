// `skillgate skills`: the catalog for people, what a search finds in it, or one skill with its schemas.

import { createSkillSearch } from '../catalog/search/skill-search.ts';
import { toSkillFacts } from '../catalog/skill-facts.ts';
import type { Skill } from '../catalog/skill.ts';
import { parseFlags, usage } from './flags.ts';
import type { Command, ExitCode } from './io.ts';
import { catalogHelp, catalogOptions, openGateway } from './offline-gateway.ts';
import { createStyle, type Style } from './style.ts';
import { unknownSkill } from './unknown-skill.ts';

const options = {
  ...catalogOptions,
  search: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export const skills: Command = {
  name: 'skills',
  summary: 'list the skills, or show one with its schemas',
  help: `Usage: skillgate skills [SKILL] [OPTIONS]

Without SKILL, one line for each skill: its id, what it calls, and what it is for. With SKILL, all that is known of it.

Options:
${catalogHelp}  --search WORDS       the skills that fit the words, best first, each with a line that calls it
  --limit N            at most N of them, 1 to 50 (default: 10)
  --json               print as JSON

Examples:
  skillgate skills --search "cancel an order"
  skillgate skills cancelOrder
`,

  async run(args, io): Promise<ExitCode> {
    const { values, positionals } = parseFlags(args, options, 'skills');
    await using gateway = await openGateway(values, io, 'skills');
    const { catalog } = gateway.published();
    const style = createStyle(io);
    const [id, other] = positionals;
    if (other !== undefined) throw usage('skills', `One skill at a time is shown; what is ${other}?`);
    if (values.search !== undefined) {
      if (id !== undefined) throw usage('skills', `--search is for all skills, and ${id} is one.`);
      const found = createSkillSearch(catalog.skills)(values.search, parseLimit(values.limit));
      if (values.json === true) io.out(`${JSON.stringify(found.map(toFoundFacts), undefined, 2)}\n`);
      else if (found.length > 0) io.out(foundLines(found, style));
      else io.err(`skillgate: no skill has to do with "${values.search}"\n`);
      return found.length > 0 ? 0 : 1;
    }
    if (values.limit !== undefined) throw usage('skills', '--limit goes with --search.');
    if (id === undefined) {
      if (values.json === true) io.out(`${JSON.stringify(catalog.skills.map(toSkillFacts), undefined, 2)}\n`);
      else if (catalog.skills.length > 0) io.out(listLines(catalog.skills, style));
      else io.err('skillgate: no operation became a skill; "skillgate check DOC" tells why\n');
      return catalog.skills.length > 0 ? 0 : 1;
    }
    const skill = catalog.find(id);
    if (skill === undefined) throw unknownSkill(catalog, id);
    const all = { ...toSkillFacts(skill), inputSchema: skill.input.schema(), outputSchema: skill.outputSchema() };
    io.out(values.json === true ? `${JSON.stringify(all, undefined, 2)}\n` : describe(skill, style));
    return 0;
  },
};

interface Found {
  readonly skill: Skill;
  readonly score: number;
}

const largestLimit = 50;

function parseLimit(text: string = '10'): number {
  const limit = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= largestLimit) return limit;
  throw usage('skills', `--limit is "${text}", expected an integer from 1 to ${largestLimit}.`);
}

function toFoundFacts({ skill, score }: Found) {
  return { ...toSkillFacts(skill), callLine: skill.examples()[0] ?? skill.id, score };
}

function foundLines(found: readonly Found[], style: Style): string {
  return found
    .map(({ skill }) => {
      const { id, name, operation } = skill;
      return `${style.bold(id)}  ${operation.method} ${operation.path}  ${style.dim(name)}\n  ${skill.examples()[0] ?? id}\n`;
    })
    .join('');
}

function listLines(all: readonly Skill[], style: Style): string {
  const width = Math.min(48, Math.max(0, ...all.map(({ id }) => id.length)));
  return all
    .map(
      ({ id, name, operation }) =>
        `${style.bold(id.padEnd(width))}  ${`${operation.method} ${operation.path}`.padEnd(40)}  ${style.dim(name)}\n`,
    )
    .join('');
}

function describe(skill: Skill, style: Style): string {
  const output = skill.outputSchema();
  return [
    `${style.bold(skill.id)}  ${skill.operation.method} ${skill.operation.path}  ${style.dim(skill.readOnly ? 'changes nothing' : 'may change something')}`,
    skill.description,
    '',
    'Examples:',
    ...skill.examples().map((example) => `  ${example}`),
    '',
    'Input schema:',
    JSON.stringify(skill.input.schema(), undefined, 2),
    ...(output === undefined ? [] : ['', 'Output schema:', JSON.stringify(output, undefined, 2)]),
    '',
  ].join('\n');
}
