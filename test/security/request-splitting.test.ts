// Attack: a value that a caller or a document controls carries a line break, and what follows it is read by the service as a header or
// as a second request (header injection, request smuggling). The service here is a bare socket that keeps every byte.

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createFolder } from '../support/folder.ts';
import { startGateway } from '../support/gateway.ts';

const document = `openapi: 3.0.0
info: {title: Raw, version: '1'}
paths:
  /things/{id}:
    post:
      operationId: thing
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: q, in: query, schema: {type: string}}
        - {name: X-H, in: header, schema: {type: string}}
        - {name: c, in: cookie, schema: {type: string}}
      requestBody: {content: {text/plain: {schema: {type: string}}}}
      responses: {'200': {description: ok}}
`;

/** Answers each request with 200, by its Content-Length alone, and keeps the bytes. */
async function startSocket() {
  let received = '';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      socket.write(
        'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{}',
      );
      socket.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // an address object, for it listens on TCP
    received: () => received,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

const breaks = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '\u010d\u010a',
  '\u560d\u560a',
  '%0d%0a',
  String.raw`\r\n`,
  '\0',
  '\x0b',
  '\x85',
  '\u2028',
];

test.each(breaks.map((mark) => [JSON.stringify(mark), mark]))('%s in every place', async (_name, mark) => {
  await using socket = await startSocket();
  await using folder = await createFolder({ 'openapi.yaml': document });
  await using gateway = await startGateway({
    config: { targets: { raw: { spec: folder.file('openapi.yaml'), upstreams: [socket.url] } } },
  });
  const evil = `a${mark}X-Injected: 1${mark}${mark}DELETE /admin HTTP/1.1${mark}Host: x${mark}${mark}`;
  const places = [
    { id: evil },
    { id: 'a', q: evil },
    { id: 'a', 'X-H': evil },
    { id: 'a', c: evil },
    { id: 'a', body: evil },
  ];
  for (const args of places) await gateway.call('thing', args);
  await gateway.call('thing', { id: 'a' }, { 'x-request-id': 'a', traceparent: 'x', tracestate: 'a=b' });
  const heads = socket.received().split(/(?=POST \/things\/)/);
  for (const request of heads) {
    const [head = ''] = request.split('\r\n\r\n', 1);
    expect(head).not.toMatch(/^x-injected:/im);
    expect(head).not.toMatch(/^DELETE /m);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    expect(request.length).toBe(head.length + 4 + length);
  }
});
