// How a task tells JSON to a caller that spoke text: kept with the task, so that it holds when the answer comes late, from another
// process, or after another turn.

import { describe, expect, it } from 'vitest';
import {
  accepted,
  ann,
  createBench,
  createScriptedInvoker,
  mapped,
  nobody,
  readAll,
  say,
  settle,
  success,
  toCall,
  toJson,
} from '../../test/support/task-bench.ts';
import { tellJson, type AnswerForm } from './answer-form.ts';
import type { TaskPart } from './task.ts';

const form: AnswerForm = { as: 'text and data', text: 500 };
const pet = toJson('{"id":9007199254740993,"name":"Rex"}');
const told: readonly TaskPart[] = [
  { kind: 'text', text: 'id: 9007199254740993\nname: Rex', isRendering: true },
  { kind: 'json', json: '{"id":9007199254740993,"name":"Rex"}', mediaType: 'application/json' },
];
const soon = { limit: 1_000 };

describe('a task whose caller spoke text', () => {
  it.each([
    ['at once', () => createBench({ invoker: createScriptedInvoker(() => success(pet)) })],
    [
      'by a job',
      () => {
        const bench = createBench({ invoker: createScriptedInvoker(() => accepted()) });
        bench.invoker.looks = [{ kind: 'done', outcome: success(pet) as never }];
        return bench;
      },
    ],
  ])('is told what was answered %s', async (_name, create) => {
    const bench = create();
    const { id } = await bench.begin({ answer: form });
    await settle();
    await bench.pass(60_000);
    expect((await bench.service.settled(id, soon)).artifacts).toMatchObject([{ parts: told }]);
  });

  it('is told of the call that was made before it', async () => {
    const bench = createBench();
    const task = await bench.begin({ answer: form, outcome: success(pet) });
    expect(task.artifacts).toMatchObject([{ name: 'addPet', parts: told }]);
    expect(Object.keys(task.artifacts[0] ?? {}).toSorted()).toEqual(['artifactId', 'name', 'parts']);
  });

  it('follows it with the text before the data', async () => {
    const bench = createBench();
    const { id } = await bench.begin({ answer: form });
    const following = await bench.service.follow(ann, id, { live: true, after: 0 });
    await settle();
    bench.invoker.calls[0]?.answer(success(pet));
    const events = await readAll(following);
    expect(events[0]).toMatchObject({ event: { kind: 'artifact', artifact: { parts: told } } });
  });

  it('is told the results of an agent behind the gateway, its data first, in words only where the agent has none', async () => {
    const bench = createBench();
    const artifacts = [
      { content: pet },
      { name: 'note', content: { kind: 'text', mediaType: 'text/plain', text: 'hi' } as const },
    ];
    const task = await bench.begin({ answer: form, outcome: mapped({ text: 'done', artifacts }) });
    expect(task.artifacts).toMatchObject([{ parts: told.slice(1) }, { name: 'note', parts: [{ text: 'hi' }] }]);
    const wordless = await bench.begin({ answer: form, outcome: mapped({ text: '', artifacts }) });
    expect(wordless.artifacts).toMatchObject([{ parts: told.toReversed() }, { name: 'note', parts: [{ text: 'hi' }] }]);
    const silent = await bench.begin({ answer: form, outcome: mapped({ text: 'done', artifacts: [] }) });
    expect(Object.keys(silent.artifacts[0] ?? {}).toSorted()).toEqual(['artifactId', 'name', 'parts']);
  });

  it('may take its next turn by data', async () => {
    const bench = createBench();
    const begun = await bench.begin({
      answer: form,
      outcome: mapped({ state: 'input-required', text: 'which?', artifacts: [] }),
    });
    await bench.service.continue({
      caller: ann,
      taskId: begun.id,
      message: say('x', 'm2'),
      resolve: () => ({ kind: 'call', call: toCall() }),
      context: nobody,
    });
    await settle();
    bench.invoker.calls[0]?.answer(success(pet));
    expect((await bench.service.settled(begun.id, soon)).artifacts).toMatchObject([{ parts: [{ kind: 'json' }] }]);
  });

  it('keeps the data for readers of every kind', async () => {
    const bench = createBench();
    const task = await bench.begin({ answer: { ...form, as: 'text', more: 'M' }, outcome: success(pet) });
    expect(task.artifacts[0]?.parts).toEqual(told);
  });
});

describe('tellJson', () => {
  const json = {
    text: JSON.stringify(Array.from({ length: 100 }, (_, id) => ({ id }))),
    mediaType: 'application/json',
  };

  it('gives the text alone, and how to get more of it', () => {
    const [part, other] = tellJson(json, { as: 'text', text: 200, more: 'Ask for less.' });
    expect(part).toMatchObject({ text: expect.stringMatching(/more of 100\nAsk for less\.$/) });
    expect(other).toBeUndefined();
  });

  it('keeps to the length of the text with everything that it notes', () => {
    const fields = ['id', ...Array.from({ length: 30 }, (_, at) => `unknown${at}`)];
    for (const text of [1, 10, 100, 400, 1000]) {
      const [part] = tellJson(json, { as: 'text and data', text, fields });
      expect(part?.kind === 'text' && part.text.length).toBeLessThanOrEqual(text);
    }
  });
});
