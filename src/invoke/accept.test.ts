import { expect, it } from 'vitest';
import { buildAccept } from './accept.ts';

const reply = (status: string, ...types: string[]) => ({
  status,
  description: '',
  content: types.map((mediaType) => ({ mediaType, schema: undefined, examples: [], encoding: new Map() })),
});

it.each([
  [[], 'application/json, */*;q=0.1'],
  [
    [reply('default', 'application/problem+json'), reply('200', 'application/vnd.demo.v2+json')],
    'application/vnd.demo.v2+json, application/problem+json, */*;q=0.1',
  ],
  [[reply('200', 'text/csv', 'application/json; charset=utf-8')], 'application/json, text/csv;q=0.9, */*;q=0.1'],
  [[reply('2XX', 'image/png')], 'image/png, */*;q=0.1'],
  [[reply('200', '*/*', 'x\r\ny/z')], 'application/json, */*;q=0.1'],
])('the replies %# give one Accept header', (responses, accept) => expect(buildAccept(responses)).toBe(accept));
