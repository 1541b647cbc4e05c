// The demo: three small REST services and the gateway in front of them. Prints one call that can be pasted and the answer
// it really got, then stays up until Ctrl-C. `--once` ends after the call; `--port` moves the gateway.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { cliEntry, startProcess } from '../support/start-process.ts';
import { startCalculator } from '../upstreams/calculator.ts';
import { startOrders } from '../upstreams/orders.ts';
import { startPets } from '../upstreams/pets.ts';

const { values: options } = parseArgs({
  options: { once: { type: 'boolean', default: false }, port: { type: 'string', default: '8080' } },
});

// The ports are those of config/gateway.yaml.
const services = [
  { name: 'calculator', port: 5001, start: startCalculator },
  { name: 'pets', port: 5002, start: startPets },
  { name: 'orders', port: 5003, start: startOrders },
];

const call =
  '{"jsonrpc":"2.0","method":"SendMessage","params":{"message":{"role":"user","parts":' +
  '[{"kind":"data","data":{"operation":"add","operands":[5,3]}}]}},"id":1}';

// Heard from the start, so that an early Ctrl-C stops the gateway too. A second one changes nothing: it is stopping already.
const interrupted = Promise.withResolvers<void>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.resolve());

process.exitCode = await runDemo();

async function runDemo(): Promise<number> {
  const gatewayPort = Number(options.port);
  for (const { name, port } of [...services, { name: 'gateway', port: gatewayPort }]) {
    if (await isFree(port)) continue;
    const remedy = name === 'gateway' ? 'choose another: npm run demo -- --port 8090' : 'stop what uses it';
    console.error(`Port ${port} is taken. The demo needs it for the ${name}: ${remedy}.`);
    return 1;
  }

  await using running = new AsyncDisposableStack();
  for (const { name, port, start } of services) {
    const upstream = running.use(await start(port));
    console.log(`${name}: a REST service at ${upstream.url}`);
  }
  const args = [cliEntry, 'serve', '--config', 'config/gateway.yaml', '--port', options.port];
  const gateway = running.use(startProcess({ args, echo: true }));
  const url = `http://127.0.0.1:${gatewayPort}`;
  const stopped = Promise.race([interrupted.promise.then(() => 0), gateway.exited.then(() => 1)]);

  const ready = gateway.waitForOk(`${url}/readyz`).then(() => undefined, notReady);
  const early = await Promise.race([ready, stopped]);
  if (early !== undefined) return early;
  const answer = await send(`${url}/a2a`);
  console.log(
    `\nA call, ready to paste:\n\n  curl -s ${url}/a2a -H 'Content-Type: application/json' \\\n    -d '${call}'\n`,
  );
  console.log(`Its answer:\n\n  ${answer}\n`);
  if (options.once) return answer.includes('"result":8') ? 0 : 1;
  console.log('Ctrl-C stops the demo.');
  return await stopped;
}

/** What the gateway itself said has been passed on already. */
function notReady(): number {
  console.error('The gateway did not become ready.');
  return 1;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

async function send(url: string): Promise<string> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: call });
  return response.text();
}
