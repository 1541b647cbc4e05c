// The card and the skills over HTTP: negotiation, validators, addresses. Cases 1 to 3, 6, 12 and 49 of public bug reports.

import { describe, expect, it } from 'vitest';
import { calculate, post, startA2A, type A2AServer } from '../../test/support/a2a-server.ts';
import { createSkill } from '../../test/support/skills.ts';

const card = '/.well-known/agent-card.json';

async function getCard(server: A2AServer, headers: Record<string, string> = {}, path = card) {
  const response = await fetch(server.url + path, { headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Record<string, never> };
}

describe('the card at its addresses', () => {
  it.each([card, `${card}/`, '/.well-known/agent.json', '/.well-known/agent.json/'])('%s', async (path) => {
    await using server = await startA2A();
    const { status, headers, body } = await getCard(server, {}, path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('vary')).toContain('A2A-Version');
    expect(body).toMatchObject({ name: 'Demo', protocolVersion: '0.3.0', url: `${server.url}/a2a` });
    const head = await fetch(server.url + path, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('etag')).toBe(headers.get('etag'));
  });

  it.each([
    [undefined, true, true],
    ['', true, true],
    ['1.0', true, false],
    ['1.0.3', true, false],
    ['0.3', false, true],
    ['7.5', true, true],
    ['nonsense', true, true],
  ])('A2A-Version %s: always 200, 1.0 fields %s, 0.3 fields %s', async (version, hasV1, hasV03) => {
    await using server = await startA2A();
    const { status, body } = await getCard(server, version === undefined ? {} : { 'a2a-version': version });
    expect(status).toBe(200);
    expect('supportedInterfaces' in body).toBe(hasV1);
    expect('protocolVersion' in body).toBe(hasV03);
  });

  it('without the header has the configured shape', async () => {
    await using server = await startA2A({ headerless: '1.0' });
    expect('protocolVersion' in (await getCard(server)).body).toBe(false);
    const old = (await (await fetch(`${server.url}/.well-known/agent.json`)).json()) as object;
    expect([Object.hasOwn(old, 'supportedInterfaces'), Object.hasOwn(old, 'protocolVersion')]).toEqual([false, true]);
  });

  it('is revalidated by ETag and by date, each shape by its own ETag', async () => {
    await using server = await startA2A();
    const { headers } = await getCard(server);
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(headers.get('last-modified')).toBe('Sun, 01 Mar 2026 09:30:00 GMT');
    expect((await getCard(server, { 'a2a-version': '1.0' })).headers.get('etag')).not.toBe(etag);
    const cases: [Record<string, string>, number][] = [
      [{ 'if-none-match': etag }, 304],
      [{ 'if-none-match': `W/${etag}` }, 304],
      [{ 'if-none-match': `"x", ${etag}` }, 304],
      [{ 'if-none-match': '*' }, 304],
      [{ 'if-none-match': '"x"' }, 200],
      [{ 'if-modified-since': 'Sun, 01 Mar 2026 09:30:00 GMT' }, 304],
      [{ 'if-modified-since': 'Sun, 01 Mar 2026 09:29:59 GMT' }, 200],
      [{ 'if-modified-since': 'whenever' }, 200],
      [{ 'if-none-match': '"x"', 'if-modified-since': 'Sun, 01 Mar 2026 09:30:00 GMT' }, 200],
    ];
    for (const [conditions, status] of cases) {
      const response = await fetch(server.url + card, { headers: conditions });
      expect([conditions, response.status]).toEqual([conditions, status]);
      expect((await response.text()) === '').toBe(status === 304);
    }
  });
});

describe('the addresses in the card', () => {
  it('come from the configured URL, which no header changes', async () => {
    await using server = await startA2A({
      publicUrl: 'https://agents.example.test/gate',
      trustedProxies: ['127.0.0.1'],
    });
    const { body, headers } = await getCard(server, {
      'x-forwarded-host': 'evil.example.test',
      'x-forwarded-prefix': '/gate',
      'x-forwarded-proto': 'http',
    });
    expect(body).toMatchObject({ url: 'https://agents.example.test/gate/a2a' });
    expect(headers.get('cache-control')).toBe('public, max-age=300');
  });

  it('come from a trusted proxy, prefix joined once', async () => {
    await using server = await startA2A({ trustedProxies: ['127.0.0.0/8'] });
    const forwarded = {
      'x-forwarded-host': 'api.example.test',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/pets/',
    };
    const { body, headers } = await getCard(server, forwarded);
    expect(body).toMatchObject({
      url: 'https://api.example.test/pets/a2a',
      supportedInterfaces: [{ url: 'https://api.example.test/pets/a2a' }, {}],
    });
    expect(headers.get('cache-control')).toBe('private, max-age=300');
  });

  it.each([[[]], [['10.0.0.0/8']]])('ignore the headers of anyone else (%j)', async (trustedProxies) => {
    await using server = await startA2A({ trustedProxies });
    const { body } = await getCard(server, {
      'x-forwarded-host': 'evil.example.test',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/x',
    });
    expect(body).toMatchObject({ url: `${server.url}/a2a` });
  });

  it('work for the agent endpoint they name', async () => {
    await using server = await startA2A();
    const { body } = await getCard(server, { 'a2a-version': '1.0' });
    const { supportedInterfaces } = body as unknown as { supportedInterfaces: { url: string }[] };
    for (const { url } of supportedInterfaces) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"ListTasks"}',
      });
      expect(await response.json()).toHaveProperty('result.tasks');
    }
  });
});

describe('the skills', () => {
  const pets = createSkill({ id: 'listPets', route: 'GET /pets' });

  it('are listed', async () => {
    await using server = await startA2A({ skills: [calculate, pets] });
    const response = await fetch(`${server.url}/skills`);
    expect(response.headers.get('etag')).toMatch(/^"/);
    expect(await response.json()).toMatchObject({
      skills: [
        {
          id: 'calculate',
          name: 'Calculate',
          tags: ['demo'],
          target: 'demo',
          method: 'POST',
          path: '/api/v1/calculate',
          readOnly: true,
          idempotent: false,
          deprecated: false,
          examples: ['calculate {"operation":"add","operands":[5,3]}'],
          url: `${server.url}/skills/calculate`,
          inputSchemaUrl: `${server.url}/skills/calculate/input-schema`,
        },
        { id: 'listPets' },
      ],
    });
  });

  it('have their schemas', async () => {
    await using server = await startA2A();
    const details = (await (await fetch(`${server.url}/skills/calculate`)).json()) as {
      inputSchemaUrl: string;
      inputSchema: unknown;
    };
    expect(details.inputSchema).toMatchObject({ type: 'object', required: ['operation', 'operands'] });
    const schema = await fetch(details.inputSchemaUrl);
    expect(schema.headers.get('content-type')).toMatch(/^application\/schema\+json/);
    expect(await schema.json()).toEqual(details.inputSchema);
    const again = await fetch(details.inputSchemaUrl, {
      headers: { 'if-none-match': schema.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it.each([
    '/skills/nope',
    '/skills/__proto__',
    '/skills/constructor/input-schema',
    '/skills/calculate/output-schema',
    '/skills/%2e%2e%2fx',
  ])('%s is a JSON 404', async (path) => {
    await using server = await startA2A();
    const response = await fetch(server.url + path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 404, reason: 'NOT_FOUND' } });
  });

  it('suggests what may have been meant', async () => {
    await using server = await startA2A();
    const body = await (await fetch(`${server.url}/skills/calc`)).json();
    expect(body).toMatchObject({
      error: { suggestions: ['calculate'], message: 'There is no skill "calc". Did you mean calculate?' },
    });
  });
});

describe('a search among the skills', () => {
  const skills = [calculate, createSkill({ id: 'listPets', route: 'GET /pets', examples: ['listPets {"limit":10}'] })];

  it('has the best first, with a line that calls it', async () => {
    await using server = await startA2A({ skills });
    const response = await fetch(`${server.url}/skills?q=list%20all%20pets`);
    expect(response.headers.get('etag')).toMatch(/^"/);
    expect(await response.json()).toEqual({
      query: 'list all pets',
      skills: [
        expect.objectContaining({
          id: 'listPets',
          url: `${server.url}/skills/listPets`,
          callLine: 'listPets {"limit":10}',
          score: expect.any(Number),
        }),
      ],
    });
  });

  it.each([
    ['?q=', ['calculate', 'listPets']],
    ['?limit=1', ['calculate']],
    ['?tag=DEMO', ['calculate', 'listPets']],
    ['?tag=other', []],
    ['?q=zebra', []],
  ])('%s', async (query, ids) => {
    await using server = await startA2A({ skills });
    const body = (await (await fetch(`${server.url}/skills${query}`)).json()) as { skills: { id: string }[] };
    expect(body.skills.map(({ id }) => id)).toEqual(ids);
  });

  it('refuses what it cannot read', async () => {
    await using server = await startA2A({ skills });
    const response = await fetch(`${server.url}/skills?q=pets&limit=1000`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { reason: 'INVALID_PARAMS', message: 'limit: expected an integer from 1 to 50, found "1000".' },
    });
  });

  it('is described like a skill, unless there is one of that name', async () => {
    await using server = await startA2A({ skills });
    const details = (await (await fetch(`${server.url}/skills/find_skills`)).json()) as { inputSchemaUrl: string };
    expect(details).toMatchObject({ id: 'find_skills', inputSchema: { required: ['query'] } });
    expect(await (await fetch(details.inputSchemaUrl)).json()).toMatchObject({ required: ['query'] });
    await using other = await startA2A({ skills: [createSkill({ id: 'find_skills', name: 'Mine' })] });
    expect(await (await fetch(`${other.url}/skills/find_skills`)).json()).toMatchObject({ name: 'Mine' });
  });
});

describe('the agents beside the root', () => {
  const at = '/agents/demo.calculate';

  it('are listed, each with its card', async () => {
    await using server = await startA2A({ skills: [calculate, createSkill({ id: 'listPets' })] });
    const { agents } = (await (await fetch(`${server.url}/agents`)).json()) as { agents: Record<string, string>[] };
    expect(agents).toEqual([
      {
        id: 'demo.calculate',
        name: 'Calculate',
        skills: 1,
        cardUrl: `${server.url}${at}${card}`,
        url: `${server.url}${at}/a2a`,
        skillsUrl: `${server.url}${at}/skills`,
      },
      expect.objectContaining({ id: 'demo.listPets' }),
    ]);
    expect(await (await fetch(server.url + at)).json()).toEqual({ ...agents[0], description: 'calculate' });
  });

  it.each([card, `${card}/`, '/.well-known/agent.json', '/.well-known/agent.json/'])(
    'have a card at %s',
    async (path) => {
      await using server = await startA2A({ skills: [calculate, createSkill({ id: 'listPets' })] });
      const { status, headers, body } = await getCard(server, {}, at + path);
      expect(status).toBe(200);
      expect(headers.get('vary')).toContain('A2A-Version');
      expect(body).toMatchObject({
        name: 'Demo: Calculate',
        description: 'calculate',
        url: `${server.url}${at}/a2a`,
        skills: [{ id: 'calculate' }],
      });
      expect(body['skills']).toHaveLength(1);
      const again = await fetch(server.url + at + path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
      expect(again.status).toBe(304);
    },
  );

  it('have the version that is asked for, and the public URL', async () => {
    await using server = await startA2A({ publicUrl: 'https://agents.example.test/gate' });
    const { body } = await getCard(server, { 'a2a-version': '1.0' }, at + card);
    expect(body).not.toHaveProperty('url');
    expect(body['supportedInterfaces']).toMatchObject([{ url: `https://agents.example.test/gate${at}/a2a` }, {}]);
  });

  it('have their own skills', async () => {
    await using server = await startA2A({ skills: [calculate, createSkill({ id: 'listPets' })] });
    expect(await (await fetch(`${server.url}${at}/skills`)).json()).toMatchObject({ skills: [{ id: 'calculate' }] });
    expect(await (await fetch(`${server.url}${at}/skills?q=list+pets`)).json()).toMatchObject({ skills: [] });
    const { agentCardUrl } = (await (await fetch(`${server.url}/skills/calculate`)).json()) as { agentCardUrl: string };
    expect(agentCardUrl).toBe(`${server.url}${at}${card}`);
  });

  it.each(['/agents/demo.calculat', `/agents/demo.calculat${card}`, '/agents/demo.calculat/skills'])(
    '%s is a JSON 404 that suggests',
    async (path) => {
      await using server = await startA2A();
      const response = await fetch(server.url + path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 404, suggestions: ['demo.calculate'] } });
    },
  );

  it.each([undefined, '1.0', '0.3'])('answer at their endpoint, version %s', async (version) => {
    await using server = await startA2A({ skills: [calculate, createSkill({ id: 'listPets' })] });
    const message =
      version === '1.0'
        ? { role: 'ROLE_USER', parts: [{ data: {} }] }
        : { role: 'user', kind: 'message', parts: [{ kind: 'data', data: {} }] };
    const answer = await post(
      server,
      {
        jsonrpc: '2.0',
        id: 7,
        method: version === '1.0' ? 'SendMessage' : 'message/send',
        params: { message: { messageId: 'm-1', ...message } },
      },
      version === undefined ? {} : { 'a2a-version': version },
      `${at}/a2a`,
    );
    expect(answer.body).toMatchObject({ id: 7, result: {} });
    expect(server.turns[0]?.skills.map(({ id }) => id)).toEqual(['calculate']);
  });

  it('that do not exist are a JSON-RPC error at the endpoint, with the id of the request', async () => {
    await using server = await startA2A();
    const request = { jsonrpc: '2.0', id: 'x-1', method: 'ListTasks' };
    const answer = await post(server, request, { 'a2a-version': '1.0' }, '/agents/demo.calculat/a2a');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id: 'x-1',
      error: {
        code: -32601,
        message: 'There is no agent "demo.calculat". Did you mean demo.calculate?',
        data: [{ reason: 'NOT_FOUND', metadata: { suggestions: 'demo.calculate' } }],
      },
    });
  });
});

describe('the root', () => {
  it('says where to go on', async () => {
    await using server = await startA2A();
    const response = await fetch(`${server.url}/`);
    expect(response.status).toBe(200);
    const home = (await response.json()) as Record<string, string>;
    expect(home).toMatchObject({ name: 'Demo', about: expect.stringContaining('one skill') });
    for (const name of ['agentCard', 'skills', 'agents'])
      expect((await fetch(home[name] ?? '')).status, name).toBe(200);
    expect((await fetch(`${server.url}/`, { method: 'HEAD' })).status).toBe(200);
  });
});

const preflight = (url: string, origin: string) =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'a2a-version,a2a-extensions,content-type,authorization',
    },
  });

describe('browsers on other pages', () => {
  it.each([
    card,
    '/.well-known/agent.json',
    '/a2a',
    '/a2a/',
    '/skills',
    '/skills/calculate',
    '/skills/calculate/input-schema',
    '/agents/demo.calculate/.well-known/agent-card.json',
    '/agents/demo.calculate/a2a',
  ])('may ask for %s', async (path) => {
    await using server = await startA2A();
    const response = await preflight(server.url + path, 'https://console.example.test');
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const allowed = response.headers.get('access-control-allow-headers') ?? '';
    for (const name of ['a2a-version', 'a2a-extensions', 'content-type', 'authorization'])
      expect(allowed).toContain(name);
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(response.headers.get('access-control-allow-methods')).toContain(method);
  });

  it('may read the headers that matter, from the configured origins only', async () => {
    await using server = await startA2A({ origins: ['https://console.example.test'] });
    const good = await fetch(server.url + card, { headers: { origin: 'https://console.example.test' } });
    expect(good.headers.get('access-control-allow-origin')).toBe('https://console.example.test');
    expect(good.headers.get('access-control-expose-headers')).toContain('etag');
    expect(good.headers.get('vary')).toBe('Origin, A2A-Version');
    const bad = await fetch(server.url + card, { headers: { origin: 'https://evil.example.test' } });
    expect(bad.headers.get('access-control-allow-origin')).toBeNull();
  });
});
