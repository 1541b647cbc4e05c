// The card and the pages beside it, as clients, caches, proxies and browsers see them: required fields of both versions, negotiation,
// validators, the addresses inside, cross-origin use, and that everything the card says of a skill is true.

import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { ConfigInput } from '../../src/config/config.ts';
import { startDemo, startGateway, type RunningGateway } from '../support/gateway.ts';
import { createFolder } from '../support/folder.ts';

const cardPath = '/.well-known/agent-card.json';
const pets = { pets: { spec: 'openapi/pets.yaml', upstreams: ['http://127.0.0.1:9'] } };

interface Card {
  readonly url?: string;
  readonly supportedInterfaces?: readonly { readonly url: string; readonly protocolVersion: string }[];
  readonly additionalInterfaces?: readonly { readonly url: string }[];
  readonly skills: readonly CardSkill[];
  readonly capabilities: { readonly extensions: readonly Extension[] };
  readonly [field: string]: unknown;
}

interface CardSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples: readonly string[];
}

interface Extension {
  readonly params: { readonly skills: Readonly<Record<string, Contract>> };
}

interface Contract {
  readonly inputSchemaUrl: string;
  readonly outputSchemaUrl?: string;
  readonly inputSchema?: unknown;
}

async function readCard(gateway: RunningGateway, headers: Readonly<Record<string, string>> = {}): Promise<Card> {
  return (await (await gateway.get(cardPath, headers)).json()) as Card;
}

/** All addresses in a card. */
function urlsOf(card: Card): readonly string[] {
  return [
    ...(card.url === undefined ? [] : [card.url]),
    ...(card.supportedInterfaces ?? []).map(({ url }) => url),
    ...(card.additionalInterfaces ?? []).map(({ url }) => url),
    ...card.capabilities.extensions.flatMap(({ params }) =>
      Object.values(params.skills).map((contract) => contract.inputSchemaUrl),
    ),
  ];
}

/** A GET with headers that `fetch` does not let one set. */
function rawGet(port: number, headers: Readonly<Record<string, string>>): Promise<Card> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: cardPath, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve(JSON.parse(text) as Card));
    });
    asked.once('error', reject).end();
  });
}

async function originsSeen(config: ConfigInput, headers: Readonly<Record<string, string>>): Promise<readonly string[]> {
  await using gateway = await startGateway({ config: { ...config, targets: pets } });
  const card = await rawGet(gateway.port, headers);
  return [
    ...new Set(urlsOf(card).map((url) => url.replace(`:${gateway.port}`, ':PORT').replace(/\/(a2a|skills\/.*)$/, ''))),
  ];
}

const requiredV1 = [
  'name',
  'description',
  'version',
  'supportedInterfaces',
  'capabilities',
  'defaultInputModes',
  'defaultOutputModes',
  'skills',
];
const requiredV03 = [
  'protocolVersion',
  'name',
  'description',
  'url',
  'version',
  'preferredTransport',
  'capabilities',
  'defaultInputModes',
  'defaultOutputModes',
  'skills',
];

describe('the card', () => {
  test.each([
    ['1.0', requiredV1, ['url', 'preferredTransport', 'protocolVersion', 'additionalInterfaces']],
    ['1.0.1', requiredV1, ['url', 'preferredTransport']],
    ['0.3', requiredV03, ['supportedInterfaces']],
    ['0.3.0', requiredV03, ['supportedInterfaces']],
    ['', [...requiredV1, ...requiredV03], []],
    ['99.0', [...requiredV1, ...requiredV03], []],
  ])('for A2A-Version "%s" has the fields of that version and no others', async (version, fields, foreign) => {
    await using demo = await startDemo();
    const card = await readCard(demo.gateway, version === '' ? {} : { 'a2a-version': version });
    for (const field of fields) expect(card, field).toHaveProperty(field);
    for (const field of foreign) expect(card, field).not.toHaveProperty(field);
    expect(card.skills).toHaveLength(11);
    for (const skill of card.skills) {
      expect(skill).toEqual(
        expect.objectContaining({
          id: expect.stringMatching(/^[\w-]{1,64}$/),
          name: expect.stringMatching(/^.{1,40}$/),
          description: expect.stringMatching(/Input: \{/),
          tags: expect.arrayContaining([expect.any(String)]),
        }),
      );
    }
    expect(new Set(card.skills.map(({ id }) => id)).size).toBe(11);
    expect(new Set(card.skills.map(({ name }) => name.replaceAll(/\W+/g, '_').toLowerCase())).size).toBe(11);
  });

  test('the version may stand in the query, and the header-less form can be configured', async () => {
    await using demo = await startDemo({ gateway: { card: { headerless: '0.3' } } });
    const query = (await (await demo.gateway.get(`${cardPath}?A2A-Version=1.0`)).json()) as Card;
    expect(query).not.toHaveProperty('url');
    expect(await readCard(demo.gateway)).not.toHaveProperty('supportedInterfaces');
  });

  test('is the same at its four addresses, with HEAD as with GET', async () => {
    await using demo = await startDemo();
    const bodies: string[] = [];
    for (const path of [cardPath, `${cardPath}/`, '/.well-known/agent.json', '/.well-known/agent.json/']) {
      const got = await demo.gateway.get(path);
      const head = await fetch(demo.gateway.url + path, { method: 'HEAD' });
      expect([got.status, head.status, await head.text()]).toEqual([200, 200, '']);
      expect(got.headers.get('content-type')).toMatch(/^application\/json/);
      expect(head.headers.get('etag')).toBe(got.headers.get('etag'));
      bodies.push(await got.text());
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(bodies[0] ?? '')));
    }
    expect(new Set(bodies).size).toBe(1);
  });

  test('can be cached', async () => {
    await using demo = await startDemo();
    const first = await demo.gateway.get(cardPath);
    const etag = first.headers.get('etag') ?? '';
    const modified = first.headers.get('last-modified') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(new Date(modified).toUTCString()).toBe(modified);
    expect(first.headers.get('cache-control')).toBe('private, max-age=300');
    expect(first.headers.get('vary')).toContain('A2A-Version');
    for (const headers of [
      { 'if-none-match': etag },
      { 'if-none-match': `"x", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': modified },
    ]) {
      const again = await demo.gateway.get(cardPath, headers);
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    for (const headers of [
      { 'if-none-match': '"other"' },
      { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      { 'if-none-match': '"x"', 'if-modified-since': modified },
    ]) {
      expect((await demo.gateway.get(cardPath, headers as Record<string, string>)).status).toBe(200);
    }
    const v03 = await demo.gateway.get(cardPath, { 'a2a-version': '0.3' });
    expect(v03.headers.get('etag')).not.toBe(etag);
  });

  test('other verbs and addresses get JSON, not a page', async () => {
    await using demo = await startDemo();
    const posted = await fetch(demo.gateway.url + cardPath, { method: 'POST', body: '{}' });
    expect(posted.status).toBe(404);
    const missing = await demo.gateway.get('/.well-known/nothing.json');
    expect(missing.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await missing.json()).toEqual({
      error: expect.objectContaining({ code: 404, message: expect.stringContaining(cardPath) }),
    });
  });

  test('larger than 200 kB: warns, and says what to do', async () => {
    const paths = Array.from(
      { length: 300 },
      (_, at) =>
        `  /things/{id}/part${at}:\n    get:\n      summary: Part ${at}\n      description: ${'All about it. '.repeat(60)}\n      parameters: [{name: id, in: path, required: true, schema: {type: string}}]\n      responses: {'200': {description: ok}}`,
    );
    await using folder = await createFolder({
      'openapi.yaml': `openapi: 3.0.0\ninfo: {title: Large, version: '1'}\npaths:\n${paths.join('\n')}\n`,
    });
    const { buildConfig } = await import('../../src/config/config.ts');
    const { createGateway } = await import('../../src/gateway.ts');
    const { createLog } = await import('../../src/observe/log.ts');
    const config = buildConfig(
      { targets: { large: { spec: folder.file('openapi.yaml'), upstreams: ['http://127.0.0.1:9'] } } },
      {},
    );
    await using gateway = await createGateway({ config, log: createLog({ level: 'silent' }).log });
    expect(gateway.published().cards.warnings).toEqual([
      expect.stringMatching(/^The agent card is \d+ kB large \(300 skills\).*include or exclude/),
    ]);
  });
});

describe('the addresses in the card', () => {
  test.each<readonly [string, ConfigInput, Record<string, string>, string]>([
    [
      'a publicUrl, whatever the headers say',
      { gateway: { publicUrl: 'https://agents.example.test' } },
      { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
      'https://agents.example.test',
    ],
    [
      'a publicUrl with a path, joined once',
      { gateway: { publicUrl: 'https://example.test/tools/gate/' } },
      {},
      'https://example.test/tools/gate',
    ],
    ['the Host', {}, { host: 'agents.internal:8443' }, 'http://agents.internal:8443'],
    ['the Host as an IPv6 address', {}, { host: '[::1]:8080' }, 'http://[::1]:8080'],
    [
      'headers of an untrusted peer do not count',
      {},
      { host: 'me.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https', 'x-forwarded-prefix': '/evil' },
      'http://me.test',
    ],
    [
      'headers of a trusted proxy',
      { gateway: { trustedProxies: ['127.0.0.1'] } },
      { host: 'inner', 'x-forwarded-host': 'api.example.test', 'x-forwarded-proto': 'https' },
      'https://api.example.test',
    ],
    [
      'headers of a trusted proxy, with the prefix that it takes away',
      { gateway: { trustedProxies: ['127.0.0.0/8'] } },
      {
        host: 'inner',
        'x-forwarded-host': 'api.example.test',
        'x-forwarded-proto': 'https',
        'x-forwarded-prefix': '/gate/',
      },
      'https://api.example.test/gate',
    ],
    [
      'a scheme in capitals',
      { gateway: { trustedProxies: ['127.0.0.1'] } },
      { host: 'me.test', 'x-forwarded-proto': 'HTTPS' },
      'https://me.test',
    ],
    [
      'a trusted proxy that sends nothing',
      { gateway: { trustedProxies: ['127.0.0.1'] } },
      { host: 'me.test' },
      'http://me.test',
    ],
    [
      'a trusted proxy elsewhere',
      { gateway: { trustedProxies: ['10.0.0.0/8'] } },
      { host: 'me.test', 'x-forwarded-host': 'evil.test' },
      'http://me.test',
    ],
    [
      '0.0.0.0 as Host',
      { access: 'open', gateway: { listen: { host: '0.0.0.0' } } },
      { host: '0.0.0.0:8080' },
      'http://localhost:PORT',
    ],
    ['[::] as Host', {}, { host: '[::]:8080' }, 'http://localhost:PORT'],
    ['a Host with a path', {}, { host: 'me.test/evil' }, 'http://localhost:PORT'],
    ['a Host with a user', {}, { host: 'me@evil.test' }, 'http://localhost:PORT'],
    ['a Host with quotes', {}, { host: '"><script>' }, 'http://localhost:PORT'],
    [
      'a proxy that forwards nonsense',
      { gateway: { trustedProxies: ['127.0.0.1'] } },
      { host: 'inner', 'x-forwarded-host': 'a b', 'x-forwarded-proto': 'gopher', 'x-forwarded-prefix': '/../..' },
      'http://localhost:PORT',
    ],
  ])('%s', async (_name, config, headers, base) => {
    expect(await originsSeen(config, headers)).toEqual([base]);
  });

  test('a chain of trusted proxies: the outermost names count', async () => {
    const config: ConfigInput = { gateway: { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] } };
    const headers = {
      host: 'inner',
      'x-forwarded-for': '203.0.113.9, 10.0.0.7',
      'x-forwarded-host': 'api.example.test',
      'x-forwarded-proto': 'https',
    };
    expect(await originsSeen(config, headers)).toEqual(['https://api.example.test']);
  });

  test('listening on every address, the card names the one that was asked for', async () => {
    await using gateway = await startGateway({
      config: { access: 'open', gateway: { listen: { host: '0.0.0.0' } }, targets: pets },
    });
    const card = await rawGet(gateway.port, { host: `127.0.0.1:${gateway.port}` });
    expect(JSON.stringify(card)).not.toContain('0.0.0.0');
    expect(urlsOf(card)[0]).toBe(`http://127.0.0.1:${gateway.port}/a2a`);
  });

  test('a card by publicUrl may be cached by everybody', async () => {
    await using gateway = await startGateway({
      config: { gateway: { publicUrl: 'https://agents.example.test', card: { maxAge: '90s' } }, targets: pets },
    });
    expect((await gateway.get(cardPath)).headers.get('cache-control')).toBe('public, max-age=90');
  });
});

describe('web pages of other origins', () => {
  const asked = 'a2a-version,a2a-extensions,content-type,authorization,traceparent,x-request-id';
  const preflight = (gateway: RunningGateway, path: string, origin: string): Promise<Response> =>
    fetch(gateway.url + path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': asked },
    });

  test.each(['/a2a', '/a2a/', cardPath, '/.well-known/agent.json', '/skills', '/a2a/capabilities'])(
    'may ask for %s',
    async (path) => {
      await using demo = await startDemo();
      const answer = await preflight(demo.gateway, path, 'https://console.example.test');
      expect([200, 204]).toContain(answer.status);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      const allowed = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/,\s*/);
      expect(allowed).toEqual(expect.arrayContaining(asked.split(',')));
      expect(answer.headers.get('access-control-allow-methods')?.split(/,\s*/)).toEqual(
        expect.arrayContaining(['GET', 'POST', 'DELETE']),
      );
    },
  );

  test('read the answer and the headers that matter', async () => {
    await using demo = await startDemo();
    const origin = 'https://console.example.test';
    const card = await demo.gateway.get(cardPath, { origin });
    expect(card.headers.get('access-control-allow-origin')).toBe('*');
    expect(card.headers.get('access-control-expose-headers')?.toLowerCase()).toMatch(/a2a-extensions.*etag/);
    const answer = await demo.gateway.rpc('{', { origin });
    expect([answer.headers.get('access-control-allow-origin'), answer.body.error?.code]).toEqual(['*', -32700]);
  });

  test('only configured origins, and only they', async () => {
    await using demo = await startDemo({ gateway: { cors: { origins: ['https://console.example.test'] } } });
    const yes = await preflight(demo.gateway, '/a2a', 'https://console.example.test');
    expect(yes.headers.get('access-control-allow-origin')).toBe('https://console.example.test');
    const no = await preflight(demo.gateway, '/a2a', 'https://evil.test');
    expect(no.headers.get('access-control-allow-origin')).toBeNull();
    const vary = (await demo.gateway.get(cardPath, { origin: 'https://console.example.test' })).headers.get('vary');
    expect(vary).toMatch(/Origin/);
    expect(vary).toMatch(/A2A-Version/);
  });

  test('no origin at all', async () => {
    await using demo = await startDemo({ gateway: { cors: { origins: [] } } });
    const no = await preflight(demo.gateway, '/a2a', 'https://console.example.test');
    expect(no.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('what the card says of a skill is true', () => {
  test('every example line is accepted as a text, and reaches the service', async () => {
    await using demo = await startDemo();
    const { skills } = await readCard(demo.gateway);
    const refused: unknown[] = [];
    for (const { examples } of skills) {
      for (const text of examples) {
        const { body } = await demo.gateway.send([{ text }]);
        const reached = demo.calculator.requests.length + demo.pets.requests.length + demo.orders.requests.length;
        if (reached === 0 || /do not fit|cannot be read|no skill/.test(body.error?.message ?? ''))
          refused.push({ text, body });
      }
    }
    expect(refused).toEqual([]);
  });

  test('the inline schema, the schema addresses and /skills/{id} are one schema', async () => {
    await using demo = await startDemo();
    const card = await readCard(demo.gateway);
    const contracts = Object.entries(card.capabilities.extensions[0]?.params.skills ?? {});
    expect(contracts).toHaveLength(11);
    for (const [id, contract] of contracts) {
      const schema = await fetch(contract.inputSchemaUrl);
      expect(schema.headers.get('content-type')).toMatch(/^application\/schema\+json/);
      const input = await schema.json();
      expect(contract.inputSchema, id).toEqual(input);
      const page = (await (await demo.gateway.get(`/skills/${id}`)).json()) as Record<string, unknown>;
      expect(page).toMatchObject({ id, inputSchema: input, inputSchemaUrl: contract.inputSchemaUrl });
      if (contract.outputSchemaUrl === undefined) expect(page['outputSchema']).toBeUndefined();
      else expect(await (await fetch(contract.outputSchemaUrl)).json()).toEqual(page['outputSchema']);
      const skill = card.skills.find((one) => one.id === id);
      const signature = /Input: (\{.*\})$/.exec(skill?.description ?? '')?.[1] ?? '';
      for (const name of Object.keys((input as { properties: object }).properties))
        expect(signature, id).toContain(name);
    }
  });

  test('/skills lists them all, with the addresses of their pages', async () => {
    await using demo = await startDemo();
    const { skills } = (await (await demo.gateway.get('/skills')).json()) as {
      skills: readonly { readonly id: string; readonly url: string }[];
    };
    const card = await readCard(demo.gateway);
    expect(skills.map(({ id }) => id)).toEqual(card.skills.map(({ id }) => id));
    for (const { url, id } of skills) expect(await (await fetch(url)).json()).toMatchObject({ id });
  });

  test.each([
    ['/skills/nothing', 404, /no skill/],
    ['/skills/getPetByID', 404, /getPetById/],
    ['/skills/__proto__', 404, /no skill/],
    ['/skills/constructor', 404, /no skill/],
    ['/skills/%2e%2e%2fetc', 404, /no skill/],
    ['/skills/nothing/input-schema', 404, /no skill/],
    ['/skills/%E0%A4%A', 404, /./],
    [`/skills/${'x'.repeat(300)}`, 404, /./],
  ])('%s → %i, as JSON', async (path, status, message) => {
    await using demo = await startDemo();
    const answer = await demo.gateway.get(path);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({
      error: expect.objectContaining({ code: status, message: expect.stringMatching(message) }),
    });
  });

  test('a bare id leads to the page where it is unique', async () => {
    await using demo = await startDemo();
    expect(await (await demo.gateway.get('/skills/getPetById')).json()).toMatchObject({ id: 'pets__getPetById' });
  });
});
