// The gateway for commands that look at a catalog or make one call: built from the same documents or configuration as `serve`,
// without a port.

import { access } from 'node:fs/promises';
import type { Config } from '../config/build.ts';
import { Secret } from '../config/secret.ts';
import { createGateway, type Gateway } from '../gateway.ts';
import { createLog } from '../observe/log.ts';
import { GatewayError } from '../errors.ts';
import type { Io } from './io.ts';
import { proxiesOf } from '../net/proxies.ts';
import { documentOptions, readServeConfig, type ServeValues } from './serve-config.ts';

/** Options that say what the catalog is made of. */
export const catalogOptions = {
  ...documentOptions,
  config: { type: 'string' },
  doc: { type: 'string', multiple: true },
} as const;

export const catalogHelp = `  --config FILE        configuration file (default: gateway.yaml or config/gateway.yaml, if there is one)
  --doc DOC            OpenAPI document instead of a configuration; repeat it for more
  --upstream URL       base URL of the service, with --doc
  --header 'N: V'      header sent with every request to the service, with --doc
  --ref-root FOLDER    folder that references between files may reach, with --doc
`;

// No task outlives such a command, so the store of the configuration is left alone.
function withoutStore(config: Config): Config {
  return { ...config, tasks: { ...config.tasks, store: new Secret('memory') } };
}

const usualFiles = ['gateway.yaml', 'config/gateway.yaml'];

/** Says on standard error which targets cannot be read; throws when none can. */
export async function openGateway(
  values: ServeValues & { readonly doc?: readonly string[] | undefined },
  io: Io,
  command: string,
): Promise<Gateway & AsyncDisposable> {
  const config = withoutStore(await readCatalogConfig(values, io, command));
  const { log } = createLog({ level: 'silent' });
  const gateway = await createGateway({ config, log, proxies: proxiesOf(io.env) });
  const { targets } = gateway.published().catalog;
  const failed = targets.filter(({ failure }) => failure !== undefined);
  if (failed.length === targets.length)
    throw new GatewayError('document_unreadable', failed.map(({ failure }) => failure).join('\n'));
  for (const { id, failure } of failed) io.err(`skillgate: target ${id} is left out: ${failure}\n`);
  return gateway;
}

async function readCatalogConfig(
  { doc, ...values }: ServeValues & { readonly doc?: readonly string[] | undefined },
  io: Io,
  command: string,
): Promise<Config> {
  const { env } = io;
  if (doc !== undefined) return await readServeConfig({ values, positionals: doc, env, command });
  const file = values.config ?? (await findUsualFile());
  return await readServeConfig({ values: { ...values, config: file }, positionals: [], env, command });
}

async function findUsualFile(): Promise<string> {
  for (const file of usualFiles) {
    const exists = await access(file).then(
      () => true,
      () => false,
    );
    if (exists) return file;
  }
  throw new GatewayError(
    'usage',
    `There is no ${usualFiles.join(' or ')} here: name a configuration with --config, or a document with --doc.`,
  );
}
