// The options of `serve` become a Config: from a file with a few things overridden, or from documents named on the command line.

import type { ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '../config/build.ts';
import { buildConfig, readConfig, type ConfigInput } from '../config/config.ts';
import { GatewayError } from '../errors.ts';
import type { Io } from './io.ts';
import { usage } from './flags.ts';
import { toTargetId } from './target-id.ts';

export const documentOptions = {
  upstream: { type: 'string', multiple: true },
  header: { type: 'string', multiple: true },
  'ref-root': { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

export const serveOptions = {
  ...documentOptions,
  config: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  access: { type: 'string' },
  'public-url': { type: 'string' },
  'log-level': { type: 'string' },
  json: { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig;

export interface ServeValues {
  readonly config?: string | undefined;
  readonly upstream?: readonly string[] | undefined;
  readonly header?: readonly string[] | undefined;
  readonly 'ref-root'?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly access?: string | undefined;
  readonly 'public-url'?: string | undefined;
  readonly 'log-level'?: string | undefined;
}

export interface ServeInput {
  readonly values: ServeValues;
  readonly positionals: readonly string[];
  readonly env: Io['env'];
  /** Whose options they are, for the messages; default `serve`. */
  readonly command?: string;
}

/** Throws `usage` for options that are not right or do not go together, `config_invalid` for what a file says. */
export async function readServeConfig({ values, positionals, env, command = 'serve' }: ServeInput): Promise<Config> {
  if (values.config === undefined) {
    if (positionals.length === 0)
      throw usage('serve', 'Nothing to serve: name an OpenAPI document, or a configuration file with --config.');
    return buildFromFlags(fromFlags(values, positionals), env, flagNames(positionals));
  }
  if (positionals.length > 0)
    throw usage(command, `Give documents or --config, not both: found ${positionals.join(' ')}.`);
  for (const name of ['upstream', 'header', 'ref-root'] as const) {
    if (values[name] !== undefined)
      throw usage(command, `--${name} goes with a document on the command line; with --config it stands in the file.`);
  }
  return override(await readConfig(values.config, env), values, env);
}

// A value that a flag cannot have is wrong usage, as an unknown flag is.
function buildFromFlags(...given: Parameters<typeof buildConfig>): Config {
  try {
    return buildConfig(...given);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'config_invalid') throw error;
    throw new GatewayError('usage', error.message, { cause: error, violations: error.violations });
  }
}

// The overriding values are checked as a configuration of their own; the target only makes it whole.
function override(config: Config, values: ServeValues, env: Io['env']): Config {
  const given = buildFromFlags(
    { ...gatewayFlags(values), targets: { any: { spec: 'openapi.yaml' } } },
    env,
    flagNames([]),
  );
  const { listen } = config.gateway;
  return {
    ...config,
    ...(given.access === undefined ? {} : { access: given.access }),
    log: values['log-level'] === undefined ? config.log : given.log,
    gateway: {
      ...config.gateway,
      ...(given.gateway.publicUrl === undefined ? {} : { publicUrl: given.gateway.publicUrl }),
      listen: {
        host: values.host === undefined ? listen.host : given.gateway.listen.host,
        port: values.port === undefined ? listen.port : given.gateway.listen.port,
      },
    },
  };
}

function fromFlags(values: ServeValues, documents: readonly string[]): ConfigInput {
  if (documents.length > 1 && (values.upstream !== undefined || values.header !== undefined)) {
    throw usage(
      'serve',
      'With several documents, --upstream and --header would belong to all of them: write a configuration file (--config).',
    );
  }
  const targets: Record<string, NonNullable<ConfigInput['targets']>[string]> = {};
  for (const spec of documents) {
    targets[toTargetId(spec, new Set(Object.keys(targets)))] = {
      spec,
      ...(values.upstream === undefined ? {} : { upstreams: [...values.upstream] }),
      ...(values.header === undefined ? {} : { headers: parseHeaders(values.header) }),
      ...(values['ref-root'] === undefined ? {} : { refRoot: values['ref-root'] }),
    };
  }
  return { ...gatewayFlags(values), targets };
}

function gatewayFlags(values: ServeValues): ConfigInput {
  const { host, port, access } = values;
  return {
    gateway: {
      ...(values['public-url'] === undefined ? {} : { publicUrl: values['public-url'] }),
      listen: { ...(host === undefined ? {} : { host }), ...(port === undefined ? {} : { port: toPort(port) }) },
    },
    ...(access === undefined ? {} : { access: access as 'open' }),
    ...(values['log-level'] === undefined ? {} : { log: { level: values['log-level'] as Config['log']['level'] } }),
  };
}

function toPort(text: string): number {
  if (!/^\d+$/.test(text)) throw usage('serve', `--port is "${text}", expected a number from 0 to 65535.`);
  return Number(text);
}

function parseHeaders(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon <= 0)
      throw usage('serve', "A --header has no colon; expected a name and a value: --header 'X-API-Key: …'.");
    headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
  }
  return headers;
}

function flagNames(documents: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map([
    ['gateway.listen.host', '--host'],
    ['gateway.listen.port', '--port'],
    ['gateway.publicUrl', '--public-url'],
    ['access', '--access'],
    ['log.level', '--log-level'],
  ]);
  const taken = new Set<string>();
  for (const spec of documents) {
    const id = toTargetId(spec, taken);
    taken.add(id);
    for (const [key, flag] of [
      ['spec', 'DOC'],
      ['upstreams', '--upstream'],
      ['headers', '--header'],
      ['refRoot', '--ref-root'],
    ] as const) {
      names.set(`targets.${id}.${key}`, flag);
    }
  }
  return names;
}
