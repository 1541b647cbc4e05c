// A port that nobody listens on, for programs that are given their port by number.

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // an address object, for the server listens on TCP
  server.close();
  await once(server, 'close');
  return port;
}
