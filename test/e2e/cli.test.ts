// The command line as a stranger uses it: what it prints, what it accepts, how it refuses, and with which exit code.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../../src/cli/run.ts';
import { createFolder } from '../support/folder.ts';
import { startServer } from '../support/server.ts';
import { cliEntry, startProcess, type RunningProcess } from '../support/start-process.ts';
import { startCalculator } from '../upstreams/calculator.ts';
import { startPets } from '../upstreams/pets.ts';

const run = promisify(execFile);

function skillgate(...args: readonly string[]): RunningProcess {
  return startProcess({ args: [cliEntry, ...args] });
}

/** Runs a command that ends by itself in this process: all but `main.ts`, in a hundredth of the time. */
async function finish(...args: readonly string[]) {
  const printed = { out: '', err: '' };
  const code = await runCommand(args, {
    env: {},
    out: (text) => void (printed.out += text),
    err: (text) => void (printed.err += text),
    isTerminal: false,
    stop: new AbortController().signal,
    onExit: () => {},
  });
  return { code, ...printed };
}

const noStack = /^(?!.*\n\s+at )/s;

describe('serve', () => {
  test('a file and an upstream: prints the agent, its targets, its addresses, and a call that works when it is pasted', async () => {
    await using calculator = await startCalculator();
    await using serving = skillgate('serve', 'openapi/calculator.yaml', '--upstream', calculator.url, '--port', '0');
    const [, base = ''] = await serving.waitForOutput(
      /Card +(http:\/\/127\.0\.0\.1:\d+)\/\.well-known\/agent-card\.json/,
    );
    const [, curl = ''] = await serving.waitForOutput(/^(curl .*)$/m);
    const out = serving.stdout();
    expect(out).toMatch(/^\nCalculator · skillgate \d/);
    expect(out).toContain('1 skill of 1 target\n');
    expect(out).toMatch(/✓ calculator {2}1 skill of 1 operation, Calculator/);
    expect(out).toContain(`A2A      ${base}/a2a`);
    expect(out).toContain(`Health   ${base}/healthz  ${base}/readyz`);
    const { stdout } = await run('bash', ['-c', curl]);
    expect(JSON.parse(stdout)).toMatchObject({ result: { message: { parts: [{ data: { result: 8 } }] } } });
    expect(await serving.stop()).toBe(0);
    expect(serving.stderr()).toContain('stopping');
  });

  test('the pasted call works whatever its arguments hold', async () => {
    await using service = await startServer((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(request.body);
    });
    const example = { text: `it's "quoted" $HOME \`id\` \\ ! # & ; | <x> %20 \n ключ`, id: 1 };
    await using folder = await createFolder({
      'openapi.json': JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Quotes', version: '1' },
        paths: {
          '/quotes': {
            post: {
              operationId: 'quote',
              requestBody: {
                required: true,
                content: {
                  'application/json': {
                    schema: {
                      type: 'object',
                      required: ['text'],
                      properties: { text: { type: 'string' }, id: { type: 'integer' } },
                    },
                    example,
                  },
                },
              },
              responses: { 200: { description: 'ok', content: { 'application/json': { schema: {} } } } },
            },
          },
        },
      }),
    });
    await using serving = skillgate('serve', folder.file('openapi.json'), '--upstream', service.url, '--port', '0');
    const [, curl = ''] = await serving.waitForOutput(/^(curl .*)$/m);
    const { stdout } = await run('bash', ['-c', curl]);
    expect(JSON.parse(stdout)).toMatchObject({ result: { message: { parts: [{ data: { text: example.text } }] } } });
  });

  test('a URL: the servers of the document, also a relative one, on the same host', async () => {
    await using service = await startServer((request, response) => {
      const body =
        request.path === '/docs/openapi.json'
          ? '{"openapi":"3.0.0","info":{"title":"Remote","version":"1"},"servers":[{"url":"../api/v2"}],"paths":{"/things":{"get":{"operationId":"listThings","responses":{"200":{"description":"ok"}}}}}}'
          : JSON.stringify({ path: request.path, key: request.headers['x-api-key'] });
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    await using serving = skillgate(
      'serve',
      `${service.url}/docs/openapi.json`,
      '--header',
      'X-API-Key: s3cr3t: with a colon',
      '--port',
      '0',
    );
    const [, curl = ''] = await serving.waitForOutput(/^(curl .*)$/m);
    const { stdout } = await run('bash', ['-c', curl]);
    expect(JSON.parse(stdout)).toMatchObject({
      result: { message: { parts: [{ data: { path: '/api/v2/things', key: 's3cr3t: with a colon' } }] } },
    });
    expect(serving.stdout()).not.toContain('s3cr3t');
    await serving.stop();
    expect(serving.stderr()).not.toContain('s3cr3t');
  });

  test('a configuration file, with the port of the command line', async () => {
    await using calculator = await startCalculator();
    await using pets = await startPets();
    await using folder = await createFolder({
      'gateway.yaml': `
gateway: { name: Two Services, listen: { port: 1 } }
targets:
  calculator: { spec: ${process.cwd()}/openapi/calculator.yaml, upstreams: ["${calculator.url}"] }
  pets: { spec: ${process.cwd()}/openapi/pets.yaml, upstreams: ["\${PETS_URL}"] }
`,
    });
    await using serving = startProcess({
      args: [cliEntry, 'serve', '--config', folder.file('gateway.yaml'), '--port', '0', '--json'],
      env: { PETS_URL: pets.url },
    });
    const [line = ''] = await serving.waitForOutput(/^\{.*\}$/m);
    const start = JSON.parse(line) as { addresses: { a2a: string; ready: string } };
    expect(start).toMatchObject({
      agent: 'Two Services',
      skills: 6,
      targets: [
        { id: 'calculator', skills: 1 },
        { id: 'pets', skills: 5 },
      ],
      warnings: [],
    });
    expect((await fetch(start.addresses.ready)).status).toBe(200);
  });

  test('says which operations were left out and why', async () => {
    await using folder = await createFolder({
      'openapi.yaml': `openapi: 3.0.0
info: {title: Half, version: '1'}
paths:
  /good: {get: {responses: {'200': {description: ok}}}}
  /xml: {post: {requestBody: {content: {application/xml: {schema: {type: string}}}}, responses: {'200': {description: ok}}}}
  /broken: {get: {parameters: [{$ref: '#/components/parameters/Missing'}], responses: {'200': {description: ok}}}}
`,
    });
    await using serving = skillgate(
      'serve',
      folder.file('openapi.yaml'),
      '--upstream',
      'http://127.0.0.1:9',
      '--port',
      '0',
    );
    await serving.waitForOutput(/Try it/);
    expect(serving.stdout()).toContain('1 skill of 3 operations');
    expect(serving.stdout()).toMatch(/left out {2}POST \/xml {2}body_unsupported {2}/);
    expect(serving.stdout()).toMatch(/left out {2}GET \/broken {2}reference_broken {2}/);
    expect(serving.stdout()).toContain('the upstream cannot be reached');
  });

  test('one document of two cannot be read: says which and why, and serves the other', async () => {
    await using folder = await createFolder({ 'broken.yaml': 'openapi: 3.0.0\npaths: {"/a": [unclosed' });
    await using serving = skillgate('serve', 'openapi/calculator.yaml', folder.file('broken.yaml'), '--port', '0');
    await serving.waitForOutput(/Card/);
    expect(serving.stdout()).toMatch(/1 skill of 2 targets, \d not working/);
    expect(serving.stdout()).toMatch(/✗ broken {2}.*broken\.yaml.*line 3/);
    await serving.stop();
    // `/readyz` tells neither path nor reason to whoever asks; the log does.
    expect(serving.stderr()).toMatch(
      /"target":"broken","reason":".*broken\.yaml.*","msg":"the document cannot be read"/,
    );
  });

  test('warns of the commonest mistake: an upstream without the path of the document', async () => {
    await using folder = await createFolder({
      'openapi.yaml':
        "openapi: 3.0.0\ninfo: {title: A, version: '1'}\nservers: [{url: 'https://api.example.test/v1'}]\npaths: {/a: {get: {responses: {'200': {description: ok}}}}}\n",
    });
    await using serving = skillgate(
      'serve',
      folder.file('openapi.yaml'),
      '--upstream',
      'http://127.0.0.1:9',
      '--port',
      '0',
    );
    await serving.waitForOutput(/Card/);
    expect(serving.stdout()).toContain('use http://127.0.0.1:9/v1');
  });

  test('on another address with access open, it prints one that can be reached', async () => {
    await using calculator = await startCalculator();
    await using serving = skillgate(
      'serve',
      'openapi/calculator.yaml',
      '--upstream',
      calculator.url,
      '--port',
      '0',
      '--host',
      '0.0.0.0',
      '--access',
      'open',
    );
    const [, curl = ''] = await serving.waitForOutput(/^(curl .*)$/m);
    expect(serving.stdout()).not.toContain('0.0.0.0');
    const { stdout } = await run('bash', ['-c', curl]);
    expect(stdout).toContain('"result":8');
  });

  test('with a public URL, it prints that', async () => {
    await using serving = skillgate(
      'serve',
      'openapi/calculator.yaml',
      '--port',
      '0',
      '--public-url',
      'https://agents.example.test/calc/',
    );
    const [, card] = await serving.waitForOutput(/Card +(\S+)/);
    expect(card).toBe('https://agents.example.test/calc/.well-known/agent-card.json');
    // The call and the probes are for the one who sits here.
    await serving.waitForOutput(/Health +http:\/\/127\.0\.0\.1:\d+\/healthz/);
    await serving.waitForOutput(/^curl -s http:\/\/127\.0\.0\.1:\d+\/a2a /m);
  });

  test('a target that gave no skill does not look as if it worked, and its one reason is said once', async () => {
    await using folder = await createFolder({
      'openapi.yaml': `openapi: 3.1.0
info: {title: Desk, version: '1'}
paths:
  /a: {get: {responses: {'200': {description: ok}}}}
  /b: {get: {responses: {'200': {description: ok}}}}
`,
    });
    await using serving = skillgate('serve', folder.file('openapi.yaml'), '--port', '0');
    const [said] = await serving.waitForOutput(/0 skills[^]*Card/);
    expect(said).toMatch(/1 not working\n.*✗ \S+ {2}no operation became a skill\n/);
    expect(said.match(/no_base_url/g)).toHaveLength(1);
    expect(said).toContain('all 2 operations');
  });
});

describe('serve refuses with 1', () => {
  test.each<readonly [string, readonly string[], RegExp]>([
    ['a missing file', ['serve', 'nowhere.yaml'], /nowhere\.yaml: there is no such file/],
    ['a folder', ['serve', 'openapi'], /openapi: this is a folder/],
    ['a file that is no document', ['serve', 'package.json'], /package\.json is not an OpenAPI document/],
    ['a missing configuration', ['serve', '--config', 'nowhere.yaml'], /no configuration file at .*nowhere\.yaml/],
    ['a configuration that is none', ['serve', '--config', 'package.json'], /package\.json/],
    [
      'another address without access',
      ['serve', 'openapi/pets.yaml', '--host', '0.0.0.0'],
      /Listening on 0\.0\.0\.0 .*access/,
    ],
    [
      'an address that this machine does not have',
      ['serve', 'openapi/pets.yaml', '--access', 'open', '--host', '192.0.2.1', '--port', '0'],
      /Cannot listen on 192\.0\.2\.1/,
    ],
    ['a URL where nobody listens', ['serve', 'http://127.0.0.1:9/openapi.json'], /127\.0\.0\.1:9/],
  ])('%s', async (_name, args, message) => {
    const { code, out, err } = await finish(...args);
    expect(err).toMatch(message);
    expect(err).toMatch(/^skillgate: /);
    expect(err).toMatch(noStack);
    expect([code, out]).toEqual([1, '']);
  });

  test('a page instead of a document, and says what to give', async () => {
    await using site = await startServer((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><html><head><title>API</title></head><body><p>Docs: see below</p></body></html>');
    });
    for (const command of ['serve', 'check']) {
      const { code, out, err } = await finish(command, `${site.url}/docs`);
      expect([code, out + err]).toEqual([1, expect.stringMatching(/found an HTML page.*\/openapi\.json/)]);
    }
  });

  test('a server that answers 404', async () => {
    await using site = await startServer((_request, response) => void response.writeHead(404).end('no'));
    const { code, err } = await finish('serve', `${site.url}/openapi.json`);
    expect([code, err]).toEqual([1, expect.stringContaining('answered with status 404')]);
  });

  test('a port that another program has', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const { code, err } = await finish('serve', 'openapi/pets.yaml', '--port', String(port));
    expect([code, err]).toEqual([
      1,
      `skillgate: Cannot listen on 127.0.0.1:${port}: another program uses it; choose another with --port.\n`,
    ]);
    other.close();
  });

  test('all mistakes of a configuration at once, with places and without secrets', async () => {
    await using folder = await createFolder({
      'gateway.yaml':
        'gateway:\n  publicURL: https://a.test\ntargets:\n  pets:\n    spec: x.yaml\n    headers: { X-Key: "${MISSING_KEY}" }\n    timeout: fast\n',
    });
    const { code, err } = await finish('serve', '--config', folder.file('gateway.yaml'));
    expect(code).toBe(1);
    expect(err).toMatch(/gateway\.yaml:2:3.*publicURL.*publicUrl/s);
    expect(err).toMatch(/gateway\.yaml:6:.*MISSING_KEY/s);
    expect(err).toMatch(/gateway\.yaml:7:.*timeout/s);
    expect(err).toMatch(noStack);
  });
});

describe('usage is 2', () => {
  test.each<readonly [string, readonly string[], RegExp]>([
    ['no command', [], /^$/],
    ['an unknown command', ['serv'], /no command "serv"\. Did you mean "serve"\?/],
    ['a document as command', ['openapi.yaml'], /skillgate serve openapi\.yaml/],
    ['an unknown option', ['serve', 'a.yaml', '--upstreams', 'x'], /no option --upstreams\. Did you mean --upstream\?/],
    ['an option without its value', ['serve', 'a.yaml', '--upstream'], /--upstream/],
    ['a value for a flag', ['serve', 'a.yaml', '--json=yes'], /--json/],
    ['nothing to serve', ['serve'], /Nothing to serve/],
    ['nothing to check', ['check'], /Nothing to check/],
    ['a document beside a configuration', ['serve', 'a.yaml', '--config', 'b.yaml'], /not both/],
    [
      'an upstream beside a configuration',
      ['serve', '--config', 'b.yaml', '--upstream', 'http://x.test'],
      /--upstream/,
    ],
    [
      'an upstream for two documents',
      ['serve', 'a.yaml', 'b.yaml', '--upstream', 'http://x.test'],
      /configuration file/,
    ],
    ['another access than there is', ['serve', 'openapi/pets.yaml', '--access', 'closed'], /--access/],
    ['a port that is none', ['serve', 'openapi/pets.yaml', '--port', '70000'], /--port/],
    ['an upstream that is no URL', ['serve', 'openapi/pets.yaml', '--upstream', 'localhost:5000'], /--upstream/],
    ['a public URL that is none', ['serve', 'openapi/pets.yaml', '--public-url', 'agents'], /--public-url/],
    ['a header that cannot be sent', ['serve', 'openapi/pets.yaml', '--header', 'X Y: 1'], /--header/],
    ['a log level that is none', ['serve', 'openapi/pets.yaml', '--log-level', 'loud'], /--log-level/],
    ['a port in words', ['serve', 'a.yaml', '--port', 'http'], /--port is "http"/],
    ['a header without a colon', ['serve', 'a.yaml', '--header', 'secret-value'], /colon/],
    ['an unknown option of check', ['check', 'a.yaml', '--jsn'], /Did you mean --json\?/],
  ])('%s', async (_name, args, message) => {
    const { code, err, out } = await finish(...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err).toMatch(noStack);
    expect(err).not.toContain('secret-value');
    expect(out === '' || args.length === 0).toBe(true);
  });
});

describe('help', () => {
  test.each([
    [['--help'], /Commands:\n +serve .*\n +check /],
    [['-h'], /Commands:/],
    [['help'], /Commands:/],
    [['help', 'serve'], /Usage: skillgate serve/],
    [['serve', '--help'], /Usage: skillgate serve/],
    [['serve', 'a.yaml', '--nonsense', '-h'], /Usage: skillgate serve/],
    [['check', '--help'], /Usage: skillgate check/],
    [['--version'], /^skillgate \d+\.\d+\.\d+\n$/],
  ])('%j', async (args, text) => {
    const { code, out, err } = await finish(...args);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(text);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
  });

  test('names every option that serve takes', async () => {
    const { serveOptions } = await import('../../src/cli/serve-config.ts');
    const { out } = await finish('serve', '--help');
    for (const name of Object.keys(serveOptions)) expect(out).toContain(`--${name}`);
  });
});

describe('check', () => {
  test('a document that is right: 0, each operation with its skill', async () => {
    const { code, out } = await finish('check', 'openapi/pets.yaml', 'openapi/orders.yaml', 'openapi/calculator.yaml');
    expect(code).toBe(0);
    expect(out).toMatch(/exposed +GET +\/pets +→ listPets/);
    expect(out).toMatch(/Pets · OpenAPI 3\.0\.3/);
    expect(out).toMatch(/Orders · OpenAPI 2\.0/);
    expect(out).toContain('5 operations: 5 exposed, 0 exposed with loss, 0 left out');
  });

  const half = `openapi: 3.0.0
info: {title: Half, version: '1'}
servers: [{url: 'https://api.example.test'}]
paths:
  /good: {get: {operationId: 'get good', responses: {'200': {description: ok}}}}
  /xml: {post: {requestBody: {content: {application/xml: {schema: {type: string}}}}, responses: {'200': {description: ok}}}}
`;

  test('an operation that is left out: 1, unless that is allowed', async () => {
    await using folder = await createFolder({ 'openapi.yaml': half });
    const strict = await finish('check', folder.file('openapi.yaml'));
    expect(strict.code).toBe(1);
    expect(strict.out).toMatch(/left out +POST +\/xml +body_unsupported: /);
    expect(strict.out).toMatch(/loss id_changed: the operationId "get good" became "get_good"/);
    expect(strict.out).toContain('2 operations: 0 exposed, 1 exposed with loss, 1 left out');
    expect((await finish('check', folder.file('openapi.yaml'), '--allow-left-out')).code).toBe(0);
  });

  test('--json: the same for programs', async () => {
    await using folder = await createFolder({ 'openapi.yaml': half });
    const { code, out, err } = await finish('check', folder.file('openapi.yaml'), '--json');
    expect([code, err]).toEqual([1, '']);
    expect(JSON.parse(out)).toMatchObject({
      documents: [
        {
          title: 'Half',
          openapi: '3.0.0',
          skills: 1,
          leftOut: 1,
          operations: [
            { method: 'GET', path: '/good', skillId: 'get_good', losses: [{ reason: 'id_changed' }] },
            { method: 'POST', path: '/xml', leftOut: { reason: 'body_unsupported' } },
          ],
        },
      ],
    });
  });

  test.each([
    ['a missing file', 'nowhere.yaml', /no such file/],
    ['no document', 'package.json', /is not an OpenAPI document/],
  ])('%s: 1', async (_name, file, message) => {
    const { code, out } = await finish('check', file);
    expect([code, out]).toEqual([1, expect.stringMatching(message)]);
  });

  test('YAML that cannot be read: 1 with line and column', async () => {
    await using folder = await createFolder({ 'openapi.yaml': 'openapi: 3.0.0\ninfo: {title: "A}\npaths: {}\n' });
    const { code, out } = await finish('check', folder.file('openapi.yaml'));
    expect([code, out]).toEqual([1, expect.stringMatching(/line \d+, column \d+/)]);
  });

  test('without any server it needs --upstream', async () => {
    await using folder = await createFolder({
      'openapi.yaml': half.replace(/servers.*\n/, '').replace(/ {2}\/xml.*\n/, ''),
    });
    const without = await finish('check', folder.file('openapi.yaml'));
    expect([without.code, without.out]).toEqual([1, expect.stringContaining('no_base_url')]);
    expect((await finish('check', folder.file('openapi.yaml'), '--upstream', 'http://127.0.0.1:9')).code).toBe(0);
  });
});

test.each<readonly [number, readonly string[]]>([
  [0, ['--version']],
  [1, ['check', 'nowhere.yaml']],
  [2, ['serve']],
])('the exit code of the process is %i for %j', async (code, args) => {
  await using started = skillgate(...args);
  expect(await started.exited).toBe(code);
  expect(started.stdout() + started.stderr()).toMatch(noStack);
});

const systemNode = '/usr/bin/node';

test.skipIf(!existsSync(systemNode))(
  'the bin under the Node of the machine: works, or says in one line what it needs',
  async () => {
    const { stdout } = await run(systemNode, ['--version']);
    await using started = startProcess({ command: systemNode, args: ['bin/skillgate.js', '--version'] });
    const code = await started.exited;
    if (Number(stdout.slice(1).split('.')[0]) >= 24) expect([code, started.stderr()]).toEqual([0, '']);
    else
      expect([code, started.stdout(), started.stderr()]).toEqual([
        1,
        '',
        `skillgate needs Node.js 24 or newer; this is ${stdout.trim().slice(1)}.\n`,
      ]);
  },
);
