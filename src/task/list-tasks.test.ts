// ListTasks: order, filters, cursors, and who sees what.

import { describe, expect, it } from 'vitest';
import { ann, anyone, bob, createBench, mapped, nobody, success, type Bench } from '../../test/support/task-bench.ts';
import type { Caller, TaskQuery } from './service.ts';

/** Eight tasks of ann in two contexts, every other one completed, a second apart; two of bob. */
async function fill(bench: Bench, caller: Caller = ann): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let at = 0; at < 8; at += 1) {
    const outcome = at % 2 === 0 ? success() : mapped({ state: 'input-required' });
    ids.push((await bench.begin({ caller, contextId: at < 4 ? 'c1' : 'c 2/ü', outcome })).id);
    bench.clock.advance(1_000);
  }
  await bench.begin({ caller: bob, outcome: success() });
  await bench.begin({ caller: bob, contextId: 'c 2/ü', outcome: success() });
  return ids;
}

async function list({ service }: Bench, query: Partial<TaskQuery> = {}, caller: Caller = ann) {
  const { tasks, ...rest } = await service.list(caller, { pageSize: 100, ...query });
  return { ids: tasks.map(({ id }) => id), ...rest };
}

describe('a list', () => {
  it('has the own tasks, the latest status first', async () => {
    const bench = createBench();
    const ids = await fill(bench);
    expect(await list(bench)).toEqual({ ids: ids.toReversed(), nextPageToken: '', totalSize: 8 });
  });

  it('can be narrowed to a context, a state, and both', async () => {
    const bench = createBench();
    const ids = (await fill(bench)).toReversed();
    const pick = (...at: readonly number[]) => ids.filter((_, index) => at.includes(7 - index));
    expect(await list(bench, { contextId: 'c 2/ü' })).toMatchObject({ ids: pick(4, 5, 6, 7), totalSize: 4 });
    expect(await list(bench, { state: 'completed' })).toMatchObject({ ids: pick(0, 2, 4, 6), totalSize: 4 });
    expect(await list(bench, { state: 'input-required', contextId: 'c1' })).toMatchObject({
      ids: pick(1, 3),
      totalSize: 2,
    });
    expect(await list(bench, { contextId: 'nothing' })).toEqual({ ids: [], nextPageToken: '', totalSize: 0 });
  });

  it('can begin at a moment, inclusive', async () => {
    const bench = createBench();
    const since = bench.clock.now() + 5_000;
    const ids = await fill(bench);
    expect(await list(bench, { since })).toMatchObject({ ids: ids.slice(5).toReversed(), totalSize: 3 });
  });

  it('moves a task when its status changes', async () => {
    const bench = createBench();
    const ids = await fill(bench);
    await bench.service.cancel(ann, ids[1] ?? '', nobody);
    expect((await list(bench)).ids[0]).toBe(ids[1]);
    expect(await list(bench, { state: 'input-required' })).toMatchObject({ totalSize: 3 });
    expect(await list(bench, { state: 'canceled', contextId: 'c1' })).toMatchObject({ ids: [ids[1]], totalSize: 1 });
  });
});

describe('pages', () => {
  it.each([1, 2, 3, 5, 8])('of %i have every task once', async (pageSize) => {
    const bench = createBench();
    const ids = await fill(bench);
    const seen: string[] = [];
    let pageToken: string | undefined;
    for (let page = 0; pageToken !== '' && page < 20; page += 1) {
      const found: Awaited<ReturnType<typeof list>> = await list(bench, {
        pageSize,
        ...(pageToken === undefined ? {} : { pageToken }),
      });
      expect(found.totalSize).toBe(8);
      seen.push(...found.ids);
      pageToken = found.nextPageToken;
    }
    expect(seen).toEqual(ids.toReversed());
  });

  it('are not shifted by tasks that come meanwhile', async () => {
    const bench = createBench();
    const ids = await fill(bench);
    const first = await list(bench, { pageSize: 3 });
    await bench.begin({ outcome: success() });
    const second = await list(bench, { pageSize: 3, pageToken: first.nextPageToken });
    expect(second.ids).toEqual(ids.toReversed().slice(3, 6));
  });

  it.each(['x', 'Zm9v', '!', '%00'])('do not begin at the token %j', async (pageToken) => {
    const bench = createBench();
    await expect(list(bench, { pageToken })).rejects.toMatchObject({
      code: 'invalid_params',
      violations: [{ field: 'pageToken' }],
    });
  });
});

describe('callers that nobody knows', () => {
  it('see tasks of a context that they name, and no others', async () => {
    const bench = createBench();
    const ids = await fill(bench, anyone);
    expect(await list(bench, {}, anyone)).toEqual({ ids: [], nextPageToken: '', totalSize: 0 });
    expect(await list(bench, { contextId: 'c1' }, anyone)).toMatchObject({ ids: ids.slice(0, 4).toReversed() });
  });

  it('see all of theirs where that is switched on', async () => {
    const bench = createBench({ limits: { listAnonymous: true } });
    await fill(bench, anyone);
    expect(await list(bench, {}, anyone)).toMatchObject({ totalSize: 8 });
  });
});
