// A caller that closes its connection before it has the answer is told of, once; one that takes its answer never is.

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Disconnect } from './disconnect.ts';

interface Pair extends AsyncDisposable {
  readonly response: ServerResponse;
  readonly socket: Socket;
}

async function connectPair(): Promise<Pair> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]; // as node:http emits it
  return {
    response,
    socket,
    async [Symbol.asyncDispose]() {
      socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('a disconnect', () => {
  it('is told to each listener that is still there', async () => {
    await using pair = await connectPair();
    const signal = new Disconnect(pair.response);
    const heard: string[] = [];
    const second = (): unknown => heard.push('second');
    signal.addEventListener('abort', () => heard.push('first'));
    signal.addEventListener('abort', second);
    signal.addEventListener('abort', () => heard.push('third'));
    signal.removeEventListener('abort', second);
    expect([signal.aborted, signal.reason]).toEqual([false, undefined]);

    const closed = once(pair.response, 'close');
    pair.socket.destroy();
    await closed;
    expect(heard).toEqual(['first', 'third']);
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toBeInstanceOf(Error);
  });

  it('is not told of when the response was ended', async () => {
    await using pair = await connectPair();
    const signal = new Disconnect(pair.response);
    signal.addEventListener('abort', () => expect.unreachable());
    const closed = once(pair.response, 'close');
    pair.response.end('done');
    await closed;
    expect(signal.aborted).toBe(false);
  });

  it('can be seen by who asks later', async () => {
    await using pair = await connectPair();
    const closed = once(pair.response, 'close');
    pair.socket.destroy();
    await closed;
    expect(new Disconnect(pair.response).aborted).toBe(true);
  });
});
