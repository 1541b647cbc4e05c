import { describe, expect, it } from 'vitest';
import { createHttpSkill, toCall, type HttpSkillSketch } from '../../../test/support/http-skill.ts';
import { createLiveInvoker, nobody, type LiveInvoker, type LiveOptions } from '../../../test/support/live-invoker.ts';
import { startJobs, type JobServer, type Scripted } from '../../../test/upstreams/jobs.ts';
import type { Skill } from '../../catalog/skill.ts';
import type { JobFile } from '../../config/schema-agent.ts';
import type { Job } from '../job.ts';

interface Scene extends AsyncDisposable {
  readonly server: JobServer;
  readonly live: LiveInvoker;
  readonly start: Skill;
  /** An address of the server. */
  at(path: string): string;
  look(job?: Partial<Job>): ReturnType<LiveInvoker['invoker']['lookAt']>;
}

interface Given {
  readonly replies?: Readonly<Record<string, Scripted | readonly Scripted[]>>;
  readonly job?: JobFile;
  readonly base?: string;
  readonly others?: readonly HttpSkillSketch[];
  readonly policy?: LiveOptions['policy'];
  readonly server?: string;
}

async function setScene({
  replies = {},
  job,
  base = '',
  others = [],
  policy,
  server: document,
}: Given = {}): Promise<Scene> {
  const server = await startJobs();
  for (const [path, scripted] of Object.entries(replies)) server.script(path, ...[scripted].flat());
  const plain = createHttpSkill({
    id: 'start',
    route: 'POST /reports',
    ...(document !== undefined && { server: document }),
  });
  const start: Skill = { ...plain, ...(job !== undefined && { job }) };
  const url = server.url + base;
  const skills = [start, ...others.map(createHttpSkill)];
  const live = createLiveInvoker({ url, skills, policy: { baseUrl: url, ...policy } });
  return {
    server,
    live,
    start,
    at: (path) => server.url + path,
    look: (given) => live.invoker.lookAt({ skill: 'start', statusUrl: `${server.url}/jobs/7`, ...given }, nobody),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await live[Symbol.asyncDispose]();
    },
  };
}

async function begin(reply: Scripted, given: Given = {}) {
  await using scene = await setScene({ ...given, replies: { [`${given.base ?? ''}/reports`]: reply } });
  const outcome = await scene.live.invoker.invoke(toCall(scene.start, {}), nobody);
  // Ports differ from run to run.
  return JSON.parse(JSON.stringify(outcome).replaceAll(scene.server.url, 'http://jobs')) as Record<string, unknown>;
}

const location = { location: '/jobs/7' };
const accepted = (more: object = {}, outer: object = {}) => ({
  kind: 'accepted',
  status: 202,
  job: { skill: 'start', statusUrl: 'http://jobs/jobs/7', ...more },
  ...outer,
});

describe('work that was accepted', () => {
  it.each<[string, Scripted, object]>([
    ['Location', { status: 202, headers: location }, accepted()],
    ['a relative Location', { status: 202, headers: { location: 'jobs/7' } }, accepted()],
    ['Content-Location', { status: 202, headers: { 'content-location': '/jobs/7' } }, accepted()],
    ['Operation-Location', { status: 202, headers: { 'operation-location': '/jobs/7' } }, accepted()],
    [
      'Azure-AsyncOperation beside the place of the result',
      { status: 202, headers: { 'azure-asyncoperation': '/jobs/7', location: '/reports/7' } },
      accepted({ resultUrl: 'http://jobs/reports/7' }),
    ],
    ['a Link', { status: 202, headers: { link: '</doc>; rel="help", </jobs/7>; rel="status"' } }, accepted()],
    ['statusUrl in the body', { status: 202, json: { statusUrl: '/jobs/7' } }, accepted()],
    ['status_url in the body', { status: 202, json: { id: 7, status_url: '/jobs/7', url: '/no' } }, accepted()],
    ['a HAL link', { status: 202, json: { _links: { self: { href: '/jobs/7' } } } }, accepted()],
    ['a list of links', { status: 202, json: { links: [{ rel: 'self', href: '/jobs/7' }] } }, accepted()],
    ['href', { status: 202, json: { href: '/jobs/7' } }, accepted()],
    ['a member by another name', { status: 202, json: { id: 7, CheckStatusUri: '/jobs/7' } }, accepted()],
    ['an address to track it', { status: 202, json: { tracking_link: '/jobs/7' } }, accepted()],
    ['an address in place of the status', { status: 202, json: { status: '/jobs/7' } }, accepted()],
    ['an object for the status', { status: 202, json: { status: { state: 'QUEUED', url: '/jobs/7' } } }, accepted()],
    [
      'an envelope',
      { status: 202, json: { task: { state: 'queued', taskUrl: '/no', statusUrl: '/jobs/7' } } },
      accepted(),
    ],
    [
      'JSON:API',
      { status: 202, json: { data: { attributes: { status: 'queued' }, links: { self: '/jobs/7' } } } },
      accepted(),
    ],
    [
      'words, progress and a date to come back',
      {
        status: 202,
        headers: { ...location, 'retry-after': 'Tue, 01 Jan 2030 00:00:05 GMT' },
        json: { status: 'Queued', percentComplete: 5, message: 'Waiting for paper' },
      },
      accepted({}, { retryAfter: 5, progress: '5 %: Waiting for paper' }),
    ],
    [
      'a word that means nothing here',
      { status: 202, headers: location, json: { status: 'Simmer' } },
      accepted({ form: { word: 'simmer' } }),
    ],
    [
      'a link to cancel',
      { status: 202, headers: location, json: { _links: { cancel: { href: '/jobs/7/stop', method: 'put' } } } },
      accepted({ cancel: { method: 'PUT', url: 'http://jobs/jobs/7/stop' } }),
    ],
    [
      '201 with an unfinished job and its addresses',
      { status: 201, json: { status: 'starting', urls: { get: '/jobs/7', cancel: '/jobs/7/cancel' } } },
      { ...accepted({ cancel: { method: 'POST', url: 'http://jobs/jobs/7/cancel' } }), status: 201 },
    ],
  ])('is found by %s', async (_name, reply, outcome) => expect(await begin(reply)).toEqual(outcome));

  it.each<[string, Scripted]>([
    ['202 without an address', { status: 202, json: { status: 'queued' } }],
    ['201 with the way of a parcel', { status: 201, json: { status: 'pending', trackingUrl: '/parcels/7' } }],
    ['201 of a thing called task', { status: 201, json: { task: { status: 'pending', statusUrl: '/jobs/7' } } }],
    ['202 that is done', { status: 202, headers: location, json: { status: 'done' } }],
    ['201 of a new thing', { status: 201, headers: { location: '/orders/7' }, json: { status: 'pending' } }],
    ['200 with a word', { status: 200, json: { status: 'running', statusUrl: '/jobs/7' } }],
    ['an address that is none', { status: 202, json: { url: 'mailto:a@example.test' }, headers: { location: '' } }],
  ])('is not %s', async (_name, reply) => {
    const outcome = await begin(reply);
    expect(outcome['kind']).toBe(
      reply.json !== undefined && JSON.stringify(reply.json).includes('mailto') ? 'problem' : 'success',
    );
  });

  it('elsewhere is refused: credentials would go along', async () => {
    const outcome = await begin({ status: 202, headers: { location: 'https://other.example.test/jobs/7' } });
    expect(outcome).toMatchObject({ kind: 'problem', code: 'address_not_allowed', status: 202 });
  });

  it.each<[string, string, Given, string]>([
    ['below the base URL', '/v2/jobs/7', { base: '/v2' }, 'http://jobs/v2/jobs/7'],
    ['beside the base URL', '/jobs/7', { base: '/v2' }, 'http://jobs/jobs/7'],
    ['relative', '../v2/jobs/7', { base: '/v2' }, 'http://jobs/v2/jobs/7'],
    [
      'at the public address of the document',
      'https://api.example.test/public/jobs/7?a=1#x',
      { base: '/v2', server: 'https://api.example.test/public' },
      'http://jobs/v2/jobs/7?a=1',
    ],
    [
      'at another replica',
      'http://replica.example.test/jobs/7',
      { policy: { origins: new Set(['http://replica.example.test']) } },
      'http://jobs/jobs/7',
    ],
  ])('may be %s', async (_name, place, given, statusUrl) => {
    expect(await begin({ status: 202, headers: { location: place } }, given)).toMatchObject({ job: { statusUrl } });
  });

  it.each<[string, JobFile, Scripted, object]>([
    ['by a path', { url: '/jobs/{id}' }, { json: { id: 7, status: 'running' } }, { statusUrl: 'http://jobs/jobs/7' }],
    [
      'by a pointer, with own words',
      { url: '/job/at', status: '/job/mood', words: { Cooking_It: 'running' } },
      { json: { job: { at: '/jobs/7', mood: 'cooking it' } } },
      { statusUrl: 'http://jobs/jobs/7' },
    ],
    [
      'with a way to cancel, and values that stay in their segment',
      { url: '/jobs/{/job/id}', cancel: 'POST /jobs/{/job/id}/cancel' },
      { status: 202, json: { job: { id: '../7' } } },
      { statusUrl: 'http://jobs/jobs/..%2F7', cancel: { method: 'POST', url: 'http://jobs/jobs/..%2F7/cancel' } },
    ],
  ])('may be described: %s', async (_name, job, reply, found) => {
    expect(await begin(reply, { job })).toMatchObject({ kind: 'accepted', job: found });
  });

  it.each([
    ['an unknown key', { statsu: '/x' } as JobFile, /additional properties/],
    [
      'a way to cancel without a method',
      { cancel: '/jobs/{id}' },
      /\/cancel is "\/jobs\/{id}"; expected a method and a path/,
    ],
  ])('by a description that cannot be used is refused: %s', async (_name, job, message) => {
    const refused = { code: 'config_invalid', message: expect.stringMatching(message) };
    await expect(begin({ json: {} }, { job })).rejects.toMatchObject(refused);
  });
});

const jobs = (reply: Scripted | readonly Scripted[], more: Given['replies'] = {}): Given => ({
  replies: { '/jobs/7': reply, ...more },
});

async function lookOnce(given: Given, job: Partial<Job> = {}): Promise<object> {
  await using scene = await setScene(given);
  const absolute = Object.fromEntries(
    Object.entries(job).map(([key, value]) => [
      key,
      typeof value === 'string' && value.startsWith('/') ? scene.at(value) : value,
    ]),
  );
  const look = await scene.look(absolute);
  return JSON.parse(JSON.stringify(look).replaceAll(scene.server.url, 'http://jobs')) as object;
}

const running = { kind: 'running', job: { skill: 'start', statusUrl: 'http://jobs/jobs/7' } };
const result = (text: string) => ({ kind: 'done', outcome: { kind: 'success', content: { kind: 'json', text } } });

describe('a look at a job', () => {
  it.each<[string, Scripted, object]>([
    ['running', { json: { status: 'RUNNING' } }, running],
    ['a word that ends in -ing', { json: { state: 'transcoding' } }, running],
    ['202', { status: 202 }, running],
    ['done: false', { json: { name: 'op', done: false } }, running],
    [
      'how far it is',
      { headers: { 'retry-after': '3' }, json: { status: 'in_progress', progress: 0.25, message: 'Page 3' } },
      { ...running, retryAfter: 3, progress: '25 %: Page 3' },
    ],
    ['busy', { status: 429, headers: { 'retry-after': '7' }, json: {} }, { ...running, retryAfter: 7 }],
    ['a server error in passing', { status: 503, text: 'no' }, running],
    [
      'a new address',
      { status: 202, headers: { location: '/jobs/8' } },
      { kind: 'running', job: { statusUrl: 'http://jobs/jobs/8' } },
    ],
    [
      'cancelled',
      { json: { status: 'Cancelled', message: 'By the boss' } },
      { kind: 'canceled', message: 'By the boss' },
    ],
    [
      'failed',
      { json: { status: 'FAILED', error: { message: 'Out of paper' } } },
      { kind: 'done', outcome: { kind: 'problem', code: 'upstream_failed', status: 200, message: 'Out of paper' } },
    ],
    [
      'done: true with an error',
      { json: { done: true, error: { message: 'Out of paper' } } },
      { kind: 'done', outcome: { kind: 'problem', message: 'Out of paper' } },
    ],
    ['running, in an envelope', { json: { operation: { state: 'pending' } } }, running],
    ['running, in capitals', { json: { JobStatus: 'IN_PROGRESS' } }, running],
    ['running, in an object', { json: { status: { code: 'RUNNING' } } }, running],
    ['running, behind a polite envelope', { json: { status: 'success', data: { status: 'running' } } }, running],
    ...(
      [
        ['in an envelope', { job: { status: 'error', error: 'Out of paper' } }],
        ['in an object', { status: { phase: 'Failed', message: 'Out of paper' } }],
        ['in capitals', { Status: 'Failed', StatusMessage: 'Out of paper' }],
        [
          'behind a polite envelope',
          { status: 'ok', message: 'Found', data: { state: 'failed', error: 'Out of paper' } },
        ],
        ['by its conclusion', { status: 'completed', conclusion: 'failure', message: 'Out of paper' }],
        ['without success', { done: true, success: false, reason: 'Out of paper' }],
      ] as const
    ).map(([name, json]): [string, Scripted, object] => [
      `failed, ${name}`,
      { json },
      { kind: 'done', outcome: { kind: 'problem', code: 'upstream_failed', message: 'Out of paper' } },
    ]),
    ['done, the result in an envelope', { json: { task: { status: 'done', result: { id: 1 } } } }, result('{"id":1}')],
    ['done, behind a polite envelope', { json: { status: 'success', data: { pages: 3 } } }, result('{"pages":3}')],
    ['gone', { status: 410, json: { error: 'expired' } }, { kind: 'done', outcome: { kind: 'problem', status: 410 } }],
    ['forbidden', { status: 403, json: {} }, { kind: 'done', outcome: { kind: 'problem', status: 403 } }],
    ['done, the result inside', { json: { status: 'Succeeded', result: { id: 1 } } }, result('{"id":1}')],
    [
      'done, with digits kept',
      { text: '{"status":"done","output":{"id":9007199254740993}}', headers: { 'content-type': 'application/json' } },
      result('{"id":9007199254740993}'),
    ],
    ['done, the result in data', { json: { status: 'complete', data: [1] } }, result('[1]')],
    ['done, the status in data', { json: { data: { status: 'done' } } }, result('{"data":{"status":"done"}}')],
    [
      'done, a text',
      { json: { status: 'done', output: 'hello' } },
      { kind: 'done', outcome: { kind: 'success', content: { kind: 'text', text: 'hello' } } },
    ],
    ['done, nothing more', { json: { status: 'done', pages: 3 } }, result('{"status":"done","pages":3}')],
    ['the result itself', { json: { result: 1, rows: [] } }, result('{"result":1,"rows":[]}')],
    [
      'nothing left to say',
      { status: 204 },
      { kind: 'done', outcome: { kind: 'success', content: { kind: 'empty' } } },
    ],
  ])('sees %s', async (_name, reply, look) => expect(await lookOnce(jobs(reply))).toMatchObject(look));

  const report = { '/reports/7': { json: { pages: 3 } } };
  it.each<[string, Scripted, Given['replies'], Partial<Job>]>([
    ['303', { status: 303, headers: { location: '/reports/7' } }, report, {}],
    ['302', { status: 302, headers: { location: '/reports/7' } }, report, {}],
    ['resourceLocation', { json: { status: 'succeeded', resourceLocation: '/reports/7' } }, report, {}],
    [
      'a link',
      { json: { status: 'done', links: [{ rel: 'result', href: 'reports/7' }] } },
      { '/jobs/reports/7': { json: { pages: 3 } } },
      {},
    ],
    ['an address as the result', { json: { status: 'done', result: '/reports/7' } }, report, {}],
    ['the address of the beginning', { json: { status: 'done' } }, report, { resultUrl: '/reports/7' }],
    [
      'one redirect more',
      { status: 303, headers: { location: '/reports/7' } },
      { '/reports/7': { status: 302, headers: { location: '/files/7' } }, '/files/7': { json: { pages: 3 } } },
      {},
    ],
    [
      'a job that moved',
      { status: 308, headers: { location: '/jobs/8' } },
      { '/jobs/8': { json: { status: 'done', result: { pages: 3 } } } },
      {},
    ],
  ])('fetches the result behind %s', async (_name, reply, more, job) => {
    expect(await lookOnce(jobs(reply, more), job)).toMatchObject(result('{"pages":3}'));
  });

  it('comes again when the result cannot be had in passing', async () => {
    const given = jobs(
      { json: { status: 'done', resultUrl: '/reports/7' } },
      { '/reports/7': { status: 502, text: '' } },
    );
    expect(await lookOnce(given)).toMatchObject(running);
  });

  it.each<[string, Scripted]>([
    ['303', { status: 303, headers: { location: 'https://files.example.test/7?signature=a' } }],
    ['a member', { json: { status: 'done', result_url: 'https://files.example.test/7?signature=a' } }],
  ])('names a result elsewhere and does not fetch it (%s)', async (_name, reply) => {
    expect(await lookOnce(jobs(reply))).toMatchObject({
      kind: 'done',
      outcome: { kind: 'success', content: { kind: 'url', url: 'https://files.example.test/7?signature=a' } },
    });
  });

  it('takes a word of the beginning for no news, as long as it stands', async () => {
    const form = { form: { word: 'simmer' } };
    expect(await lookOnce(jobs({ json: { status: 'Simmer' } }), form)).toMatchObject(running);
    expect(await lookOnce(jobs({ json: { status: 'Served' } }), form)).toMatchObject(result('{"status":"Served"}'));
  });

  it.each<[string, string, string]>([
    ['/v2', '/v2/jobs/7?a=1', '/v2/jobs/7?a=1'],
    ['/v2', '/jobs/7', '/jobs/7'],
    ['/v2', '/v2x/jobs/7', '/v2x/jobs/7'],
    ['', '/jobs/7', '/jobs/7'],
  ])('with the base URL %j asks %j at %j', async (base, place, path) => {
    await using scene = await setScene({ base });
    await scene.look({ statusUrl: scene.at(place) });
    expect(scene.server.requests.map((request) => request.path)).toEqual([path]);
  });

  it('brings the credentials that go into the query, which are stored nowhere', async () => {
    const policy = { credentials: new Map([['key', 's&cret']]) };
    await using scene = await setScene({ policy });
    const use = { name: 'key', scheme: { type: 'apiKey', in: 'query', name: 'api_key' } } as const;
    const operation = { ...scene.start.operation, security: [[use]] };
    await using live = createLiveInvoker({
      url: scene.server.url,
      skills: [{ ...scene.start, operation }],
      policy: { baseUrl: scene.server.url, ...policy },
    });
    await live.invoker.lookAt({ skill: 'start', statusUrl: scene.at('/jobs/7?a=1') }, nobody);
    expect(scene.server.requests.map(({ path }) => path)).toEqual(['/jobs/7?a=1&api_key=s%26cret']);
  });

  it('goes nowhere else, whatever is stored', async () => {
    await using scene = await setScene();
    expect(await scene.look({ statusUrl: 'https://other.example.test/jobs/7' })).toMatchObject({
      kind: 'done',
      outcome: { kind: 'problem', code: 'address_not_allowed' },
    });
    expect(scene.server.requests).toEqual([]);
  });

  it('outlives a broken answer, throws when there is none, and names a skill that is gone', async () => {
    await using scene = await setScene({ replies: { '/jobs/7': { pieces: ['{', 'break'] } } });
    expect(await scene.look()).toMatchObject({ kind: 'running' });
    await scene.server[Symbol.asyncDispose]();
    await expect(scene.look()).rejects.toMatchObject({ code: 'upstream_unreachable' });
    await expect(scene.look({ skill: 'other' })).rejects.toMatchObject({ code: 'skill_not_found' });
  });

  it('goes with the headers of the target, and those of the caller that it lets pass', async () => {
    await using scene = await setScene(jobs({ json: { status: 'running' } }));
    const job = { skill: 'start', statusUrl: scene.at('/jobs/7') };
    await scene.live.invoker.lookAt(job, { ...nobody, headers: { authorization: 'Bearer a', 'x-other': 'b' } });
    const [request] = scene.server.requests;
    expect(request?.headers).toMatchObject({
      'x-api-key': 'secret',
      authorization: 'Bearer a',
      accept: expect.stringContaining('application/json'),
    });
    expect(request?.headers).not.toHaveProperty('x-other');
  });
});

describe('cancelling a job', () => {
  const remove: HttpSkillSketch = { id: 'removeJob', route: 'DELETE /jobs/{id}', arguments: { id: ['path!', {}] } };

  it.each<[string, Given, Partial<Job>, string | undefined, boolean]>([
    [
      'by its link',
      { replies: { '/jobs/7/cancel': { status: 202 } } },
      { cancel: { method: 'POST', url: '/jobs/7/cancel' } },
      'POST /jobs/7/cancel',
      true,
    ],
    [
      'by DELETE where the document has it',
      { replies: { '/jobs/7': { status: 204 } }, others: [remove] },
      {},
      'DELETE /jobs/7',
      true,
    ],
    ['that is gone already', { replies: { '/jobs/7': { status: 404 } }, others: [remove] }, {}, 'DELETE /jobs/7', true],
    ['that is past it', { replies: { '/jobs/7': { status: 409 } }, others: [remove] }, {}, 'DELETE /jobs/7', false],
    ['without a way', {}, {}, undefined, false],
    ['elsewhere', {}, { cancel: { method: 'POST', url: 'https://other.example.test/' } }, undefined, false],
  ])('%s', async (_name, given, job, request, told) => {
    await using scene = await setScene(given);
    const cancel =
      job.cancel === undefined
        ? {}
        : { cancel: { ...job.cancel, url: new URL(job.cancel.url, scene.server.url).href } };
    const whole: Job = { skill: 'start', statusUrl: scene.at('/jobs/7'), ...cancel };
    expect(await scene.live.invoker.cancelJob(whole, nobody)).toBe(told);
    expect(scene.server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      request === undefined ? [] : [request],
    );
  });
});
