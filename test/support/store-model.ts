// What a store is, written as plainly as it can be: everything in flat lists, sorted and filtered when asked. The stores are
// compared with it; it is no store to use.

import type { Member, Page, Store } from '../../src/store/store.ts';

interface ModelEntry {
  value: string;
  version: number;
  log: string[];
  expires: number;
}

export function createStoreModel(): Store & { pass(ms: number): void } {
  let now = 0;
  let entries = new Map<string, ModelEntry>();
  let members: (Member & { readonly expires: number })[] = [];
  let leases = new Map<string, { readonly holder: string; readonly expires: number }>();

  const displace = (gone: readonly Pick<Member, 'index' | 'member'>[] = []): void => {
    members = members.filter(
      (each) => !gone.some(({ index, member }) => each.index === index && each.member === member),
    );
  };
  const change = (
    put: readonly Member[] = [],
    remove: readonly Pick<Member, 'index' | 'member'>[] = [],
    ttl = 0,
  ): void => {
    displace(remove);
    displace(put);
    members.push(...put.map((each) => ({ ...each, expires: now + ttl })));
  };
  const select = (index: string, isIn: (position: Member) => boolean): Member[] =>
    members
      .filter((each) => each.index === index && isIn(each))
      .map(({ index, member, score }) => ({ index, member, score }))
      .toSorted(compare);

  return {
    durable: false,
    shared: false,
    pass(ms) {
      now += ms;
      entries = new Map([...entries].filter(([, { expires }]) => expires > now));
      members = members.filter(({ expires }) => expires > now);
      leases = new Map([...leases].filter(([, { expires }]) => expires > now));
    },
    async read(key) {
      const entry = entries.get(key);
      return entry && { value: entry.value, version: entry.version };
    },
    async commit({ key, expected, value, ttl, append = [], put, remove }) {
      const entry = entries.get(key) ?? { value: '', version: 0, log: [], expires: 0 };
      if (entry.version !== expected) return false;
      entries.set(key, { value, version: expected + 1, log: [...entry.log, ...append], expires: now + ttl });
      change(put, remove, ttl);
      return true;
    },
    async remove(key, gone) {
      entries.delete(key);
      displace(gone);
    },
    async readLog(key, seq, limit) {
      const log = entries.get(key)?.log ?? [];
      return log.map((text, at) => ({ seq: at + 1, text })).slice(seq, seq + limit);
    },
    watch: () => () => undefined,
    newest: async (index, page) =>
      select(index, (each) => within(page, each) && (page.after === undefined || compare(each, page.after) < 0))
        .toReversed()
        .slice(0, page.limit),
    oldest: async (index, page) =>
      select(index, (each) => within(page, each) && (page.after === undefined || compare(each, page.after) > 0)).slice(
        0,
        page.limit,
      ),
    size: async (index) => select(index, () => true).length,
    async index({ put, remove, ttl }) {
      change(put, remove, ttl);
    },
    async lease(name, holder, ttl) {
      if ((leases.get(name)?.holder ?? holder) !== holder) return false;
      leases.set(name, { holder, expires: now + ttl });
      return true;
    },
    async release(name, holder) {
      if (leases.get(name)?.holder === holder) leases.delete(name);
    },
    close: async () => undefined,
  };
}

function within({ min = -Infinity, max = Infinity }: Page, { score }: Member): boolean {
  return score >= min && score <= max;
}

function compare(left: Pick<Member, 'score' | 'member'>, right: Pick<Member, 'score' | 'member'>): number {
  return left.score - right.score || Buffer.compare(Buffer.from(left.member), Buffer.from(right.member));
}
