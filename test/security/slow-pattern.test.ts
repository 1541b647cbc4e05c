// Attack: a `pattern` of a document that takes exponential time in a backtracking engine, and a caller who sends the text for it. One
// call would stop the process for hours. Patterns run in linear time here.

import { expect, test } from 'vitest';
import { createFolder } from '../support/folder.ts';
import { questionOf, startGateway } from '../support/gateway.ts';
import { echo, startServer } from '../support/server.ts';

const patterns = [
  String.raw`^(a+)+$`,
  String.raw`^(a|aa)+$`,
  String.raw`^([a-zA-Z]+)*$`,
  String.raw`(x+x+)+y`,
  String.raw`^(?=(a+)+$).*`,
  String.raw`^(\w+\s?)*$`,
  String.raw`^(a+)+\1$`,
];

test.each(patterns)('%s', async (pattern) => {
  await using service = await startServer(echo);
  await using folder = await createFolder({
    'openapi.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'R', version: '1' },
      paths: {
        '/a': {
          get: {
            operationId: 'a',
            parameters: [{ name: 'q', in: 'query', schema: { type: 'string', pattern } }],
            responses: { 200: { description: 'ok' } },
          },
        },
      },
    }),
  });
  await using gateway = await startGateway({
    config: { targets: { r: { spec: folder.file('openapi.json'), upstreams: [service.url] } } },
  });
  const started = performance.now();
  for (const q of [`${'a'.repeat(50_000)}!`, 'x'.repeat(50_000), `${'a '.repeat(20_000)}!`]) {
    await gateway.call('a', { q });
    await gateway.send([{ text: `a q=${q}` }]);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});

test('texts of a message that are long for our own patterns', async () => {
  await using gateway = await startGateway({
    config: {
      targets: {
        pets: { spec: 'openapi/pets.yaml', upstreams: ['http://127.0.0.1:9'] },
        orders: { spec: 'openapi/orders.yaml', upstreams: ['http://127.0.0.1:9'] },
      },
    },
  });
  const started = performance.now();
  for (const unit of [
    'a=',
    '{',
    '}',
    '"',
    '\\',
    '`',
    '```',
    ' ',
    '\n',
    '/',
    'GET /',
    'GET /pets/',
    '?',
    '&a=',
    '=',
    'a.',
    '[',
    '/a',
    '%',
    '"a" ',
    "'",
    '<',
    'listPets ',
    '```json\n{',
    ',',
    '-',
    '_',
    '0',
    '1e',
    '\t=',
  ]) {
    const answer = await gateway.send([{ text: unit.repeat(200_000 / unit.length) }]);
    // Nothing but blanks says nothing: there is nothing to ask about.
    if (unit.trim() === '') expect(answer.body.error?.code, JSON.stringify(unit)).toBe(-32602);
    else expect(questionOf(answer), JSON.stringify(unit)).toMatchObject({ question: 'choose' });
  }
  expect(performance.now() - started).toBeLessThan(15_000);
});
