// The steps of the property test of the stores: what is asked of a store and of its model, with few names, so that they meet.

import * as fc from 'fast-check';
import type { Change, Member, Store } from '../../src/store/store.ts';

const hour = 3_600_000;

export type Step =
  | { readonly kind: 'commit'; readonly change: Change }
  | { readonly kind: 'remove'; readonly key: string; readonly members: readonly Member[] }
  | {
      readonly kind: 'index';
      readonly put: readonly Member[];
      readonly remove: readonly Member[];
      readonly ttl: number;
    }
  | { readonly kind: 'look'; readonly key: string; readonly seq: number; readonly limit: number }
  | { readonly kind: 'page'; readonly index: string; readonly page: Parameters<Store['newest']>[1] }
  | { readonly kind: 'lease'; readonly name: string; readonly holder: string; readonly ttl: number }
  | { readonly kind: 'release'; readonly name: string; readonly holder: string }
  | { readonly kind: 'pass'; readonly ms: number };

/** `steadyClock`: time passes by a step alone, so that short lives can be compared. */
export function steps(steadyClock: boolean): fc.Arbitrary<Step> {
  const key = fc.constantFrom('a', 'b', '__proto__');
  const score = fc.constantFrom(-1, 0, 0.5, 1, 1764520000123);
  const name = fc.constantFrom('a', 'B', 'b', '\uFFFD', '\u{1F600}');
  const member = fc.record({ index: fc.constantFrom('i', 'j'), member: name, score });
  // An entry both removed and put in one step, or put twice, is put.
  const members = fc.uniqueArray(member, { maxLength: 4, selector: (each) => `${each.index}/${each.member}` });
  const ttl = steadyClock ? fc.constantFrom(10, 1000) : fc.constant(hour);
  const range = fc.record({ after: fc.record({ member: name, score }), min: score, max: score }, { requiredKeys: [] });
  const page = fc.tuple(range, fc.integer({ min: 0, max: 6 })).map(([range, limit]) => ({ ...range, limit }));
  const change = fc.record({
    key,
    expected: fc.integer({ min: 0, max: 4 }),
    value: fc.string(),
    ttl,
    append: fc.array(fc.string(), { maxLength: 3 }),
    put: members,
    remove: members,
  });
  const lease = { name: fc.constantFrom('l', 'm'), holder: fc.constantFrom('x', 'y') };
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('commit' as const), change }) },
    fc.record({ kind: fc.constant('remove' as const), key, members }),
    fc.record({ kind: fc.constant('index' as const), put: members, remove: members, ttl }),
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const), key, seq: fc.nat(4), limit: fc.nat(4) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('page' as const), index: fc.constantFrom('i', 'j'), page }) },
    fc.record({ kind: fc.constant('lease' as const), ...lease, ttl }),
    fc.record({ kind: fc.constant('release' as const), ...lease }),
    ...(steadyClock ? [fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(9, 10, 500) })] : []),
  );
}

/** Does the step and gives all that can be seen of it. */
export async function perform(store: Store & { pass?(ms: number): void }, step: Step): Promise<readonly unknown[]> {
  switch (step.kind) {
    case 'commit':
      return [await store.commit(step.change), await store.read(step.change.key)];
    case 'remove':
      return [await store.remove(step.key, step.members)];
    case 'index':
      return [await store.index(step)];
    case 'look':
      return [await store.read(step.key), await store.readLog(step.key, step.seq, step.limit)];
    case 'page':
      return [
        await store.newest(step.index, step.page),
        await store.oldest(step.index, step.page),
        await store.size(step.index),
      ];
    case 'lease':
      return [await store.lease(step.name, step.holder, step.ttl)];
    case 'release':
      return [await store.release(step.name, step.holder)];
    case 'pass':
      store.pass?.(step.ms);
  }
  return [];
}

/** The same store, with names that no other run uses. */
export function inRun(store: Store, run: number): Store {
  const own = (name: string): string => `${run}:${name}`;
  const ownMembers = <Each extends Pick<Member, 'index'>>(members: readonly Each[] = []): Each[] =>
    members.map((each) => ({ ...each, index: own(each.index) }));
  const bare = (members: readonly Member[]): readonly Member[] =>
    members.map((each) => ({ ...each, index: each.index.slice(`${run}:`.length) }));
  return {
    ...store,
    read: (key) => store.read(own(key)),
    commit: (change) =>
      store.commit({ ...change, key: own(change.key), put: ownMembers(change.put), remove: ownMembers(change.remove) }),
    remove: (key, members = []) => store.remove(own(key), ownMembers(members)),
    index: ({ put, remove, ttl }) => store.index({ put: ownMembers(put), remove: ownMembers(remove), ttl }),
    readLog: (key, seq, limit) => store.readLog(own(key), seq, limit),
    newest: async (index, page) => bare(await store.newest(own(index), page)),
    oldest: async (index, page) => bare(await store.oldest(own(index), page)),
    size: (index) => store.size(own(index)),
    lease: (name, holder, ttl) => store.lease(own(name), holder, ttl),
    release: (name, holder) => store.release(own(name), holder),
  };
}
