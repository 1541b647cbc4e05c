// `skillgate serve`: the gateway on a port until the process is asked to end. Calls under way are finished first.

import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { assertAccess } from '../config/access.ts';
import type { Config } from '../config/build.ts';
import { GatewayError } from '../errors.ts';
import { findConfigWarnings } from '../gateway-documents.ts';
import { createGateway, type Gateway } from '../gateway.ts';
import { createLog } from '../observe/log.ts';
import { createServer } from '../server.ts';
import type { Command, ExitCode, Io } from './io.ts';
import { describeStart, printStart } from './print-start.ts';
import { proxiesOf } from '../net/proxies.ts';
import { readServeConfig, serveOptions } from './serve-config.ts';
import { parseFlags } from './flags.ts';
import { untilAborted } from './until-aborted.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'run the gateway in front of one or more REST services',
  help: `Usage: skillgate serve DOC... [OPTIONS]
       skillgate serve --config FILE [OPTIONS]

DOC is an OpenAPI document (2.0, 3.0, 3.1; JSON or YAML): a file or an http(s) URL.

Options:
  --config FILE        configuration file; everything else can stand there
  --upstream URL       base URL of the service; repeat it for replicas (default: the servers of the document)
  --header 'N: V'      header sent with every request to the service; repeat it for more
  --host ADDRESS       address to listen on (default 127.0.0.1; others need --access)
  --port NUMBER        port to listen on (default 8080; 0 takes a free one)
  --access open        let everybody in who can reach the address
  --public-url URL     the URL that the agent card shows, as callers reach it
  --ref-root FOLDER    folder that references between files may reach
  --log-level LEVEL    debug, info, warn, error or silent (default info); the log goes to standard error
  --json               print the start as one line of JSON

Examples:
  skillgate serve openapi.yaml --upstream http://localhost:5000
  skillgate serve https://api.example.test/openapi.json --header 'X-API-Key: …'
  skillgate serve --config config/gateway.yaml
`,

  async run(args, io): Promise<ExitCode> {
    const { values, positionals } = parseFlags(args, serveOptions, 'serve');
    const config = await readServeConfig({ values, positionals, env: io.env });
    assertAccess(config);
    return await runServer(config, { io, asJson: values.json === true });
  },
};

interface Running {
  readonly io: Io;
  readonly asJson: boolean;
}

async function runServer(config: Config, { io, asJson }: Running): Promise<ExitCode> {
  const { log, flush } = createLog({ level: config.log.level });
  // For ends that nobody wanted.
  io.onExit(flush);
  await using gateway = await createGateway({ config, log, proxies: proxiesOf(io.env) });
  assertSomethingLoaded(gateway);
  for (const { id, failure } of gateway.published().catalog.targets) {
    if (failure !== undefined) log.warn({ target: id, reason: failure }, 'the document cannot be read');
  }
  const server = await createServer(gateway, log);
  const address = await listen(server, config);
  const start = describeStart({
    config,
    gateway,
    address,
    readiness: await gateway.readiness(),
    warnings: findConfigWarnings(config, gateway.published().catalog),
  });
  if (asJson) io.out(`${JSON.stringify(start)}\n`);
  else printStart(start, io);

  const checking = gateway
    .checkExamples(() => setTimeout(10, undefined, { signal: io.stop, ref: false }))
    .catch((error: unknown) => {
      if (!io.stop.aborted) log.warn({ error: String(error) }, 'examples are not checked');
    });
  await untilAborted(io.stop);
  await checking;
  gateway.startShutdown();
  io.err('skillgate: stopping; calls under way are finished first\n');
  const isDone = await closeInTime(server, gateway);
  if (!isDone) io.err('skillgate: the shutdown timeout passed; some calls were cut off\n');
  flush();
  return isDone ? 0 : 1;
}

function assertSomethingLoaded(gateway: Gateway): void {
  const { targets } = gateway.published().catalog;
  if (targets.some(({ failure }) => failure === undefined)) return;
  const reasons = targets
    .map(({ id, failure }) => (targets.length === 1 ? (failure ?? '') : `\n  ${id}: ${failure}`))
    .join('');
  throw new GatewayError('document_unreadable', targets.length === 1 ? reasons : `No document can be read.${reasons}`);
}

async function listen(server: FastifyInstance, config: Config): Promise<string> {
  const { host, port } = config.gateway.listen;
  try {
    return await server.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    const reason =
      code === 'EADDRINUSE'
        ? 'another program uses it; choose another with --port'
        : code === 'EACCES'
          ? 'no permission; ports below 1024 are for the system'
          : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
            ? 'this machine has no such address'
            : String(error);
    throw new GatewayError('listen_failed', `Cannot listen on ${host}:${port}: ${reason}.`, { cause: error });
  }
}

/** True when everything ended in time. A write may run on after its caller has gone, so the upstream side counts too. */
async function closeInTime(server: FastifyInstance, gateway: Gateway): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = globalThis.setTimeout(() => resolve(false), gateway.config.gateway.shutdownTimeout);
  });
  // A connection that a client keeps open becomes idle when its last call is answered, which may be after the close began.
  const sweep = setInterval(() => server.server.closeIdleConnections(), 50);
  const closed = server.close().then(() => gateway.close());
  const isDone = await Promise.race([closed.then(() => true), late]);
  clearInterval(sweep);
  clearTimeout(timer);
  if (!isDone) {
    server.server.closeAllConnections();
    await gateway.destroy();
  }
  return isDone;
}
