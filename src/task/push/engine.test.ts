// The task engine with webhooks: what a caller who follows the task sees, and what its webhook is told, are the same.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createHandClock } from '../../../test/support/hand-clock.ts';
import { createSender, nameOf, soon } from '../../../test/support/push.ts';
import {
  accepted,
  ann,
  createChunks,
  createScriptedInvoker,
  nobody,
  readAll,
  say,
  streamed,
  success,
  toCall,
  toJson,
} from '../../../test/support/task-bench.ts';
import { startHabits } from '../../../test/upstreams/habits.ts';
import { createLog } from '../../observe/log.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { createTaskService } from '../create-task-service.ts';
import { defaultLimits } from '../limits.ts';
import type { Begin, TaskService } from '../service.ts';

function createEngine() {
  const clock = createHandClock();
  const store = createMemoryStore({ clock });
  const sender = createSender({ store, clock, push: { timeout: 1e9 } });
  const invoker = createScriptedInvoker();
  const service: TaskService = createTaskService({
    store,
    invoker,
    findSkill: () => toCall().skill,
    log: createLog({ level: 'silent' }).log,
    clock,
    newId: randomUUID,
    limits: defaultLimits,
    push: sender,
    isPersonal: () => true,
  });
  return { clock, store, sender, invoker, service };
}

const begin = (more: Partial<Begin>): Begin => ({
  caller: ann,
  agent: 'root',
  contextId: 'c1',
  message: say('go'),
  call: toCall(),
  context: nobody,
  ...more,
});

describe('the engine', () => {
  it('has a webhook told of every event of a streamed reply, in order, each once', async () => {
    const { sender, invoker, service, clock } = createEngine();
    await using hook = await startHabits();
    await using _sender = sender;
    const { id } = await service.begin(begin({ push: { url: `${hook.url}/echo`, version: '1.0' } }));
    const following = await service.follow(ann, id, { live: true });
    const seen = readAll(following);
    await expect.poll(() => invoker.calls.length, soon).toBe(1);
    const chunks = createChunks();
    invoker.calls[0]?.answer(streamed(chunks));
    for (let at = 0; at < 50; at += 1) chunks.push(`${at} `);
    chunks.end();
    await expect
      .poll(async () => {
        clock.advance(100);
        return (await service.get(ann, id)).status.state;
      }, soon)
      .toBe('completed');
    const all = (await seen).map(({ event }) => nameOf(event));
    await expect.poll(() => hook.requests().length, soon).toBe(all.length);
    expect(hook.requests().map(({ body }) => JSON.parse(body) as unknown)).toEqual(all);
    expect(all.join('')).toContain('48 49');
    expect(hook.requests().map(({ headers }) => headers['x-skillgate-event'])).toEqual(
      all.map((_, at) => `${id}/${at + 1}`),
    );
  });

  it('tells a webhook of 0.3 of the task when it goes on and when it ends', async () => {
    const { sender, invoker, service, clock } = createEngine();
    await using hook = await startHabits();
    await using _sender = sender;
    const push = { url: `${hook.url}/echo`, version: '0.3' } as const;
    const { id } = await service.begin(begin({ outcome: accepted({ progress: 'half' }), push }));
    await hook.received(1);
    invoker.looks = [{ kind: 'done', outcome: { kind: 'success', status: 200, content: toJson('{}') } }];
    await expect
      .poll(async () => {
        clock.advance(1000);
        return (await service.get(ann, id)).status.state;
      }, soon)
      .toBe('completed');
    await expect.poll(() => hook.requests().at(-1)?.body, soon).toContain('"state":"completed"');
    expect(hook.requests()[0]?.body).toContain('half');
  });

  it('tells of a task that was over when it was stored', async () => {
    const { sender, service } = createEngine();
    await using hook = await startHabits();
    await using _sender = sender;
    await service.begin(begin({ outcome: success(), push: { url: `${hook.url}/echo`, version: '0.3' } }));
    await hook.received(1);
    expect(hook.requests()[0]?.body).toContain('"state":"completed"');
  });

  it('begins nothing when the webhook is not allowed', async () => {
    const { sender, service, invoker } = createEngine();
    await using _sender = sender;
    const push = { url: 'http://10.0.0.1/', version: '1.0' } as const;
    await expect(service.begin(begin({ push }))).rejects.toMatchObject({ code: 'invalid_params' });
    expect(invoker.calls).toEqual([]);
    expect((await service.list(ann, { pageSize: 10 })).tasks).toEqual([]);
  });

  it('shows the configs of a task to its owner alone', async () => {
    const { sender, service } = createEngine();
    await using _sender = sender;
    const { id } = await service.begin(begin({}));
    const config = await service.push.set(ann, id, { url: 'http://127.0.0.1/', version: '1.0', token: 't' });
    const other = { owner: 'bob', anonymous: false };
    const refused = { code: 'task_not_found' };
    expect(await service.push.get(ann, id, config.id)).toEqual(config);
    await expect(service.push.get(other, id, config.id)).rejects.toMatchObject(refused);
    await expect(service.push.list(other, id)).rejects.toMatchObject(refused);
    await expect(service.push.remove(other, id, config.id)).rejects.toMatchObject(refused);
    await expect(service.push.set(other, id, config)).rejects.toMatchObject(refused);
  });
});
