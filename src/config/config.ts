// The way in: a file, a text or the values of a command line, together with the environment, become one frozen Config, or one
// error that lists all mistakes. Steps: read YAML, substitute references, validate, count targets, build.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { GatewayError } from '../errors.ts';
import { isJsonObject } from '../lib/json.ts';
import { buildFromFile, type Config } from './build.ts';
import { formatKeyPath } from './key-path.ts';
import { toConfigError, type Mistake, type Origin } from './mistake.ts';
import type { ConfigFile } from './schema.ts';
import { rootSchema } from './schema-shape.ts';
import { substitute, type Environment, type Sources } from './substitute.ts';
import { findTargetMistakes } from './target-rules.ts';
import { validateConfig } from './validate.ts';
import { parseYaml } from './yaml.ts';

export interface ParseOptions {
  /** The file's path, for messages and for what is relative to it. */
  readonly path: string;
  readonly env: Environment;
  /** Reads the file of a `${file:…}`, given as an absolute path. */
  readonly readFile: (path: string) => string;
}

type Partly<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]?: Partly<Value[Key]> | undefined }
    : Value;

/** The file's keys as a value, where all that has a default may be left away. */
export type ConfigInput = Partly<ConfigFile>;

/** Reads and parses a configuration file. Throws `config_invalid` and `too_many_targets`. */
export async function readConfig(path: string, env: Environment): Promise<Config> {
  return parseConfig(await readConfigText(path), { path, env, readFile: readText });
}

export function parseConfig(text: string, options: ParseOptions): Config {
  const { value, mistakes, locate } = parseYaml(text);
  const origin: Origin = { name: options.path, locate };
  // Without a value there is nothing more to check, and what the text lacks as a whole is said in a sentence.
  if (value === undefined) throw toConfigError(mistakes, origin);
  const whole = refuseWhole(value);
  if (whole !== undefined)
    throw toConfigError(
      [...mistakes, { path: [], at: 'value', message: whole, position: { line: 1, column: 1 } }],
      origin,
    );
  return finish(value, { origin, folder: dirname(resolve(options.path)), sources: options, earlier: mistakes });
}

/** The same for values of a command line. `flags` names the flag that a key was given by, for messages. */
export function buildConfig(
  value: ConfigInput,
  env: Environment,
  flags: ReadonlyMap<string, string> = new Map(),
): Config {
  const origin: Origin = { name: 'command line', locate: () => undefined, flags };
  return finish(value, { origin, folder: resolve('.'), sources: { env, readFile: readText }, earlier: [] });
}

/** The same for values that a program gives. */
export function buildGivenConfig(value: ConfigInput, env: Environment): Config {
  const origin: Origin = { name: 'options of skillgate', locate: () => undefined };
  return finish(value, { origin, folder: resolve('.'), sources: { env, readFile: readText }, earlier: [] });
}

interface FinishOptions {
  readonly origin: Origin;
  readonly folder: string;
  readonly sources: Sources;
  readonly earlier: readonly Mistake[];
}

function finish(value: unknown, { origin, folder, sources, earlier }: FinishOptions): Config {
  const fromFolder: Sources = { env: sources.env, readFile: (path) => sources.readFile(resolve(folder, path)) };
  const substituted = substitute(value, rootSchema, fromFolder);
  const validated = validateConfig(substituted.value, substituted.references);
  // A text whose reference failed is wrong for that reason alone.
  const failed = new Set(substituted.mistakes.map(({ path }) => formatKeyPath(path)));
  const invalid =
    'mistakes' in validated ? validated.mistakes.filter(({ path }) => !failed.has(formatKeyPath(path))) : [];
  const mistakes = [...earlier, ...substituted.mistakes, ...invalid];
  if ('mistakes' in validated || mistakes.length > 0) throw toConfigError(mistakes, origin);
  assertTargetCount(validated.file);
  const broken = findTargetMistakes(validated.file);
  if (broken.length > 0) throw toConfigError(broken, origin);
  return buildFromFile(validated.file, folder);
}

function assertTargetCount({ gateway: { maxTargets }, targets }: ConfigFile): void {
  const count = Object.keys(targets).length;
  if (count <= maxTargets) return;
  throw new GatewayError(
    'too_many_targets',
    `The configuration has ${count} targets, and the limit is ${maxTargets}. Raise gateway.maxTargets to ${count} or more, or split the targets over several gateways.`,
  );
}

function refuseWhole(value: unknown): string | undefined {
  if (value === null) return `the file is empty; it needs at least one target, such as\n${smallest}`;
  if (isJsonObject(value)) return undefined;
  const found = Array.isArray(value) ? 'a list' : 'a single value';
  return `found ${found}, expected keys with values; the smallest file is\n${smallest}`;
}

const smallest = `
    targets:
      pets:
        spec: ./openapi.yaml
        upstreams: [http://127.0.0.1:5000]
`;

async function readConfigText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') {
      const message = `There is no configuration file at ${resolve(path)}. Correct the path, or make the file; the smallest one is\n${smallest}`;
      throw new GatewayError('config_invalid', message, { cause: error });
    }
    const reason = code === 'EISDIR' ? 'it is a folder' : (code ?? 'unknown reason');
    throw new GatewayError('config_invalid', `The configuration file ${resolve(path)} cannot be read: ${reason}.`, {
      cause: error,
    });
  }
}

function readText(path: string): string {
  return readFileSync(path, 'utf8');
}
