// Attack: a document, or what answers for it, names addresses inside the operator's network (loopback, link-local metadata services,
// private ranges), so that the gateway asks there what the attacker cannot. What the operator named is trusted; what a remote
// document names must share its origin or be public, and references and redirects are checked at each hop.

import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder } from '../support/folder.ts';
import { failureOf, startGateway, type RunningGateway } from '../support/gateway.ts';
import { echo, startServer } from '../support/server.ts';

const get = (id: string, servers = ''): string =>
  `{"operationId":"${id}",${servers}"responses":{"200":{"description":"ok"}}}`;
const api = (paths: string, more = ''): string =>
  `{"openapi":"3.1.0","info":{"title":"T","version":"1"},${more}"paths":{${paths}}}`;

async function skillIds(gateway: RunningGateway): Promise<readonly string[]> {
  const { skills } = (await (await gateway.get('/skills')).json()) as { skills: readonly { readonly id: string }[] };
  return skills.map(({ id }) => id);
}

describe('servers of a remote document', () => {
  test('another port of the same machine is refused, its own origin is not', async () => {
    await using inner = await startServer(echo);
    await using site = await startServer((request, response) => {
      const body = api(
        `"/own":{"get":${get('own')}},"/steal":{"get":${get('steal', `"servers":[{"url":"${inner.url}"}],`)}}`,
      );
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(request.path === '/openapi.json' ? body : '{"own":true}');
    });
    await using gateway = await startGateway({ config: { targets: { api: { spec: `${site.url}/openapi.json` } } } });
    expect((await gateway.call('own', {})).body.result).toMatchObject({
      message: { parts: [{ data: { own: true } }] },
    });
    const { body, text } = await gateway.call('steal', {});
    expect(body.error).toMatchObject({ code: -32603, message: expect.stringContaining('not at a public address') });
    expect(text).not.toContain(String(inner.port));
    expect(inner.requests).toEqual([]);
  });

  test.each([
    'http://169.254.169.254',
    'http://[::ffff:127.0.0.1]:PORT',
    'http://localhost:PORT',
    'http://127.1:PORT',
    'http://2130706433:PORT',
    'http://0x7f.1:PORT',
    'http://[::1]:PORT',
    'http://0.0.0.0:PORT',
    'http://127.0.0.1.:PORT',
  ])('%s', async (server) => {
    await using inner = await startServer(echo);
    const url = server.replace('PORT', String(inner.port));
    await using site = await startServer((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(api(`"/a":{"get":${get('a')}}`, `"servers":[{"url":"${url}"}],`));
    });
    await using gateway = await startGateway({
      config: { targets: { api: { spec: `${site.url}/openapi.json`, timeout: '2s' } } },
    });
    const { body } = await gateway.call('a', {});
    expect(body.error).toMatchObject({ code: -32603, message: expect.stringContaining('not at a public address') });
    expect(inner.requests).toEqual([]);
  });
});

describe('references', () => {
  test('to inner addresses are not fetched, from a local or a remote document', async () => {
    await using inner = await startServer(echo);
    const document = api(
      `"/good":{"get":${get('good')}},"/bad":{"$ref":"${inner.url}/paths.json"}`,
      '"servers":[{"url":"http://127.0.0.1:9"}],',
    );
    await using folder = await createFolder({ 'openapi.json': document });
    await using site = await startServer(
      (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(document),
    );
    for (const spec of [folder.file('openapi.json'), `${site.url}/openapi.json`]) {
      await using gateway = await startGateway({ config: { targets: { api: { spec } } } });
      expect(await skillIds(gateway)).toEqual(['good']);
    }
    expect(inner.requests).toEqual([]);
  });

  test('to files outside of the folder are not read, not even through a link', async () => {
    await using secret = await createFolder({ 'secret.json': `{"get":${get('secret')}}` });
    await using folder = await createFolder({
      'openapi.json': api(
        `"/good":{"get":${get('good')}},"/a":{"$ref":"${path.relative('/tmp/x', secret.file('secret.json'))}"},"/b":{"$ref":"file://${secret.file('secret.json')}"},"/c":{"$ref":"link.json"},"/d":{"$ref":"link/secret.json"}`,
      ),
    });
    await symlink(secret.file('secret.json'), folder.file('link.json'));
    await symlink(secret.path, folder.file('link'));
    await using gateway = await startGateway({
      config: { targets: { api: { spec: folder.file('openapi.json'), upstreams: ['http://127.0.0.1:9'] } } },
    });
    expect(await skillIds(gateway)).toEqual(['good']);
  });

  test('of a remote document to files are not read', async () => {
    await using secret = await createFolder({ 'secret.json': `{"get":${get('secret')}}` });
    await using site = await startServer((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(api(`"/a":{"$ref":"file://${secret.file('secret.json')}"},"/b":{"get":${get('b')}}`));
    });
    await using gateway = await startGateway({ config: { targets: { api: { spec: `${site.url}/openapi.json` } } } });
    expect(await skillIds(gateway)).toEqual(['b']);
  });
});

describe('redirects', () => {
  test('of a document to an inner address are not followed', async () => {
    await using inner = await startServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(api(`"/a":{"get":${get('a')}}`));
    });
    await using site = await startServer(
      (_request, response) => void response.writeHead(302, { location: `${inner.url}/openapi.json` }).end(),
    );
    await using gateway = await startGateway({ config: { targets: { api: { spec: `${site.url}/openapi.json` } } } });
    expect(await skillIds(gateway)).toEqual([]);
    expect(inner.requests).toEqual([]);
  });

  test('of a service are told, not followed', async () => {
    await using inner = await startServer(echo);
    await using service = await startServer(
      (_request, response) => void response.writeHead(307, { location: `${inner.url}/latest/meta-data` }).end(),
    );
    await using folder = await createFolder({ 'openapi.json': api(`"/a":{"post":${get('a')}}`) });
    await using gateway = await startGateway({
      config: { targets: { api: { spec: folder.file('openapi.json'), upstreams: [service.url] } } },
    });
    expect(failureOf(await gateway.call('a', {}))).toMatchObject({
      state: 'TASK_STATE_FAILED',
      text: expect.stringContaining('redirect (307 Temporary Redirect)'),
    });
    expect(inner.requests).toEqual([]);
  });
});

test('url parts and webhooks of a caller are fetched from nowhere', async () => {
  await using inner = await startServer(echo);
  await using service = await startServer(echo);
  await using folder = await createFolder({
    'openapi.json': api(
      `"/a":{"post":{"operationId":"a","requestBody":{"content":{"application/octet-stream":{}}},"responses":{"200":{"description":"ok"}}}}`,
    ),
  });
  await using gateway = await startGateway({
    config: { targets: { api: { spec: folder.file('openapi.json'), upstreams: [service.url] } } },
  });
  await gateway.send([{ url: `${inner.url}/file`, mediaType: 'application/octet-stream' }]);
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'a' }] };
  const ask = (method: string, params: object) =>
    gateway.rpc({ jsonrpc: '2.0', id: 1, method, params }, { 'a2a-version': '1.0' });
  const hook = { taskPushNotificationConfig: { url: `${inner.url}/hook` } };
  const refused = { code: -32602, message: expect.stringContaining('url') };
  expect((await ask('SendMessage', { message, configuration: hook })).body.error).toMatchObject(refused);
  expect(service.requests).toEqual([]);
  const begun = await ask('SendMessage', { message, configuration: { returnImmediately: true } });
  const { id: taskId } = failureOf(begun);
  const late = await ask('CreateTaskPushNotificationConfig', { taskId, url: `${inner.url}/hook` });
  expect(late.body.error).toMatchObject(refused);
  expect(inner.requests).toEqual([]);
});
