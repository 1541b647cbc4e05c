// Attack: names such as `__proto__` and `constructor` in a document or a message, to change objects that were not meant (prototype
// pollution) or to reach functions that are no skills. They are ordinary names here, in every place where names stand.

import { expect, test } from 'vitest';
import { createFolder } from '../support/folder.ts';
import { startGateway } from '../support/gateway.ts';
import { echo, startServer } from '../support/server.ts';

const document = `{
  "openapi": "3.1.0",
  "__proto__": {"polluted": true},
  "info": {"title": "P", "version": "1", "__proto__": {"polluted": true}},
  "paths": {
    "/__proto__": {"get": {"operationId": "__proto__", "tags": ["__proto__"], "responses": {"200": {"description": "ok"}}}},
    "/c/{constructor}": {"post": {
      "operationId": "constructor",
      "parameters": [
        {"name": "constructor", "in": "path", "required": true, "schema": {"type": "string"}},
        {"name": "__proto__", "in": "query", "schema": {"type": "string"}},
        {"name": "toString", "in": "header", "schema": {"type": "string"}}
      ],
      "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/__proto__"}}}},
      "responses": {"200": {"description": "ok"}, "__proto__": {"description": "x"}}
    }}
  },
  "components": {"schemas": {"__proto__": {"type": "object", "required": ["hasOwnProperty"], "properties": {"hasOwnProperty": {"type": "string"}, "valueOf": {"type": "integer"}}}}}
}`;

test('in a document', async () => {
  await using service = await startServer(echo);
  await using folder = await createFolder({ 'openapi.json': document });
  await using gateway = await startGateway({
    config: { targets: { p: { spec: folder.file('openapi.json'), upstreams: [service.url] } } },
  });
  const proto = await gateway.rpc(
    '{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"data":{"skillId":"__proto__","arguments":{}}}]}}}',
    { 'a2a-version': '1.0' },
  );
  expect(proto.body.result).toHaveProperty('message');
  const args = '{"constructor":"a/b","__proto__":"q","toString":"h","hasOwnProperty":"x","valueOf":7}';
  const call = await gateway.rpc(
    `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"data":{"skillId":"constructor","arguments":${args}}}]}}}`,
    { 'a2a-version': '1.0' },
  );
  expect(call.body.result).toHaveProperty('message');
  expect(service.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/__proto__', ''],
    ['POST', '/c/a%2Fb?__proto__=q', '{"hasOwnProperty":"x","valueOf":7}'],
  ]);
  expect(service.requests[1]?.headers).toMatchObject({ tostring: 'h' });
  const wrong = await gateway.rpc(
    `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"data":{"skillId":"constructor","arguments":{"constructor":"a","valueOf":"x"}}}]}}}`,
    { 'a2a-version': '1.0' },
  );
  expect(wrong.body.error).toMatchObject({ code: -32602, message: expect.stringMatching(/hasOwnProperty.*valueOf/s) });

  const card = (await (await gateway.get('/.well-known/agent-card.json')).json()) as {
    capabilities: { extensions: [{ params: { skills: object } }] };
  };
  expect(Object.keys(card.capabilities.extensions[0].params.skills)).toEqual(['__proto__', 'constructor']);
  for (const id of ['__proto__', 'constructor']) {
    expect((await gateway.get(`/skills/${id}`)).status).toBe(200);
    expect((await gateway.get(`/skills/${id}/input-schema`)).status).toBe(200);
  }
  expect(await (await gateway.get('/skills/toString')).json()).toMatchObject({ error: { code: 404 } });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('in a configuration', async () => {
  const { parseConfig } = await import('../../src/config/config.ts');
  const options = { path: 'gateway.yaml', env: {}, readFile: () => '' };
  for (const text of [
    '__proto__: {access: open}',
    'gateway: {__proto__: {x: 1}}\ntargets: {a: {spec: a.yaml}}',
    'targets: {__proto__: {spec: a.yaml}, a: {spec: a.yaml, constructor: 1}}',
  ]) {
    expect(() => parseConfig(text, options), text).toThrow(/mistake/);
  }
  expect(({} as Record<string, unknown>)['access']).toBeUndefined();
});
