// Several services behind one gateway: one that is broken, slow or gone takes none of the others down, and what is meant for one
// never reaches another.

import { describe, expect, test } from 'vitest';
import { buildConfig } from '../../src/config/config.ts';
import { createFolder } from '../support/folder.ts';
import { findFreePort } from '../support/free-port.ts';
import { failureOf, questionOf, startDemo, startGateway } from '../support/gateway.ts';
import { echo, startServer, type SeenRequest } from '../support/server.ts';
import { startPets } from '../upstreams/pets.ts';

const thing = (title: string, servers = ''): string =>
  `openapi: 3.0.0\ninfo: {title: ${title}, version: '1'}\n${servers}\npaths:\n  /things/{id}:\n    get:\n      operationId: getThing\n      parameters: [{name: id, in: path, required: true, schema: {type: string}}]\n      responses: {'200': {description: ok, content: {application/json: {schema: {}}}}}\n`;

function dataOf(body: { readonly result?: unknown }): unknown {
  return (body.result as { message: { parts: readonly { readonly data: unknown }[] } }).message.parts[0]?.data;
}

describe('one target down', () => {
  test('a document that cannot be read and a service that is gone leave the third as it was', async () => {
    await using pets = await startPets();
    await using folder = await createFolder({
      'broken.yaml': 'openapi: 3.0.0\npaths: {"/a": [unclosed',
      'ok.yaml': thing('Gone'),
    });
    const gone = await findFreePort();
    await using gateway = await startGateway({
      config: {
        targets: {
          broken: { spec: folder.file('broken.yaml') },
          missing: { spec: folder.file('nowhere.yaml') },
          gone: { spec: folder.file('ok.yaml'), upstreams: [`http://127.0.0.1:${gone}`] },
          pets: { spec: 'openapi/pets.yaml', upstreams: [pets.url] },
        },
      },
    });
    expect(dataOf((await gateway.call('getPetById', { petId: 1 })).body)).toMatchObject({ name: 'Rex' });
    const lost = await gateway.call('gone__getThing', { id: 'a' });
    expect(failureOf(lost)).toMatchObject({
      state: 'TASK_STATE_FAILED',
      text: expect.stringContaining('"gone" cannot be reached'),
    });
    const ready = await gateway.get('/readyz');
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        ready: true,
        status: 'degraded',
        targets: [
          { id: 'broken', document: 'failed', upstream: 'unknown', skills: 0, reason: 'its document cannot be read' },
          { id: 'missing', document: 'failed', upstream: 'unknown', skills: 0, reason: 'its document cannot be read' },
          { id: 'gone', document: 'loaded', upstream: 'down', skills: 1, reason: 'the upstream cannot be reached' },
          { id: 'pets', document: 'loaded', upstream: 'up', skills: 5 },
        ],
      },
    ]);
    const card = (await (await gateway.get('/.well-known/agent-card.json')).json()) as {
      skills: readonly { readonly id: string }[];
    };
    expect(card.skills.map(({ id }) => id.split('__')[0])).toEqual(['gone', 'pets', 'pets', 'pets', 'pets', 'pets']);
  });

  test('none up: not ready, and the process answers all the same', async () => {
    const gone = await findFreePort();
    await using gateway = await startGateway({
      config: { targets: { pets: { spec: 'openapi/pets.yaml', upstreams: [`http://127.0.0.1:${gone}`] } } },
    });
    const ready = await gateway.get('/readyz');
    expect([ready.status, await ready.json()]).toEqual([
      503,
      expect.objectContaining({ ready: false, status: 'not ready' }),
    ]);
    expect((await gateway.get('/healthz')).status).toBe(200);
  });

  test('a service that comes back is found again', async () => {
    const port = await findFreePort();
    await using gateway = await startGateway({
      config: { targets: { pets: { spec: 'openapi/pets.yaml', upstreams: [`http://127.0.0.1:${port}`] } } },
    });
    expect(failureOf(await gateway.call('getPetById', { petId: 1 }))).toMatchObject({ state: 'TASK_STATE_FAILED' });
    await using _pets = await startPets(port);
    expect(dataOf((await gateway.call('getPetById', { petId: 1 })).body)).toMatchObject({ name: 'Rex' });
  });

  test('a service that hangs does not hold the calls of another', async () => {
    await using slow = await startServer(() => {});
    await using pets = await startPets();
    await using folder = await createFolder({ 'slow.yaml': thing('Slow') });
    await using gateway = await startGateway({
      config: {
        targets: {
          slow: { spec: folder.file('slow.yaml'), upstreams: [slow.url], timeout: '1s' },
          pets: { spec: 'openapi/pets.yaml', upstreams: [pets.url] },
        },
      },
    });
    const hanging = Array.from({ length: 300 }, () => gateway.call('getThing', { id: 'a' }));
    expect(dataOf((await gateway.call('getPetById', { petId: 1 })).body)).toMatchObject({ name: 'Rex' });
    const ended = await Promise.all(hanging);
    expect(new Set(ended.map((answer) => failureOf(answer).state))).toEqual(new Set(['TASK_STATE_FAILED']));
    expect(ended.map((answer) => failureOf(answer).text)[0]).toMatch(/did not answer within 1 s/);
  });
});

describe('what is meant for one target', () => {
  test('its headers reach it alone, whatever the caller sends', async () => {
    await using one = await startServer(echo);
    await using two = await startServer(echo);
    await using folder = await createFolder({ 'thing.yaml': thing('Thing') });
    const spec = folder.file('thing.yaml');
    await using gateway = await startGateway({
      config: {
        targets: {
          one: {
            spec,
            upstreams: [one.url],
            headers: { 'X-API-Key': '${KEY}', Authorization: 'Bearer of-the-operator' },
          },
          two: { spec, upstreams: [two.url] },
        },
      },
      env: { KEY: 'key-of-one' },
    });
    const headers = { authorization: 'Bearer of-the-caller', 'x-api-key': 'of-the-caller' };
    await gateway.call('one__getThing', { id: 'a' }, headers);
    await gateway.call('two__getThing', { id: 'a' }, headers);
    const seen = (requests: readonly SeenRequest[]) =>
      requests.map((request) => [request.headers.authorization, request.headers['x-api-key']]);
    expect(seen(one.requests)).toEqual([['Bearer of-the-operator', 'key-of-one']]);
    expect(seen(two.requests)).toEqual([['Bearer of-the-caller', undefined]]);
  });

  test('only the listed headers of the caller are passed on, and none of the connection', async () => {
    await using service = await startServer(echo);
    await using folder = await createFolder({ 'thing.yaml': thing('Thing') });
    await using gateway = await startGateway({
      config: {
        targets: {
          thing: {
            spec: folder.file('thing.yaml'),
            upstreams: [service.url],
            forwardHeaders: ['x-tenant', 'accept-language'],
          },
        },
      },
    });
    await gateway.call(
      'getThing',
      { id: 'a' },
      {
        authorization: 'Bearer x',
        cookie: 'a=b',
        'x-tenant': 'acme',
        'accept-language': 'fr',
        'x-forwarded-for': '1.2.3.4',
        'x-other': '1',
        'proxy-authorization': 'Basic x',
        te: 'trailers',
      },
    );
    const { headers } = service.requests[0] ?? { headers: {} };
    expect(headers).toMatchObject({ 'x-tenant': 'acme', 'accept-language': 'fr', host: new URL(service.url).host });
    for (const name of [
      'authorization',
      'cookie',
      'x-forwarded-for',
      'x-other',
      'proxy-authorization',
      'te',
      'a2a-version',
      'origin',
    ]) {
      expect(headers, name).not.toHaveProperty(name);
    }
  });

  test('credentials do not go to an operation whose server is elsewhere', async () => {
    await using main = await startServer(echo);
    await using elsewhere = await startServer(echo);
    await using folder = await createFolder({
      'two.yaml': `openapi: 3.0.0
info: {title: Two, version: '1'}
servers: [{url: ${main.url}/api}]
paths:
  /a: {get: {operationId: a, responses: {'200': {description: ok}}}}
  /b: {get: {operationId: b, responses: {'200': {description: ok}}}}
  /c: {get: {operationId: c, servers: [{url: ${elsewhere.url}/other}], responses: {'200': {description: ok}}}}
`,
    });
    await using gateway = await startGateway({
      config: { targets: { two: { spec: folder.file('two.yaml'), headers: { 'x-api-key': 'secret' } } } },
    });
    for (const id of ['a', 'c']) await gateway.call(id, {}, { authorization: 'Bearer of-the-caller' });
    const seen = (requests: readonly SeenRequest[]) =>
      requests.map(({ path, headers }) => [path, headers.authorization, headers['x-api-key']]);
    expect(seen(main.requests)).toEqual([['/api/a', 'Bearer of-the-caller', 'secret']]);
    expect(seen(elsewhere.requests)).toEqual([['/other/c', undefined, undefined]]);
  });

  test('a redirect is not followed: the credential stays where it was sent', async () => {
    await using elsewhere = await startServer(echo);
    await using service = await startServer(
      (_request, response) => void response.writeHead(302, { location: `${elsewhere.url}/steal` }).end(),
    );
    await using folder = await createFolder({ 'thing.yaml': thing('Thing') });
    await using gateway = await startGateway({
      config: { targets: { thing: { spec: folder.file('thing.yaml'), upstreams: [service.url] } } },
    });
    const answer = await gateway.call('getThing', { id: 'a' }, { authorization: 'Bearer of-the-caller' });
    expect(failureOf(answer)).toMatchObject({
      state: 'TASK_STATE_FAILED',
      text: expect.stringContaining('redirect (302 Found)'),
    });
    expect(answer.text).not.toContain(elsewhere.url);
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('names over several targets', () => {
  test('the same operationId in two targets: each under its prefix, the bare one is ambiguous', async () => {
    await using one = await startServer(echo);
    await using two = await startServer(echo);
    await using folder = await createFolder({ 'thing.yaml': thing('Thing') });
    const spec = folder.file('thing.yaml');
    await using gateway = await startGateway({
      config: { targets: { one: { spec, upstreams: [one.url] }, two: { spec, upstreams: [two.url] } } },
    });
    const { body } = await gateway.call('getThing', { id: 'a' });
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringMatching(/one__getThing, two__getThing/) });
    expect((await gateway.call('two__getThing', { id: 'a' })).body.result).toHaveProperty('message');
    expect([one.requests.length, two.requests.length]).toEqual([0, 1]);
    const card = (await (await gateway.get('/.well-known/agent-card.json')).json()) as {
      skills: readonly { readonly name: string }[];
    };
    expect(new Set(card.skills.map(({ name }) => name.replaceAll(/\W+/g, '_').toLowerCase())).size).toBe(2);
  });

  test.each([
    ['never', 'pets', 'getPetById'],
    ['always', 'pets', 'pets__getPetById'],
    ['auto', 'pets', 'getPetById'],
  ] as const)('prefix: %s', async (prefix, id, skill) => {
    await using gateway = await startGateway({
      config: {
        gateway: { prefix },
        targets: { [id]: { spec: 'openapi/pets.yaml', upstreams: ['http://127.0.0.1:9'] } },
      },
    });
    expect(await (await gateway.get(`/skills/${skill}`)).json()).toMatchObject({ id: skill });
  });

  test('without prefixes, ids that clash are told apart', async () => {
    await using folder = await createFolder({ 'thing.yaml': thing('Thing') });
    const spec = folder.file('thing.yaml');
    const upstreams = ['http://127.0.0.1:9'];
    await using gateway = await startGateway({
      config: { gateway: { prefix: 'never' }, targets: { one: { spec, upstreams }, two: { spec, upstreams } } },
    });
    const { skills } = (await (await gateway.get('/skills')).json()) as {
      skills: readonly { readonly id: string; readonly target: string }[];
    };
    expect(skills.map(({ target }) => target)).toEqual(['one', 'two']);
    expect(new Set(skills.map(({ id }) => id)).size).toBe(2);
  });
});

describe('curation', () => {
  test('what is left out is no skill, and its name leads nowhere', async () => {
    await using pets = await startPets();
    await using gateway = await startGateway({
      config: {
        targets: {
          pets: {
            spec: 'openapi/pets.yaml',
            upstreams: [pets.url],
            skills: {
              exclude: [{ method: 'delete' }, { id: 'createPet' }],
              override: { getPetById: { name: 'Look at a pet', description: 'Shows one pet.', tags: ['zoo'] } },
            },
          },
        },
      },
    });
    const { skills } = (await (await gateway.get('/skills')).json()) as { skills: readonly { readonly id: string }[] };
    expect(skills.map(({ id }) => id)).toEqual(['listPets', 'getPetById', 'updatePet']);
    expect(skills[1]).toMatchObject({
      name: 'Look at a pet',
      description: expect.stringMatching(/^Shows one pet\.\nInput:/),
      tags: ['zoo'],
    });
    const named = await gateway.send([{ data: { skillId: 'deletePet', arguments: { petId: 1 } } }]);
    expect(named.body.error?.code).toBe(-32602);
    for (const text of ['DELETE /pets/1', 'deletePet petId=1', 'confirm deletePet petId=1', 'createPet name=Rex']) {
      const { candidates } = questionOf(await gateway.send([{ text }]));
      const offered = candidates.map(({ skillId }) => skillId);
      expect(offered.length, text).toBeGreaterThan(0);
      expect(['listPets', 'getPetById', 'updatePet'], text).toEqual(expect.arrayContaining(offered));
    }
    expect(pets.requests).toEqual([]);
  });
});

test('more targets than maxTargets: an error that says what to do', () => {
  const target = { spec: 'openapi/pets.yaml' };
  const targets = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`t${at}`, target]));
  expect(() => buildConfig({ targets }, {})).toThrow(
    /11 targets, and the limit is 10\. Raise gateway\.maxTargets to 11/,
  );
  expect(buildConfig({ gateway: { maxTargets: 11 }, targets }, {}).targets).toHaveLength(11);
});

test('a service that fails does not close the others behind its breaker', async () => {
  await using demo = await startDemo();
  await demo.calculator[Symbol.asyncDispose]();
  const sum = { operation: 'add', operands: [1] };
  const failed = await Promise.all(Array.from({ length: 30 }, () => demo.gateway.call('calculate', sum)));
  expect(failed.every((answer) => failureOf(answer).state === 'TASK_STATE_FAILED')).toBe(true);
  expect(dataOf((await demo.gateway.call('getPetById', { petId: 1 })).body)).toMatchObject({ name: 'Rex' });
});
