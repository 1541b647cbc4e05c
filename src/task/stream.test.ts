// Streamed replies: what is told of each piece, when, and what the artifact is in the end.

import { asyncProperty, assert, array, boolean, constantFrom, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../errors.ts';
import type { Chunk } from '../invoke/outcome.ts';
import {
  ann,
  createBench,
  createChunks,
  createScriptedInvoker,
  describeEvents,
  nobody,
  readAll,
  saidBy,
  settle,
  streamed,
  type BenchOptions,
} from '../../test/support/task-bench.ts';
import { foldArtifacts, type ArtifactEvent } from './artifact.ts';
import type { Following } from './service.ts';
import type { NumberedEvent } from './task.ts';

async function start(options: BenchOptions = {}, mediaType?: string) {
  const source = createChunks();
  const bench = createBench({ ...options, invoker: createScriptedInvoker(() => streamed(source, mediaType)) });
  const { id } = await bench.begin();
  await settle();
  const follow = (): Promise<Following> => bench.service.follow(ann, id, { live: false });
  return { bench, source, id, get: () => bench.service.get(ann, id), follow };
}

function toPieces(events: readonly NumberedEvent[]): readonly ArtifactEvent[] {
  return events.flatMap(({ event }) => (event.kind === 'artifact' ? [event] : []));
}

describe('a stream', () => {
  it('is told piece by piece; the last piece comes with the end', async () => {
    const { source, follow, get } = await start();
    const events = readAll(await follow());
    source.push('one ', 'two ', 'three');
    source.end();
    expect(describeEvents(await events)).toEqual(['=one ', '+two ', '+three.', 'completed']);
    expect((await get()).artifacts).toMatchObject([
      { name: 'addPet', parts: [{ kind: 'text', text: 'one two three', mediaType: 'text/plain' }] },
    ]);
  });

  it('of one piece is one whole artifact', async () => {
    const { source, follow } = await start();
    const events = readAll(await follow());
    source.push('all');
    source.end();
    expect(describeEvents(await events)).toEqual(['=all.', 'completed']);
  });

  it('tells a piece without the next one after a moment, and then ends with an empty one', async () => {
    const { bench, source, follow, get } = await start();
    const events = readAll(await follow());
    source.push('slow');
    await bench.pass(99);
    expect((await get()).artifacts).toEqual([]);
    await bench.pass(1);
    expect((await get()).artifacts).toMatchObject([{ parts: [{ text: 'slow' }] }]);
    source.end();
    expect(describeEvents(await events)).toEqual(['=slow', '+.', 'completed']);
    expect((await get()).artifacts).toMatchObject([{ parts: [{ text: 'slow' }] }]);
  });

  it('without a piece completes with a text that says so', async () => {
    const { source, follow } = await start();
    const events = readAll(await follow());
    source.push('');
    source.end();
    expect(describeEvents(await events)).toEqual(['=The service answered 200 without content..', 'completed']);
  });

  it('of JSON values has a part for each', async () => {
    const { source, get } = await start({}, 'application/x-ndjson');
    for (const text of ['1', '{"a":2}']) source.pushChunk({ kind: 'json', text });
    source.end();
    await settle();
    expect((await get()).artifacts[0]?.parts).toEqual([
      { kind: 'json', json: '1', mediaType: 'application/json' },
      { kind: 'json', json: '{"a":2}', mediaType: 'application/json' },
    ]);
  });

  it('names its artifact with the first piece only', async () => {
    const { source, follow } = await start();
    const events = readAll(await follow());
    source.push('a', 'b');
    source.end();
    const pieces = toPieces(await events).map(({ artifact }) => artifact);
    expect(pieces.map(({ name }) => name)).toEqual(['addPet', undefined]);
    expect(new Set(pieces.map(({ artifactId }) => artifactId)).size).toBe(1);
  });

  it('is read no faster than it is stored', async () => {
    const { bench, source } = await start();
    let release: (() => void) | undefined;
    const { commit } = bench.store;
    const stall = new Promise<void>((resolve) => (release = resolve));
    bench.store.commit = async (change) => {
      await stall;
      return commit(change);
    };
    source.push('a', 'b', 'c', 'd', 'e', 'f');
    await settle();
    expect(source.asked).toBe(2);
    release?.();
    await settle();
    expect(source.asked).toBe(7);
  });
});

describe('a stream that breaks', () => {
  const ends: readonly [string, (source: ReturnType<typeof createChunks>) => void][] = [
    ['says so', (source) => source.pushChunk({ kind: 'failed', code: 'upstream_failed', message: 'Broken.' })],
    ['throws', (source) => source.break(new GatewayError('upstream_failed', 'Broken.'))],
  ];

  it.each(ends)('and %s keeps what arrived and fails the task', async (_, end) => {
    const { source, follow, get } = await start();
    const events = readAll(await follow());
    source.push('a', 'b');
    end(source);
    expect(describeEvents(await events)).toEqual(['=a', '+b', 'failed']);
    const task = await get();
    expect(saidBy(task)).toBe('Broken.');
    expect(task.artifacts).toMatchObject([{ parts: [{ text: 'ab' }] }]);
  });

  it('in its first moment fails the task', async () => {
    const { source, get } = await start();
    source.break(new Error('secret'));
    await settle();
    expect(saidBy(await get())).toBe('Internal error of the gateway.');
  });

  it('off because it is too long fails the task, keeps what fits, and leaves the source', async () => {
    const { source, get } = await start({ limits: { taskBytes: 5 } });
    source.push('1234', '5', '6', '7');
    await settle();
    const task = await get();
    expect(saidBy(task)).toContain('5 bytes, the limit');
    expect(task.artifacts).toMatchObject([{ parts: [{ text: '12345' }] }]);
    expect(source.isLeft).toBe(true);
  });

  it('off because the time is up keeps what arrived', async () => {
    const { bench, source, get } = await start({ limits: { taskTime: 5_000 } });
    source.push('a', 'b');
    await bench.pass(4_999);
    await bench.pass(1);
    expect(await get()).toMatchObject({ status: { state: 'failed' }, artifacts: [{ parts: [{ text: 'ab' }] }] });
  });

  it('off by its caller keeps what arrived', async () => {
    const { bench, source, id, get, follow } = await start();
    const events = readAll(await follow());
    source.push('a', 'b', 'c');
    await settle();
    const task = await bench.service.cancel(ann, id, nobody);
    expect(task).toMatchObject({ status: { state: 'canceled' }, artifacts: [{ parts: [{ text: 'ab' }] }] });
    source.push('d', 'e');
    source.end();
    await bench.pass(1_000);
    expect(await get()).toEqual(task);
    expect(describeEvents(await events)).toEqual(['=a', '+b', 'canceled']);
  });
});

describe('whoever follows', () => {
  const piece = record({ text: string(), json: boolean(), wait: constantFrom(0, 50, 150) });

  it('has the artifact of the task, byte for byte, whenever they join', async () => {
    await assert(
      asyncProperty(array(piece, { maxLength: 12 }), async (pieces) => {
        const { bench, source, follow, get } = await start();
        const joined: Promise<readonly ArtifactEvent[]>[] = [];
        const snapshots: Following[] = [];
        const join = async (): Promise<void> => {
          const following = await follow();
          snapshots.push(following);
          joined.push(readAll(following).then(toPieces));
        };
        await join();
        for (const { text, json, wait } of pieces) {
          const chunk: Chunk = json ? { kind: 'json', text: JSON.stringify(text) } : { kind: 'text', text };
          source.pushChunk(chunk);
          await bench.pass(wait);
          await join();
        }
        source.end();
        await settle();
        const { artifacts } = await get();
        for (const [at, events] of (await Promise.all(joined)).entries()) {
          expect(foldArtifacts(snapshots[at]?.snapshot?.artifacts ?? [], events)).toEqual(artifacts);
        }
        const [whole = []] = await Promise.all(joined);
        expect(whole.map(({ append }) => append)).toEqual(whole.map((_, at) => at > 0));
        expect(whole.map(({ lastChunk }) => lastChunk)).toEqual(whole.map((_, at) => at === whole.length - 1));
      }),
      { numRuns: 60 },
    );
  });
});
