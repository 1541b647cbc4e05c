// Run once while the image is built: starts the gateway before a service that knows one answer, sends one call through it and
// ends it as an orchestrator does. On its way out Node writes the compiled code of every module into NODE_COMPILE_CACHE, so
// that the first start of a container need not compile. An image whose gateway does not start or answer is not built.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const service = createServer((request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json').end('{"result":8}');
});
await once(service.listen(0, '127.0.0.1'), 'listening');

const flags = ['--upstream', `http://127.0.0.1:${service.address().port}`, '--port', '0', '--json'];
const gateway = spawn(process.execPath, ['bin/skillgate.js', 'serve', 'openapi/calculator.yaml', ...flags], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const exited = once(gateway, 'exit');
const [line] = await Promise.race([once(createInterface(gateway.stdout), 'line'), exited]);
if (typeof line !== 'string') throw new Error('The gateway ended before it was ready.');

const { addresses } = JSON.parse(line);
const message = {
  messageId: 'dry-start',
  role: 'ROLE_USER',
  parts: [{ data: { operation: 'add', operands: [5, 3] } }],
};
const answer = await fetch(addresses.a2a, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }),
});
const text = await answer.text();
if (!text.includes('"result":8')) throw new Error(`The gateway gave a wrong answer: ${text}`);
await fetch(addresses.card);

gateway.kill('SIGTERM');
const [code] = await exited;
service.close();
service.closeAllConnections();
process.exitCode = code ?? 1;
