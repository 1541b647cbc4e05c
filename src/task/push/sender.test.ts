import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { allTold, bodies, createPushBench, soon, tellTask, to } from '../../../test/support/push.ts';
import { startHabits } from '../../../test/upstreams/habits.ts';

describe('configs', () => {
  const secret = { token: 'hunter2', authentication: { scheme: 'Bearer', credentials: 'hunter3' } };

  it('are read without their secrets', async () => {
    const { sender, store } = createPushBench();
    await using push = sender();
    const shown = {
      taskId: 't',
      id: 'a',
      url: 'http://127.0.0.1/hook',
      version: '1.0',
      authentication: { scheme: 'Bearer' },
    };
    expect(await push.set('t', to('http://127.0.0.1/hook', { id: 'a', ...secret }), 0)).toEqual(shown);
    expect(await push.get('t', 'a')).toEqual(shown);
    expect(await push.list('t')).toEqual([shown]);
    expect((await store.read('push/t'))?.value).toContain('hunter3');
  });

  it('get an id, keep their order, and are replaced by it', async () => {
    const { sender } = createPushBench();
    await using push = sender();
    const first = await push.set('t', to('http://127.0.0.1/1'), 0);
    await push.set('t', to('http://127.0.0.1/2', { id: '__proto__' }), 0);
    await push.set('t', to('http://127.0.0.1/3', { id: first.id, version: '0.3' }), 5);
    expect((await push.list('t')).map(({ url }) => url)).toEqual(['http://127.0.0.1/3', 'http://127.0.0.1/2']);
    expect(await push.get('t', undefined)).toMatchObject({ id: first.id, version: '0.3' });
    expect(await push.get('t', '__proto__')).toMatchObject({ url: 'http://127.0.0.1/2' });
  });

  it('are refused above the cap, also when they come together', async () => {
    const { sender } = createPushBench();
    await using push = sender({ push: { maxPerTask: 3 } });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => push.set('t', to(`http://127.0.0.1/${at}`), 0)),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(17);
    expect(refused[0]).toMatchObject({ reason: { code: 'invalid_params', violations: [{ field: 'id' }] } });
    const [{ id } = { id: '' }] = await push.list('t');
    await push.set('t', to('http://127.0.0.1/again', { id }), 0);
    await push.remove('t', id);
    await push.set('t', to('http://127.0.0.1/room'), 0);
    expect(await push.list('t')).toHaveLength(3);
  });

  it('that are not there: no error on remove, task_not_found on get', async () => {
    const { sender } = createPushBench();
    await using push = sender();
    await push.remove('t', 'none');
    expect(await push.list('t')).toEqual([]);
    await expect(push.get('t', 'none')).rejects.toMatchObject({ code: 'task_not_found' });
    await expect(push.get('t', undefined)).rejects.toMatchObject({ code: 'task_not_found' });
  });

  it('that are not allowed are not stored', async () => {
    const { sender, store } = createPushBench();
    await using push = sender({ allow: [] });
    await expect(push.set('t', to('http://127.0.0.1/'), 0)).rejects.toMatchObject({ code: 'invalid_params' });
    expect(await store.read('push/t')).toBeUndefined();
  });
});

describe('a notification', () => {
  it('of 1.0 has the event, the credentials, the token and a signature', async () => {
    const { sender, store, clock } = createPushBench();
    await using hook = await startHabits();
    await using push = sender({ push: { secret: 'of the operator' } });
    push.start();
    const authentication = { scheme: 'Bearer', credentials: 'tök.en==' };
    await push.set('t', to(`${hook.url}/echo?key=1`, { token: 'tok', authentication }), 0);
    await tellTask(store, 't', { names: ['done ü'], state: 'completed' });
    await hook.received(1);
    const [request] = hook.requests();
    expect(request).toMatchObject({
      method: 'POST',
      path: '/echo?key=1',
      body: '"done ü"',
      headers: {
        'content-type': 'application/a2a+json',
        'content-length': '9',
        authorization: 'Bearer tök.en==',
        'x-a2a-notification-token': 'tok',
        'x-skillgate-event': 't/1',
        'x-skillgate-timestamp': String(clock.now() / 1000),
      },
    });
    const hmac = (key: string): string =>
      createHmac('sha256', key)
        .update(`${clock.now() / 1000}."done ü"`)
        .digest('hex');
    expect(request?.headers['x-skillgate-signature']).toBe(`gateway=${hmac('of the operator')},token=${hmac('tok')}`);
    expect(JSON.stringify(push.lines)).not.toMatch(/tok|key=1/);
  });

  it('without secrets has no headers for them', async () => {
    const { sender, store } = createPushBench();
    await using hook = await startHabits();
    await using push = sender();
    push.start();
    await push.set('t', to(`${hook.url}/echo`, { authentication: { scheme: 'Bearer' } }), 0);
    await tellTask(store, 't', { names: ['one'] });
    await hook.received(1);
    expect(Object.keys(hook.requests()[0]?.headers ?? {})).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(authorization|x-a2a-notification-token|x-skillgate-signature)$/),
      ]),
    );
  });

  it('of 0.3 has the task as it stands, once for all that happened', async () => {
    const { sender, store } = createPushBench();
    await using hook = await startHabits();
    await using push = sender();
    await push.set('t', to(`${hook.url}/echo`, { version: '0.3' }), 0);
    const task = await tellTask(store, 't', { names: ['one', 'two', 'three'], state: 'completed' });
    push.start();
    await allTold(store);
    expect(hook.requests()).toHaveLength(1);
    expect(hook.requests()[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-skillgate-event': 't/3',
    });
    expect(bodies(hook)).toEqual([JSON.parse(JSON.stringify(task))]);
  });
});

describe('delivery', () => {
  it('is in order, to each webhook, from the given event on', async () => {
    const { sender, store } = createPushBench();
    await using one = await startHabits();
    await using other = await startHabits();
    await using push = sender();
    push.start();
    await push.set('t', to(`${one.url}/echo`), 0);
    await tellTask(store, 't', { names: ['1', '2'] });
    await push.set('t', to(`${other.url}/echo`), 2);
    const names = Array.from({ length: 100 }, (_, at) => String(at + 3));
    push.notify(await tellTask(store, 't', { names, state: 'completed' }));
    await allTold(store);
    expect(bodies(one)).toEqual(['1', '2', ...names]);
    expect(bodies(other)).toEqual(names);
  });

  it('goes on when the task does, and ends with it: the config stays readable, its secrets are gone', async () => {
    const { sender, store } = createPushBench();
    await using hook = await startHabits();
    await using push = sender();
    push.start();
    await tellTask(store, 't', { names: ['1'], state: 'input-required' });
    await push.set('t', to(`${hook.url}/echo`, { id: 'a', token: 'hunter2' }), 0);
    await hook.received(1);
    await tellTask(store, 't', { names: ['2'] });
    await hook.received(2);
    expect(await store.size('push/due')).toBe(1);
    await tellTask(store, 't', { names: ['3'], state: 'failed' });
    await allTold(store);
    expect(bodies(hook)).toEqual(['1', '2', '3']);
    expect(await push.get('t', 'a')).toMatchObject({ id: 'a', url: `${hook.url}/echo` });
    expect((await store.read('push/t'))?.value).not.toContain('hunter2');
  });

  it('to a task that is over: nothing is sent, and secrets are not kept', async () => {
    const { sender, store } = createPushBench();
    await using hook = await startHabits();
    await using push = sender();
    push.start();
    await tellTask(store, 't', { names: ['1'], state: 'completed' });
    await push.set('t', to(`${hook.url}/echo`, { token: 'hunter2' }), 1);
    await allTold(store);
    expect((await store.read('push/t'))?.value).not.toContain('hunter2');
    expect(hook.requests()).toEqual([]);
  });

  it('stops when the config is removed', async () => {
    const { sender, store } = createPushBench();
    await using hook = await startHabits();
    await using push = sender();
    push.start();
    await push.set('t', to(`${hook.url}/echo?removed`, { id: 'a' }), 0);
    await push.set('t', to(`${hook.url}/echo?kept`, { id: 'b' }), 0);
    await tellTask(store, 't', { names: ['1'] });
    await hook.received(2);
    await push.remove('t', 'a');
    await tellTask(store, 't', { names: ['2', '3'], state: 'completed' });
    await allTold(store);
    expect(
      hook
        .requests()
        .map(({ path, body }) => path + body)
        .toSorted(),
    ).toEqual(['/echo?kept"1"', '/echo?kept"2"', '/echo?kept"3"', '/echo?removed"1"']);
  });

  it('takes 2xx for an answer, whatever comes after it', async () => {
    const { sender, store, clock } = createPushBench();
    await using hook = await startHabits();
    await using push = sender();
    push.start();
    for (const habit of ['drip', 'big?bytes=1000000', 'big?bytes=1000000&chunked', 'close-mid-body', 'empty']) {
      await push.set('t', to(`${hook.url}/${habit}`), 0);
    }
    await tellTask(store, 't', { names: ['1'], state: 'completed' });
    await allTold(store);
    expect(hook.requests()).toHaveLength(5);
    expect(push.lines).toEqual([]);
    // What still drips is cut off with its time.
    clock.advance(10_000);
    await expect.poll(() => hook.connections(), soon).toBeLessThan(5);
  });
});
