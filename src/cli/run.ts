// The command line: finds the command, shows help, and turns what is thrown into one readable message and an exit code.

import { GatewayError, toGatewayError } from '../errors.ts';
import { findNearest } from '../lib/nearest.ts';
import { version } from '../lib/version.ts';
import { call } from './call.ts';
import { card } from './card.ts';
import { check } from './check.ts';
import { init } from './init.ts';
import type { Command, ExitCode, Io } from './io.ts';
import { serve } from './serve.ts';
import { skills } from './skills.ts';

const commands: readonly Command[] = [serve, check, init, card, skills, call];

export async function runCommand(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [name, ...args] = argv;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const topic = commands.find((command) => command.name === args[0]);
    io.out(topic === undefined ? overview() : topic.help);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    io.out(`skillgate ${version}\n`);
    return 0;
  }
  try {
    const command = commands.find((known) => known.name === name);
    if (command === undefined) throw unknownCommand(name);
    if (args.includes('--help') || args.includes('-h')) {
      io.out(command.help);
      return 0;
    }
    return await command.run(args, io);
  } catch (thrown) {
    return report(toGatewayError(thrown), io, args.includes('--json'));
  }
}

/** Who asks for JSON gets it whatever happens: `{"ok":false,"error":CODE,"message":TEXT}`. */
function report({ code, message, detail }: GatewayError, io: Io, asJson: boolean): ExitCode {
  if (asJson) io.out(`${JSON.stringify({ ok: false, error: code, message })}\n`);
  else io.err(`skillgate: ${message}\n`);
  if (code === 'internal' && detail !== undefined) io.err(`${detail}\n`);
  return code === 'usage' ? 2 : 1;
}

function unknownCommand(name: string): GatewayError {
  const nearest = findNearest(
    name,
    commands.map((command) => command.name),
  );
  const isDocument = /\.(ya?ml|json)$|^https?:/i.test(name);
  const hint = isDocument
    ? ` To serve a document: skillgate serve ${name}`
    : nearest === undefined
      ? ''
      : ` Did you mean "${nearest}"?`;
  return new GatewayError('usage', `There is no command "${name}".${hint} "skillgate --help" lists the commands.`);
}

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `skillgate ${version}: REST services with an OpenAPI document become A2A agents.

Usage: skillgate COMMAND [OPTIONS]

Commands:
${commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}

"skillgate COMMAND --help" shows the options of a command. Exit codes: 0 ok, 1 failure, 2 usage.
With --json a failure is JSON, too: {"ok":false,"error":CODE,"message":TEXT}.

Try: skillgate serve openapi.yaml --upstream http://localhost:5000
`;
}
