// Reads the options of a command with `util.parseArgs`; what it refuses becomes a usage error that names the nearest option.

import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { GatewayError } from '../errors.ts';
import { findNearest } from '../lib/nearest.ts';

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true; strict: true; args: string[] }>
>;

export function parseFlags<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  command: string,
): Parsed<Options> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const unknown = /Unknown option '(--?[^']+)'/.exec(text)?.[1];
    if (unknown === undefined) throw usage(command, `${text.split('. ')[0]?.trim() ?? text}.`, error);
    const nearest = findNearest(unknown.replace(/^-+/, ''), Object.keys(options));
    throw usage(
      command,
      `There is no option ${unknown}.${nearest === undefined ? '' : ` Did you mean --${nearest}?`}`,
      error,
    );
  }
}

export function usage(command: string, message: string, cause?: unknown): GatewayError {
  return new GatewayError('usage', `${message} "skillgate ${command} --help" shows the options.`, { cause });
}
