// Attack: a path argument that leaves its segment (`..`, slashes, encoded or twice encoded), so that the call reaches another resource
// than the skill names. Whatever is sent must stay where a server that decodes and resolves once would still find the skill.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFolder } from '../support/folder.ts';
import { startGateway } from '../support/gateway.ts';
import { echo, startServer } from '../support/server.ts';

const document = `openapi: 3.0.0
info: {title: Paths, version: '1'}
paths:
  /files/{a}/v/{b}.json:
    get:
      operationId: file
      parameters:
        - {name: a, in: path, required: true, schema: {type: string}}
        - {name: b, in: path, required: true, schema: {type: string}}
      responses: {'200': {description: ok}}
  /list/{items}:
    get:
      operationId: list
      parameters: [{name: items, in: path, required: true, style: matrix, explode: true, schema: {type: array, items: {type: string}}}]
      responses: {'200': {description: ok}}
`;

test('no text leaves its segment', async () => {
  await using service = await startServer(echo);
  await using folder = await createFolder({ 'openapi.yaml': document });
  await using gateway = await startGateway({
    config: { targets: { paths: { spec: folder.file('openapi.yaml'), upstreams: [`${service.url}/base`] } } },
  });
  const piece = fc.constantFrom(
    '..',
    '.',
    '/',
    '\\',
    '%2e',
    '%2F',
    '%252e',
    '%5c',
    ';',
    '?',
    '#',
    '%',
    'a',
    '\0',
    '\uff0e',
    '\u2215',
    '&',
    '{b}',
    ' ',
  );
  const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(text, text, async (a, b) => {
      const before = service.requests.length;
      const { body } = await gateway.call('file', { a, b });
      const sent = service.requests.slice(before);
      if (body.error !== undefined) {
        expect([body.error.code, sent]).toEqual([-32602, []]);
        return;
      }
      expect(sent).toHaveLength(1);
      const path = sent[0]?.path ?? '';
      expect(path).toMatch(/^\/base\/files\/[^/?#]+\/v\/[^/?#]+\.json$/);
      expect(new URL(path, service.url).pathname).toBe(path);
      const [, , , first = '', , last = ''] = path.split('/');
      expect([decodeURIComponent(first), decodeURIComponent(last)]).toEqual([a, `${b}.json`]);
    }),
    { numRuns: 150 },
  );
});

test.each([[['..']], [['../admin']], [['a', '..', 'b']], [['.']], [['%2e%2e']]])(
  'lists in a path stay in theirs: %j',
  async (items) => {
    await using service = await startServer(echo);
    await using folder = await createFolder({ 'openapi.yaml': document });
    await using gateway = await startGateway({
      config: { targets: { paths: { spec: folder.file('openapi.yaml'), upstreams: [service.url] } } },
    });
    await gateway.call('list', { items });
    for (const { path } of service.requests) expect(new URL(path, service.url).pathname).toMatch(/^\/list\/[^/]+$/);
  },
);
