import { describe, expect, it } from 'vitest';
import { openapi, readText, toCatalog } from '../../test/support/document.ts';
import { createLog } from '../observe/log.ts';
import type { UpstreamRequest } from '../upstream/request.ts';
import type { CallContext, PreparedRequest } from './call.ts';
import { createInvoker } from './invoker.ts';

const schemes = `components:
  securitySchemes:
    bearer: {type: http, scheme: Bearer}
    basic: {type: http, scheme: basic}
    oauth: {type: oauth2, flows: {}}
    key: {type: apiKey, in: header, name: X-Key}
    query: {type: apiKey, in: query, name: api_key}
    cookie: {type: apiKey, in: cookie, name: sid}`;

interface Setting {
  readonly security?: string;
  readonly operation?: string;
  readonly configured?: Readonly<Record<string, string>>;
  readonly caller?: CallContext['headers'];
  readonly origins?: readonly string[];
  readonly arguments?: object;
}

async function prepare({
  security = '[]',
  operation = '',
  configured = {},
  caller = {},
  origins,
  arguments: args = {},
}: Setting): Promise<PreparedRequest> {
  const document = await readText(
    openapi(`  /a:\n    get: {operationId: a${operation}}\n`, `${schemes}\nsecurity: ${security}`),
  );
  const { skills } = toCatalog(document, { hasUpstreams: false });
  const policy = {
    headers: new Map<string, string>(),
    credentials: new Map(Object.entries(configured)),
    forwardHeaders: ['authorization'],
    timeout: 1_000,
    ...(origins === undefined ? {} : { origins: new Set(origins) }),
  };
  const upstream = { send: (_request: UpstreamRequest) => Promise.reject(new Error('nothing is sent')) };
  const invoker = createInvoker({
    upstream,
    log: createLog({ level: 'silent' }).log,
    targets: new Map([['api', policy]]),
  });
  return invoker.prepare(
    { skill: skills[0]!, arguments: args, coerce: false, resolvedBy: 'agent' },
    { requestId: 'r', headers: caller },
  );
}

describe('credentials by security scheme (OAS 3.1 §4.8.30)', () => {
  it.each<[string, Setting, Record<string, unknown>]>([
    ['a bearer token', { security: '[{bearer: []}]', configured: { bearer: 't' } }, { authorization: 'Bearer t' }],
    ['an OAuth token', { security: '[{oauth: [read]}]', configured: { oauth: 't' } }, { authorization: 'Bearer t' }],
    ['user and password', { security: '[{basic: []}]', configured: { basic: 'u:p' } }, { authorization: 'Basic dTpw' }],
    ['a key in a header', { security: '[{key: []}]', configured: { key: 'k' } }, { 'x-key': 'k' }],
    ['a key in a cookie', { security: '[{cookie: []}]', configured: { cookie: 'c' } }, { cookie: 'sid=c' }],
    [
      'the first alternative that is configured',
      { security: '[{bearer: []}, {key: []}]', configured: { key: 'k' } },
      { 'x-key': 'k', authorization: undefined },
    ],
    [
      'all schemes of an alternative',
      { security: '[{bearer: [], key: []}]', configured: { bearer: 't', key: 'k' } },
      { 'x-key': 'k', authorization: 'Bearer t' },
    ],
    [
      'no half of an alternative',
      { security: '[{bearer: [], key: []}]', configured: { key: 'k' } },
      { 'x-key': undefined, authorization: undefined },
    ],
    [
      'nothing where the operation asks for nothing',
      { security: '[{key: []}]', operation: ', security: []', configured: { key: 'k' } },
      { 'x-key': undefined },
    ],
    [
      'what the operation asks for, not the document',
      { security: '[{key: []}]', operation: ', security: [{bearer: []}]', configured: { key: 'k', bearer: 't' } },
      { 'x-key': undefined, authorization: 'Bearer t' },
    ],
    [
      "the operator's token over the caller's",
      { security: '[{bearer: []}]', configured: { bearer: 't' }, caller: { authorization: 'Bearer caller' } },
      { authorization: 'Bearer t' },
    ],
    [
      'nothing to another origin',
      { security: '[{key: []}]', configured: { key: 'k' }, origins: ['https://elsewhere.example.test'] },
      { 'x-key': undefined },
    ],
  ])('send %s', async (_name, setting, expected) => {
    const { request } = await prepare(setting);
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, request.headers[name]]))).toEqual(expected);
  });

  it('stand encoded in the query, after the arguments, where no caller can set them', async () => {
    const setting = {
      security: '[{query: []}]',
      operation: ', parameters: [{name: api_key, in: query}, {name: q, in: query}]',
      configured: { query: 'k&1' },
    };
    expect((await prepare({ ...setting, arguments: { q: 'x' } })).request.path).toBe('/a?q=x&api_key=k%261');
    await expect(prepare({ ...setting, arguments: { api_key: 'mine' } })).rejects.toThrow(/api_key/);
  });
});

describe('headers of the caller that are not passed on', () => {
  it('are named with the reason', async () => {
    const caller = {
      authorization: 'Bearer x',
      'x-other': '1',
      host: 'gw',
      connection: 'keep-alive, x-hop',
      'x-hop': '1',
      accept: '*/*',
      'a2a-version': '1.0',
      'x-key': 'mine',
      traceparent: 'x',
    };
    const { droppedHeaders, secretHeaders } = await prepare({
      security: '[{key: []}]',
      configured: { key: 'k' },
      caller,
    });
    const reasons = Object.fromEntries(droppedHeaders.map(({ name, reason }) => [name, reason]));
    expect(reasons).toEqual({
      'x-other': 'is not in forwardHeaders of the target',
      host: "describes the caller's own message",
      connection: 'belongs to the connection between the caller and the gateway',
      'x-hop': 'belongs to the connection between the caller and the gateway',
      accept: 'is written by the gateway',
      'a2a-version': 'is meant for the gateway',
      'x-key': "the target's own value is sent instead",
    });
    expect(secretHeaders).toEqual(['x-key']);
  });
});
