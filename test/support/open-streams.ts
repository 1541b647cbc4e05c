// A process with many streaming callers: each sends one message on a connection of its own and reads its stream. Arguments: the URL
// of the gateway, how many, and a name. Prints `open` when every stream has begun, `alive` when every one has got something more, and `done` when
// every one has told the end of its task and is closed. Ends with an error when one closes before that.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const [url = '', count = '1', group = ''] = process.argv.slice(2);
const { host, hostname, port } = new URL(url);
const all = Number(count);
const reached = { open: 0, alive: 0, done: 0 };
/** How many callers open their stream at the same time. */
const lanes = 32;

function reach(stage: keyof typeof reached): void {
  reached[stage] += 1;
  if (reached[stage] === all) process.stdout.write(`${stage}\n`);
}

function toRequest(number: number): string {
  const name = `${group}-${number}`;
  const message = {
    messageId: name,
    role: 'ROLE_USER',
    parts: [{ data: { skillId: 'startJob', arguments: { name } } }],
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message } });
  // Twenty streams of each caller.
  const headers = [
    `POST /a2a HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    'A2A-Version: 1.0',
    `Authorization: Bearer ${group}-${number % (all / 20)}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${body}`;
}

async function openStream(number: number): Promise<void> {
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.setEncoding('latin1');
  socket.write(toRequest(number));
  const begun = Promise.withResolvers<void>();
  read(socket, begun.resolve);
  await begun.promise;
}

/** Only the end of what came is kept: the word that is looked for may be cut in two. */
function read(socket: Socket, begun: () => void): void {
  let stage: 'none' | 'open' | 'alive' | 'done' = 'none';
  let tail = '';
  socket.on('data', (chunk: string) => {
    const text = tail + chunk;
    tail = text.slice(-40);
    if (stage === 'none' && text.includes('data: ')) {
      stage = 'open';
      reach('open');
      begun();
    } else if (stage === 'open') {
      stage = 'alive';
      reach('alive');
    }
    if (text.includes('TASK_STATE_COMPLETED')) stage = 'done';
  });
  socket.on('close', () => {
    if (stage === 'done') return reach('done');
    process.stderr.write(`a stream was closed when it was ${stage}: ${tail}\n`);
    process.exit(1);
  });
  socket.on('error', () => {}); // told by its close
}

let next = 0;
await Promise.all(
  Array.from({ length: lanes }, async () => {
    while (next < all) {
      next += 1;
      await openStream(next);
    }
  }),
);
