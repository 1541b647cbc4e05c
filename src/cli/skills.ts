// `skillgate skills`: the catalog for people, or one skill with its schemas.

import { toSkillFacts } from '../catalog/skill-facts.ts';
import type { Skill } from '../catalog/skill.ts';
import { parseFlags } from './flags.ts';
import type { Command, ExitCode } from './io.ts';
import { catalogHelp, catalogOptions, openGateway } from './offline-gateway.ts';
import { createStyle, type Style } from './style.ts';
import { unknownSkill } from './unknown-skill.ts';

const options = { ...catalogOptions, json: { type: 'boolean' } } as const;

export const skills: Command = {
  name: 'skills',
  summary: 'list the skills, or show one with its schemas',
  help: `Usage: skillgate skills [SKILL] [OPTIONS]

Without SKILL, one line for each skill: its id, what it calls, and what it is for. With SKILL, all that is known of it.

Options:
${catalogHelp}  --json               print as JSON
`,

  async run(args, io): Promise<ExitCode> {
    const { values, positionals } = parseFlags(args, options, 'skills');
    await using gateway = await openGateway(values, io);
    const { catalog } = gateway.published();
    const style = createStyle(io);
    const [id] = positionals;
    if (id === undefined) {
      if (values.json === true) io.out(`${JSON.stringify(catalog.skills.map(toSkillFacts), undefined, 2)}\n`);
      else io.out(listLines(catalog.skills, style));
      return 0;
    }
    const skill = catalog.find(id);
    if (skill === undefined) throw unknownSkill(catalog, id);
    const all = { ...toSkillFacts(skill), inputSchema: skill.input.schema(), outputSchema: skill.outputSchema() };
    io.out(values.json === true ? `${JSON.stringify(all, undefined, 2)}\n` : describe(skill, style));
    return 0;
  },
};

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
