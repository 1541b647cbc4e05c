// The id of a message is its idempotency key: what a known caller sends twice is done once, in this process or in another, and the
// service learns of it by `Idempotency-Key`. Of callers that nobody knows nothing is matched.

import { describe, expect, test } from 'vitest';
import { createFolder } from '../support/folder.ts';
import { failureOf, startGateway, type RpcAnswer } from '../support/gateway.ts';
import { held, startWorkshop, workshopDocument, type Workshop } from '../support/workshop.ts';

const soon = { timeout: 10_000, interval: 5 };
const note = { messageId: 'n-1', arguments: { text: 'milk' } };
const later = { configuration: { returnImmediately: true } };

/** A workshop that takes notes and memos. */
async function startNotes(config: Parameters<typeof startWorkshop>[0] = {}): Promise<Workshop> {
  const workshop = await startWorkshop(config);
  for (const path of ['/notes', '/memos']) workshop.service.script(path, { status: 201, json: { id: 1 } });
  workshop.service.script('/plan', { json: { steps: 3 } });
  return workshop;
}

const keysOf = ({ service }: Workshop): readonly unknown[] =>
  service.requests.map(({ headers }) => headers['idempotency-key']);

describe('the same message twice', () => {
  test('of one caller: the service is called once, and the answer is the same to its last byte', async () => {
    await using workshop = await startNotes();
    const ann = workshop.caller('ann');
    const first = await ann.send('addNote', note);
    expect(first.body.result).toMatchObject({ message: { parts: [{ data: { id: 1 } }] } });
    expect((await ann.send('addNote', note)).text).toBe(first.text);
    expect(workshop.service.requests).toHaveLength(1);
  });

  test('at the same time: all wait for the one call', async () => {
    await using workshop = await startNotes();
    workshop.service.script('/notes', held({ id: 1 }));
    const ann = workshop.caller('ann');
    const sent = Array.from({ length: 10 }, () => ann.send('addNote', note));
    await expect.poll(() => workshop.service.requests.length, soon).toBe(1);
    workshop.service.release();
    const answers = await Promise.all(sent);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(workshop.service.requests).toHaveLength(1);
  });

  test('for a task: the same task, also as a stream', async () => {
    await using workshop = await startNotes();
    const ann = workshop.caller('ann');
    const { id } = failureOf(await ann.send('addNote', { ...note, ...later }));
    expect(failureOf(await ann.send('addNote', { ...note, ...later })).id).toBe(id);
    const stream = await ann.stream('addNote', note);
    expect((await stream.next())?.data.result).toMatchObject({ task: { id } });
    await stream.rest();
    expect(workshop.service.requests).toHaveLength(1);
  });

  test('with other content: refused, and the service hears nothing of it', async () => {
    await using workshop = await startNotes();
    const ann = workshop.caller('ann');
    await ann.send('addNote', note);
    for (const other of [{ arguments: { text: 'bread' } }, { contextId: 'c' }]) {
      expect((await ann.send('addNote', { ...note, ...other })).body.error).toMatchObject({
        code: -32602,
        message: expect.stringContaining('messageId'),
      });
    }
    expect((await ann.send('addMemo', note)).body.error).toMatchObject({ code: -32602 });
    expect(workshop.service.requests).toHaveLength(1);
  });

  test('of two callers: two messages', async () => {
    await using workshop = await startNotes();
    await workshop.caller('ann').send('addNote', note);
    await workshop.caller('bob').send('addNote', note);
    expect(workshop.service.requests).toHaveLength(2);
  });

  test('of callers without credentials: two messages', async () => {
    await using workshop = await startNotes();
    const nobody = workshop.caller();
    await nobody.send('addNote', note);
    await nobody.send('addNote', { ...note, arguments: { text: 'bread' } });
    await nobody.send('addNote', note);
    expect(workshop.service.requests).toHaveLength(3);
  });

  test('that only reads: asked twice, for it does no harm', async () => {
    await using workshop = await startNotes();
    const ann = workshop.caller('ann');
    await ann.send('readPlan', { messageId: 'r-1' });
    await ann.send('readPlan', { messageId: 'r-1' });
    expect(workshop.service.requests).toHaveLength(2);
  });

  test('with replay: reject: the second is refused, also while the first is under way', async () => {
    await using workshop = await startNotes({ tasks: { replay: 'reject' } });
    workshop.service.script('/notes', held({ id: 1 }));
    const ann = workshop.caller('ann');
    const first = ann.send('addNote', note);
    await expect.poll(() => workshop.service.requests.length, soon).toBe(1);
    const refused = { code: -32602, message: expect.stringContaining('refuses repeats') };
    expect((await ann.send('addNote', note)).body.error).toMatchObject(refused);
    workshop.service.release();
    expect((await first).body.result).toHaveProperty('message');
    expect((await ann.send('addNote', note)).body.error).toMatchObject(refused);
    expect(workshop.service.requests).toHaveLength(1);
  });

  test('to two gateways on one store: one call', async () => {
    await using service = await startNotes();
    await using folder = await createFolder({ 'workshop.yaml': workshopDocument });
    const config = {
      tasks: { store: `sqlite:${folder.file('tasks.db')}` },
      targets: { workshop: { spec: folder.file('workshop.yaml'), upstreams: [service.service.url] } },
    };
    await using one = await startGateway({ config });
    await using two = await startGateway({ config });
    const parts = [{ data: { skillId: 'addNote', arguments: { text: 'milk' } } }];
    const message = { messageId: 'n-1', role: 'ROLE_USER', parts };
    const send = (gateway: typeof one): Promise<RpcAnswer> =>
      gateway.rpc(
        { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } },
        { 'a2a-version': '1.0', authorization: 'Bearer ann' },
      );
    const first = await send(one);
    expect(first.body.result).toMatchObject({ message: { parts: [{ data: { id: 1 } }] } });
    expect((await send(two)).text).toBe(first.text);
    expect(service.service.requests).toHaveLength(1);
  });
});

describe('Idempotency-Key', () => {
  test('goes with each write of a known caller: of one message and skill always the same, of others never', async () => {
    await using workshop = await startNotes();
    const [ann, bob] = [workshop.caller('ann'), workshop.caller('bob')];
    await ann.send('addNote', note);
    await bob.send('addNote', note);
    await ann.send('addNote', { ...note, messageId: 'n-2' });
    await ann.send('addMemo', { ...note, messageId: 'n-3' });
    await ann.send('addNote', { ...note, ...later, messageId: 'n-4' });
    await expect.poll(() => workshop.service.requests.length, soon).toBe(5);
    const keys = keysOf(workshop);
    expect(keys).toEqual(Array(5).fill(expect.stringMatching(/^[\w-]{43}$/)));
    expect(new Set(keys).size).toBe(5);
  });

  test('is the same when a passing failure is tried again', async () => {
    await using service = await startNotes();
    service.service.script('/notes', { status: 503, json: { error: 'busy' } }, { status: 201, json: { id: 1 } });
    await using folder = await createFolder({ 'workshop.yaml': workshopDocument });
    await using gateway = await startGateway({
      config: {
        targets: {
          workshop: {
            spec: folder.file('workshop.yaml'),
            upstreams: [service.service.url],
            failures: 'error',
            retries: 0,
          },
        },
      },
    });
    const parts = [{ data: { skillId: 'addNote', arguments: { text: 'milk' } } }];
    const message = { messageId: 'n-1', role: 'ROLE_USER', parts };
    const send = (): Promise<RpcAnswer> =>
      gateway.rpc(
        { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } },
        { 'a2a-version': '1.0', authorization: 'Bearer ann' },
      );
    expect((await send()).body.error).toMatchObject({ code: -32603 });
    expect((await send()).body.result).toMatchObject({ message: { parts: [{ data: { id: 1 } }] } });
    const [first, second, ...more] = keysOf(service);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect([second, more]).toEqual([first, []]);
  });

  test('goes neither with what only reads nor for callers without credentials', async () => {
    await using workshop = await startNotes();
    await workshop.caller('ann').send('readPlan', { messageId: 'r-1' });
    await workshop.caller().send('addNote', note);
    await workshop.caller().send('addNote', { ...note, ...later });
    await expect.poll(() => workshop.service.requests.length, soon).toBe(3);
    expect(keysOf(workshop)).toEqual([undefined, undefined, undefined]);
  });

  test('in the calculator dialect goes with a message that has an id, and not with one that has none', async () => {
    await using workshop = await startNotes();
    const send = (ids: object): Promise<RpcAnswer> => {
      const parts = [{ kind: 'data', data: { skillId: 'addNote', arguments: { text: 'milk' } } }];
      const message = { role: 'user', parts, ...ids };
      return workshop.gateway.rpc(
        { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } },
        { authorization: 'Bearer ann' },
      );
    };
    for (const ids of [{ messageId: 'n-1' }, {}])
      expect((await send(ids)).body.result).toHaveProperty('kind', 'message');
    expect(keysOf(workshop)).toEqual([expect.stringMatching(/^[\w-]{43}$/), undefined]);
  });
});
