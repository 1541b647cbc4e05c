// A gateway that is killed while a webhook does not answer tells it afterwards of everything, when it is started again.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder } from '../support/folder.ts';
import { findFreePort } from '../support/free-port.ts';
import { post } from '../support/gateway.ts';
import { cliEntry, projectRoot, startProcess, type RunningProcess } from '../support/start-process.ts';
import { startPets } from '../upstreams/pets.ts';
import { startUpstream } from '../upstreams/start.ts';

describe('a gateway that is killed', () => {
  test('tells webhooks afterwards of what they do not know yet', { timeout: 90_000 }, async () => {
    await using pets = await startPets();
    let isUp = false;
    await using hook = await startUpstream(() => ({ status: isUp ? 200 : 503 }));
    await using folder = await createFolder({
      'gateway.yaml': [
        'targets:',
        `  pets: { spec: ${join(projectRoot, 'openapi/pets.yaml')}, upstreams: ["${pets.url}"] }`,
        'network: { allow: [127.0.0.1] }',
        'tasks: { store: "sqlite:tasks.db" }',
      ].join('\n'),
    });
    const port = await findFreePort();
    const serve = async (): Promise<RunningProcess> => {
      const running = startProcess({
        args: [cliEntry, 'serve', '--config', join(folder.path, 'gateway.yaml'), '--port', String(port)],
      });
      await running.waitForOk(`http://127.0.0.1:${port}/healthz`);
      return running;
    };
    const url = `http://127.0.0.1:${port}`;

    const first = await serve();
    const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'getPetById petId=1' }] };
    const configuration = { returnImmediately: true, taskPushNotificationConfig: { url: hook.url } };
    const request = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message, configuration } };
    const { body } = await post(`${url}/a2a`, request, { 'a2a-version': '1.0' });
    const { id } = (body.result as { task: { id: string } }).task;
    await expect.poll(() => hook.requests.length, { timeout: 10_000 }).toBeGreaterThan(0);
    await first.stop('SIGKILL');

    isUp = true;
    const before = hook.requests.length;
    await using second = await serve();
    expect(second.pid).not.toBe(first.pid);
    await expect.poll(() => hook.requests.at(-1)?.body, { timeout: 40_000 }).toContain('TASK_STATE_COMPLETED');
    const events = hook.requests.slice(before).map(({ headers }) => headers['x-skillgate-event']);
    expect(events).toEqual(events.map((_, at) => `${id}/${at + 1}`));
  });
});
