// `skillgate card`: the agent card as the gateway would serve it.

import { GatewayError } from '../errors.ts';
import type { CardShape } from '../a2a/card.ts';
import { parseFlags } from './flags.ts';
import type { Command, ExitCode, Io } from './io.ts';
import { catalogHelp, catalogOptions, openGateway } from './offline-gateway.ts';

const options = { ...catalogOptions, shape: { type: 'string' }, json: { type: 'boolean' } } as const;

export const card: Command = {
  name: 'card',
  summary: 'print the agent card',
  help: `Usage: skillgate card [OPTIONS]

Prints the card as JSON. Its URLs begin with publicUrl of the configuration, else with http://HOST:PORT of \`listen\`.

Options:
${catalogHelp}  --shape SHAPE        1.0, 0.3 or both (default: as configured)
  --json               on one line
`,

  async run(args, io: Io): Promise<ExitCode> {
    const { values, positionals } = parseFlags(args, options, 'card');
    if (positionals.length > 0)
      throw new GatewayError('usage', `"skillgate card" takes no ${positionals[0]}; name a document with --doc.`);
    await using gateway = await openGateway(values, io, 'card');
    const { publicUrl, listen, card: configured } = gateway.config.gateway;
    const shape = toShape(values.shape) ?? configured.headerless;
    const text = gateway.published().cards.templates[shape].fill(publicUrl ?? `http://${listen.host}:${listen.port}`);
    io.out(values.json === true ? `${text}\n` : `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`);
    return 0;
  },
};

function toShape(text: string | undefined): CardShape | undefined {
  if (text === undefined || text === '1.0' || text === '0.3' || text === 'both') return text;
  throw new GatewayError('usage', `--shape is "${text}", expected 1.0, 0.3 or both.`);
}
