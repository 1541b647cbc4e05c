// The REST service behind both sides: bare node:http, answers made before the first request, a POST echoed. It counts what it
// served, which proves that no side answered out of its own memory.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reportTo } from './child.ts';
import { bigPath, calculatePath, getPath, newPet, plainPath, postPath } from './load.ts';

const pet = JSON.stringify({ id: 10, ...newPet });
const pets = JSON.stringify(Array.from({ length: 55 }, (_, at) => ({ id: at + 1, ...newPet })));
const answers = new Map([
  [`GET ${getPath}`, pet],
  [`GET ${plainPath}`, pet],
  [`GET ${bigPath}`, pets],
]);
const echoes = new Set([`POST ${postPath}`, `POST ${calculatePath}`]);

let served = 0;
const server = createServer((request, response) => {
  served += 1;
  const route = `${request.method} ${request.url}`;
  const answer = answers.get(route);
  if (answer !== undefined) return write(200, answer);
  if (!echoes.has(route)) return write(404, `{"error":"nothing at ${route}"}`);
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => write(200, Buffer.concat(chunks)));

  function write(status: number, body: string | Buffer): void {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  }
});
// Longer than the clients keep theirs, so that no connection is closed under a request.
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => reportTo(process, (server.address() as AddressInfo).port, () => served));
