// Work that a service takes and finishes later, followed from the live replies alone: through the whole gateway in this process, and
// through the command line with a store that outlives it.

import { describe, expect, test } from 'vitest';
import { createFolder } from '../support/folder.ts';
import { failureOf, post, type RpcAnswer, type WireTask } from '../support/gateway.ts';
import { cliEntry, startProcess, type RunningProcess } from '../support/start-process.ts';
import { startWorkshop, workshopDocument, type Workshop } from '../support/workshop.ts';
import { startJobs, type Scripted } from '../upstreams/jobs.ts';

const soon = { timeout: 10_000, interval: 5 };
const atOnce = { 'retry-after': '0' };
const taskOf = ({ body, text }: RpcAnswer): WireTask => {
  const { task } = (body.result ?? {}) as { readonly task?: WireTask };
  if (task === undefined) throw new Error(`there is no task: ${text}`);
  return task;
};
const lookedAt = ({ service }: Pick<Workshop, 'service'>, path: string): number =>
  service.requests.filter((request) => request.path === path && request.method === 'GET').length;

describe('work that goes on', () => {
  test.each<readonly [string, Scripted, readonly Scripted[]]>([
    [
      '202 with Location, and the result in the status',
      { status: 202, headers: { location: '/reports/7', ...atOnce } },
      [{ json: { status: 'running' }, headers: atOnce }, { json: { status: 'succeeded', result: { pages: 12 } } }],
    ],
    [
      '202 with Operation-Location',
      { status: 202, headers: { 'operation-location': '/reports/7', ...atOnce }, json: { id: 7 } },
      [{ json: { status: 'Running' }, headers: atOnce }, { json: { status: 'Succeeded', result: { pages: 12 } } }],
    ],
    [
      '202 with an address in the body',
      { status: 202, headers: atOnce, json: { id: 7, statusUrl: '/reports/7' } },
      [
        { status: 202, headers: atOnce },
        { status: 200, json: { pages: 12 } },
      ],
    ],
    [
      '201 of a job that is queued',
      { status: 201, headers: { location: '/reports/7', ...atOnce }, json: { id: 7, status: 'queued' } },
      [
        { json: { id: 7, status: 'processing' }, headers: atOnce },
        { json: { id: 7, status: 'done', output: { pages: 12 } } },
      ],
    ],
    [
      '303 to the result',
      { status: 202, headers: { location: '/reports/7', ...atOnce } },
      [
        { json: { status: 'running' }, headers: atOnce },
        { status: 303, headers: { location: '/reports/done' } },
      ],
    ],
  ])('%s: a blocking call gets the completed task', async (_name, taken, looks) => {
    await using workshop = await startWorkshop();
    workshop.service.script('/reports', taken);
    workshop.service.script('/reports/7', ...looks);
    workshop.service.script('/reports/done', { json: { pages: 12 } });
    const task = taskOf(await workshop.caller('ann').send('makeReport'));
    expect(task).toMatchObject({
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ parts: [{ data: { pages: 12 } }] }],
    });
    expect(lookedAt(workshop, '/reports/7')).toBe(2);
    expect(workshop.service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('its progress is told as it goes', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script('/reports', { status: 202, headers: { location: '/reports/7', ...atOnce } });
    workshop.service.script(
      '/reports/7',
      { json: { status: 'running', message: 'reading' }, headers: atOnce },
      { json: { status: 'running', message: 'reading' }, headers: atOnce },
      { json: { status: 'running', message: 'writing' }, headers: atOnce },
      { json: { status: 'succeeded', result: { pages: 12 } } },
    );
    const stream = await workshop.caller('ann').stream('makeReport');
    const updates = (await stream.rest()).map(({ data }) => data.result as { statusUpdate?: Pick<WireTask, 'status'> });
    const words = updates.flatMap(({ statusUpdate }) => statusUpdate?.status.message?.parts[0]?.text ?? []);
    expect(words).toEqual(['reading', 'writing']);
    expect(updates.at(-1)?.statusUpdate?.status.state).toBe('TASK_STATE_COMPLETED');
  });

  test.each<readonly [string, Scripted, string, string]>([
    [
      'that fails',
      { json: { status: 'failed', error: { message: 'out of paper' } } },
      'TASK_STATE_FAILED',
      'out of paper',
    ],
    ['that the service cancels', { json: { status: 'cancelled' } }, 'TASK_STATE_CANCELED', 'cancelled'],
    ['that is gone', { status: 404, json: { error: 'no such report' } }, 'TASK_STATE_FAILED', 'no such report'],
  ])('%s: so does the task, in the words of the service', async (_name, look, state, words) => {
    await using workshop = await startWorkshop();
    workshop.service.script('/reports', { status: 202, headers: { location: '/reports/7', ...atOnce } });
    workshop.service.script('/reports/7', look);
    const answer = failureOf(await workshop.caller('ann').send('makeReport'));
    expect(answer.state).toBe(state);
    expect(answer.text).toContain(words);
  });

  test('is cancelled at the service too, where it has a way', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script('/reports', { status: 202, headers: { location: '/reports/7', ...atOnce } });
    workshop.service.script('GET /reports/7', { json: { status: 'running' }, headers: atOnce });
    workshop.service.script('DELETE /reports/7', { status: 204 });
    const ann = workshop.caller('ann');
    const { id } = taskOf(await ann.send('makeReport', { configuration: { returnImmediately: true } }));
    await expect.poll(() => lookedAt(workshop, '/reports/7'), soon).toBeGreaterThan(0);
    expect((await ann.rpc('CancelTask', { id })).body.result).toMatchObject({
      status: { state: 'TASK_STATE_CANCELED' },
    });
    await expect
      .poll(
        () => workshop.service.requests.some(({ method, path }) => `${method} ${path}` === 'DELETE /reports/7'),
        soon,
      )
      .toBe(true);
  });

  test('at another origin is not followed', async () => {
    await using workshop = await startWorkshop();
    await using elsewhere = await startJobs();
    workshop.service.script('/reports', {
      status: 202,
      headers: { location: `${elsewhere.url}/reports/7`, ...atOnce },
    });
    const { state, text } = failureOf(await workshop.caller('ann').send('makeReport'));
    expect([state, text]).toEqual(['TASK_STATE_FAILED', expect.stringContaining('another address than its own')]);
    expect(elsewhere.requests).toEqual([]);
  });

  test('longer than a task may: failed, and the service is told to stop', async () => {
    await using workshop = await startWorkshop({ tasks: { timeout: '1s' } });
    workshop.service.script('/reports', { status: 202, headers: { location: '/reports/7', ...atOnce } });
    workshop.service.script('GET /reports/7', { json: { status: 'running' }, headers: atOnce });
    workshop.service.script('DELETE /reports/7', { status: 204 });
    const ann = workshop.caller('ann');
    const { id } = taskOf(await ann.send('makeReport', { configuration: { returnImmediately: true } }));
    const look = async (): Promise<unknown> => ((await ann.rpc('GetTask', { id })).body.result as WireTask).status;
    await expect.poll(look, soon).toMatchObject({
      state: 'TASK_STATE_FAILED',
      message: { parts: [{ text: 'The work was not done within 1 seconds, the limit of one task.' }] },
    });
    await expect.poll(() => workshop.service.requests.map(({ method }) => method), soon).toContain('DELETE');
  });

  test('with more looks than a task may: failed', async () => {
    await using workshop = await startWorkshop({ tasks: { maxUpstreamCalls: 3 } });
    workshop.service.script('/reports', { status: 202, headers: { location: '/reports/7', ...atOnce } });
    workshop.service.script('/reports/7', { json: { status: 'running' }, headers: atOnce });
    const { state, text } = failureOf(await workshop.caller('ann').send('makeReport'));
    expect([state, text]).toEqual(['TASK_STATE_FAILED', expect.stringContaining('3 times, the limit')]);
    expect(lookedAt(workshop, '/reports/7')).toBeLessThanOrEqual(3);
  });
});

describe('the command line', () => {
  const v1 = { 'a2a-version': '1.0', authorization: 'Bearer ann' };
  const toRequest = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
  const report = {
    messageId: 'r-1',
    role: 'ROLE_USER',
    parts: [{ data: { skillId: 'makeReport', arguments: {} } }],
  };
  const addressOf = async (serving: RunningProcess): Promise<string> =>
    (await serving.waitForOutput(/A2A +(http:\/\/127\.0\.0\.1:\d+\/a2a)/))[1] ?? '';

  test('follows a job without any configuration', async () => {
    await using service = await startJobs();
    service.script('/reports', { status: 202, headers: { location: '/reports/7', ...atOnce } });
    service.script(
      '/reports/7',
      { json: { status: 'running' }, headers: atOnce },
      { json: { status: 'succeeded', result: { pages: 12 } } },
    );
    await using folder = await createFolder({ 'workshop.yaml': workshopDocument });
    const args = [cliEntry, 'serve', folder.file('workshop.yaml'), '--upstream', service.url, '--port', '0'];
    await using serving = startProcess({ args });
    const answer = await post(await addressOf(serving), toRequest('SendMessage', { message: report }), v1);
    expect(taskOf(answer)).toMatchObject({
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ parts: [{ data: { pages: 12 } }] }],
    });
    expect(await serving.stop()).toBe(0);
  });

  test.each<NodeJS.Signals>(['SIGTERM', 'SIGKILL'])(
    'ended by %s while a job runs: the next process goes on with it',
    async (signal) => {
      await using service = await startJobs();
      service.script('/reports', { status: 202, headers: { location: '/reports/7', ...atOnce } });
      service.script('/reports/7', { json: { status: 'running', message: 'reading' }, headers: atOnce });
      await using folder = await createFolder({
        'workshop.yaml': workshopDocument,
        'gateway.yaml': `targets: { workshop: { spec: workshop.yaml, upstreams: ["${service.url}"] } }\ntasks: { store: "sqlite:\${STORE}" }\n`,
      });
      const args = [cliEntry, 'serve', '--config', folder.file('gateway.yaml'), '--port', '0'];
      const env = { STORE: folder.file('tasks.db') };
      await using first = startProcess({ args, env });
      const configuration = { returnImmediately: true };
      const params = { message: report, configuration };
      const { id } = taskOf(await post(await addressOf(first), toRequest('SendMessage', params), v1));
      await expect.poll(() => lookedAt({ service }, '/reports/7'), soon).toBeGreaterThan(0);
      expect(await first.stop(signal)).toBe(signal === 'SIGTERM' ? 0 : signal);
      service.script('/reports/7', { json: { status: 'succeeded', result: { pages: 12 } } });

      await using second = startProcess({ args, env });
      const url = await addressOf(second);
      const look = async (): Promise<WireTask> =>
        (await post(url, toRequest('GetTask', { id }), v1)).body.result as WireTask;
      await expect
        .poll(async () => (await look()).status.state, { timeout: 25_000, interval: 50 })
        .toBe('TASK_STATE_COMPLETED');
      expect(await look()).toMatchObject({ id, artifacts: [{ parts: [{ data: { pages: 12 } }] }] });
      // The message was answered, and is not sent to the service again.
      expect(taskOf(await post(url, toRequest('SendMessage', params), v1)).id).toBe(id);
      expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
      expect(await second.stop()).toBe(0);
    },
  );
});
