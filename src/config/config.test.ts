import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../errors.ts';
import { buildConfig, parseConfig, readConfig } from './config.ts';
import { Secret } from './secret.ts';

const env = { KEY: 'hunter2', PORT: '9090', WORD: 'hunter2-word', URL: 'http://user:hunter2@pets' };

const parse = (text: string) =>
  parseConfig(text, {
    path: '/etc/skillgate/gateway.yaml',
    env,
    readFile: (path) => `${path}\n`,
  });

function errorOf(run: () => unknown): GatewayError {
  try {
    run();
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error('expected a GatewayError');
}

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`t${at}`, { spec: 'x.yaml' }]));

const target = (lines: string) => `targets:\n  pets:\n    spec: pets.yaml\n    ${lines}\n`;
const gateway = (lines: string) => `targets: { pets: { spec: pets.yaml } }\ngateway:\n  ${lines}\n`;

describe('parseConfig', () => {
  it('fills in every default', () => {
    expect(parse('targets: { pets: { spec: pets.yaml } }')).toEqual({
      gateway: {
        listen: { host: '127.0.0.1', port: 8080 },
        maxTargets: 10,
        prefix: 'auto',
        trustedProxies: [],
        cors: { origins: ['*'] },
        bodyLimit: 10_485_760,
        shutdownTimeout: 30_000,
        card: { headerless: 'both', maxAge: 300_000 },
      },
      targets: [
        {
          id: 'pets',
          spec: '/etc/skillgate/pets.yaml',
          upstreams: [],
          self: false,
          headers: {},
          credentials: {},
          forwardHeaders: ['authorization', 'accept-language', 'x-request-id'],
          timeout: 30_000,
          maxReplySize: 10_485_760,
          passthrough: 'off',
          passthroughRoot: false,
          concurrency: 256,
          retries: 2,
          reply: 'auto',
          failures: 'task',
          skills: { include: [], exclude: [], override: {} },
        },
      ],
      a2a: { errata: '1.0.1' },
      tasks: {
        store: new Secret('memory'),
        streaming: true,
        pushNotifications: true,
        retention: 86_400_000,
        timeout: 3_600_000,
        maxWait: 3_600_000,
        replay: 'join',
        replayWindow: 86_400_000,
        maxUpstreamCalls: 10_000,
        maxTaskSize: 52_428_800,
        maxTasksPerCaller: 1_000,
        maxStreamsPerCaller: 1_000,
        maxTasks: 20_000,
        maxStreams: 20_000,
        listAnonymous: false,
      },
      converse: { understand: true, ask: true, confirm: 'destructive', findSkills: 'auto', answer: { text: 8192 } },
      network: { ca: [], allow: [] },
      log: { level: 'info' },
    });
  });

  it('converts what a file says', () => {
    const config = parse(`
gateway:
  publicUrl: https://agents.example/skillgate/
  listen: { port: "\${PORT}" }
  cors: { origins: ["https://App.example:443"] }
  card: { maxAge: 0s, headerless: "1.0" }
targets:
  zoo:
    spec: https://zoo.example/openapi.json
    refRoot: ../shared
    upstreams: [http://zoo:80/v1/, "http://zoo2"]
    headers: { X-API-Key: "Bearer \${KEY}", X-File: "\${file:key.txt}" }
    forwardHeaders: [Authorization, authorization]
    timeout: 1500ms
    maxReplySize: 1kb
    skills:
      exclude: [{ method: delete, path: "/pets/**" }]
      override: { __proto__: { name: Odd } }
  ants: { spec: /abs/ants.yaml }
access: open
`);
    expect(config.gateway).toMatchObject({
      publicUrl: 'https://agents.example/skillgate',
      listen: { port: 9090 },
      cors: { origins: ['https://app.example'] },
      card: { maxAge: 0, headerless: '1.0' },
    });
    expect(config.access).toBe('open');
    expect(config.targets.map(({ id, spec }) => [id, spec])).toEqual([
      ['zoo', 'https://zoo.example/openapi.json'],
      ['ants', '/abs/ants.yaml'],
    ]);
    const zoo = config.targets[0];
    expect(zoo).toMatchObject({
      refRoot: '/etc/shared',
      upstreams: ['http://zoo/v1', 'http://zoo2'],
      forwardHeaders: ['authorization'],
      timeout: 1500,
      maxReplySize: 1024,
      skills: { exclude: [{ method: 'DELETE', path: '/pets/**' }] },
    });
    expect(zoo?.headers['x-api-key']?.reveal()).toBe('Bearer hunter2');
    expect(zoo?.headers['x-file']?.reveal()).toBe('/etc/skillgate/key.txt');
    expect(Object.keys(zoo?.skills.override ?? {})).toEqual(['__proto__']);
  });

  it('keeps targets in the order of the file, also when aliases share their parts', () => {
    const config = parse(
      'targets:\n  b: &b { spec: b.yaml, headers: { X-A: a } }\n  a: *b\n  c: { <<: *b, spec: c.yaml }',
    );
    expect(config.targets.map(({ id, spec }) => `${id} ${spec}`)).toEqual([
      'b /etc/skillgate/b.yaml',
      'a /etc/skillgate/b.yaml',
      'c /etc/skillgate/c.yaml',
    ]);
  });

  it('freezes to the depth and prints no secret', () => {
    const config = parse(target('headers: { X-API-Key: "${KEY}" }'));
    expect(() => Object.assign(config.gateway.listen, { port: 1 })).toThrow(TypeError);
    expect(() => Object.assign(config.targets[0] ?? {}, { id: 'x' })).toThrow(TypeError);
    expect(() => Object.assign(config.targets[0]?.skills.override ?? {}, { x: {} })).toThrow(TypeError);
    expect(`${JSON.stringify(config)}${inspect(config, { depth: null })}`).not.toContain('hunter2');
  });
});

describe('a mistake', () => {
  it.each([
    [target('upstream: [http://a]'), '4:5  targets.pets.upstream: there is no such key; did you mean "upstreams"?'],
    [gateway('port: 80'), '3:3  gateway.port: there is no such key here; did you mean gateway.listen.port?'],
    [gateway('zzz: 80'), '3:3  gateway.zzz: there is no such key; known here: name, description, '],
    [
      target('upstreams: [http://a, pets]'),
      '4:27  targets.pets.upstreams[1]: found string "pets", expected an http(s) URL such as "http://127.0.0.1:5000"',
    ],
    [
      target('upstreams: http://a'),
      '4:16  targets.pets.upstreams: found string "http://a", expected a list, each entry an http(s) URL',
    ],
    [target('upstreams: []'), '4:16  targets.pets.upstreams: found an empty list, expected at least 1 entry'],
    [target('timeout: 30'), '4:14  targets.pets.timeout: found number 30, expected a duration such as "30s"'],
    [target('timeout: 40d'), 'timers run for 24 days at most'],
    [
      gateway('listen: { port: 65536 }'),
      '3:19  gateway.listen.port: found number 65536, expected an integer from 0 to 65535',
    ],
    [gateway('version: 1.0'), '3:12  gateway.version: found number 1, expected a text; put it in quotes'],
    [
      gateway('card: { headerless: 1.0 }'),
      'gateway.card.headerless: found number 1, expected "both", "1.0" or "0.3"; put it in quotes',
    ],
    [gateway('name: ""'), '3:9  gateway.name: is empty; expected a text'],
    [gateway('name:'), 'gateway.name: has no value; expected a text, or no such line'],
    [gateway('cors: { origins: ["*", "https://a.example"] }'), '"*" means all origins and stands alone'],
    [gateway('provider: { organization: Acme }'), '3:3  gateway.provider.url: is missing; expected an http(s) URL'],
    [gateway('trustedProxies: [10.0.0.0/40]'), 'the number after "/" goes from 0 to 32'],
    [target('forwardHeaders: [Connection]'), 'it belongs to one connection and is never passed on'],
    [
      target('headers: { Host: x }'),
      'headers.Host: found the name "Host", expected the name of an HTTP header; it frames the message',
    ],
    [target('headers: { X-A: a, x-a: b }'), 'two names differ only in upper and lower case'],
    [
      target('skills: { include: [{}] }'),
      'targets.pets.skills.include[0]: is empty; expected at least one of the keys tag, method',
    ],
    [
      target(`skills: { override: { x: { name: ${'n'.repeat(41)} } } }`),
      'the text is too long; expected at most 40 characters',
    ],
    [target('timeout: "${NOPE}"'), '4:14  targets.pets.timeout: the environment variable NOPE is not set; set it'],
    [
      'targets: { "a b": { spec: x } }',
      '1:12  targets["a b"]: found the name "a b", expected a target id: 1 to 32 letters',
    ],
    ['targets: { a: {} }', '1:12  targets.a.spec: is missing; expected a file path or an http(s) URL'],
    ['targets: {}', 'targets: there are no targets; write at least one'],
    ['targets:', 'targets: there are no targets; write at least one'],
    ['gateway: {}', 'targets: there are no targets; write at least one'],
    ['__proto__: {}\ntargets: { a: { spec: x } }', '1:1  __proto__: there is no such key'],
    ['', '1:1: the file is empty; it needs at least one target'],
    ['- a', '1:1: found a list, expected keys with values'],
    ['hello', '1:1: found a single value, expected keys with values'],
    ['targets: [1', 'this is not valid YAML'],
  ])('in %j is told with its place', (text, message) => {
    const error = errorOf(() => parse(text));
    expect(error.code).toBe('config_invalid');
    expect(error.message).toContain(message);
    expect(error.message).toMatch(/has a mistake:\n {2}\/etc\/skillgate\/gateway\.yaml:\d+:\d+/);
  });

  it('never hides another: all come at once, in the order of the file', () => {
    const error = errorOf(() =>
      parse(
        'gatway: {}\nlog: { level: loud }\ntargets:\n  a: { spec: "${NOPE}", timeout: 3 }\n  a: { spec: x, spce: y }\n',
      ),
    );
    expect(error.message.split('\n')[0]).toBe('The configuration (/etc/skillgate/gateway.yaml) has 4 mistakes:');
    expect(error.violations.map(({ field }) => field)).toEqual(['gatway', 'log.level', '', 'targets.a.spce']);
  });

  it.each([
    target('headers: { X-A: "${KEY}\\nX: y" }'),
    target('headers: { X-A: " hunter2" }'),
    target('headers: { X-A: [hunter2] }'),
    target('headers: { X-A:hunter2 }'),
    target('headers: hunter2'),
    target('headers: ["X-A: hunter2"]'),
    target('timeout: "${KEY}"'),
    target('upstreams: ["${URL}"]'),
    target('upstreams: ["http://user:hunter2@pets"]'),
    target('forwardHeaders: ["${KEY} x"]'),
    gateway('listen: { port: "${WORD}" }'),
    gateway('trustedProxies: ["${WORD}/8"]'),
  ])('in %j shows no secret', (text) => {
    const error = errorOf(() => parse(text));
    expect(`${error.message}${JSON.stringify(error.violations)}`).not.toContain('hunter2');
  });
});

describe('too many targets', () => {
  it('are refused with both numbers and the key to change', () => {
    const error = errorOf(() => parse(JSON.stringify({ targets: many(11) })));
    expect(error.code).toBe('too_many_targets');
    expect(error.message).toMatch(/has 11 targets, and the limit is 10\. Raise gateway\.maxTargets to 11/);
  });

  it('are those beyond the limit only', () => {
    expect(parse(JSON.stringify({ targets: many(10) })).targets).toHaveLength(10);
    expect(parse(JSON.stringify({ gateway: { maxTargets: 11 }, targets: many(11) })).targets).toHaveLength(11);
  });
});

describe('buildConfig', () => {
  it('takes the values of a command line, relative to the working directory', () => {
    const value = {
      gateway: { listen: { port: 0, host: undefined } },
      targets: { pets: { spec: 'pets.yaml', headers: { 'X-API-Key': '${KEY}' } } },
    };
    const config = buildConfig(value, env);
    expect(config.targets[0]?.spec).toBe(join(process.cwd(), 'pets.yaml'));
    expect(config.targets[0]?.headers['x-api-key']?.reveal()).toBe('hunter2');
    expect(config.gateway.listen).toEqual({ port: 0, host: '127.0.0.1' });
    expect(value.targets.pets).not.toHaveProperty('timeout');
  });

  it.each([
    ['an entry of a list', { upstreams: ['localhost'] }, '--upstream (targets.pets.upstreams[0]): '],
    ['a key of a map', { headers: { 'X Y': '1' } }, '--header (targets.pets.headers["X Y"]): '],
  ])('names the flag of %s', (_name, keys, line) => {
    const flags = new Map([
      ['targets.pets.upstreams', '--upstream'],
      ['targets.pets.headers', '--header'],
    ]);
    const value = { targets: { pets: { spec: 'pets.yaml', ...keys } } };
    expect(() => buildConfig(value, {}, flags)).toThrow(line);
  });

  it('names the flag, and no line', () => {
    const flags = new Map([['gateway.listen.port', '--port']]);
    const error = errorOf(() =>
      buildConfig({ gateway: { listen: { port: 99_999 } }, targets: { a: { spec: 'a' } } }, {}, flags),
    );
    expect(error.message).toBe(
      'The configuration (command line) has a mistake:\n  --port (gateway.listen.port): found number 99999, expected an integer from 0 to 65535',
    );
  });
});

describe('readConfig', () => {
  it('reads the file, and its secrets beside it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'skillgate-'));
    try {
      await writeFile(join(folder, 'key.txt'), 'hunter2\n');
      await writeFile(join(folder, 'gateway.yaml'), target('headers: { X-A: "${file:key.txt}" }'));
      const config = await readConfig(join(folder, 'gateway.yaml'), {});
      expect(config.targets[0]?.headers['x-a']?.reveal()).toBe('hunter2');
      expect(config.targets[0]?.spec).toBe(join(folder, 'pets.yaml'));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('says where it looked and how to make the file', async () => {
    await expect(readConfig('/nowhere/gateway.yaml', {})).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringMatching(/no configuration file at \/nowhere\/gateway\.yaml[^]*targets:\n/),
    });
  });

  it('says when the path is a folder', async () => {
    await expect(readConfig(tmpdir(), {})).rejects.toMatchObject({
      message: expect.stringContaining('it is a folder'),
    });
  });

  it('reads the example of the project', async () => {
    const config = await readConfig(join(import.meta.dirname, '../../config/gateway.yaml'), {});
    expect(config.targets.map(({ id, upstreams }) => [id, ...upstreams])).toEqual([
      ['calculator', 'http://127.0.0.1:5001'],
      ['pets', 'http://127.0.0.1:5002'],
      ['orders', 'http://127.0.0.1:5003/v1'],
    ]);
  });
});
