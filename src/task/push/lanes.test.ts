import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLanes, type Lanes } from './lanes.ts';

interface Visit {
  readonly origin: string;
  waited: boolean | undefined;
  leave: () => void;
}

/** Asks for room for each origin in turn, and tells who is in. */
function visit(lanes: Lanes, origins: readonly string[]): readonly Visit[] {
  return origins.map((origin) => {
    const visitor: Visit = { origin, waited: undefined, leave: () => {} };
    void lanes.enter(origin).then(({ waited, leave }) => Object.assign(visitor, { waited, leave }));
    return visitor;
  });
}

const settle = (): Promise<void> => new Promise((done) => void setImmediate(done));
const inside = (visits: readonly Visit[]): readonly number[] =>
  visits.flatMap(({ waited }, at) => (waited === undefined ? [] : [at]));

describe('lanes', () => {
  it('let in as many as there is room for, in all and of one origin', async () => {
    const visits = visit(createLanes({ total: 3, perOrigin: 2 }), ['a', 'a', 'a', 'b', 'b', 'c']);
    await settle();
    expect(inside(visits)).toEqual([0, 1, 3]);
    expect(visits[0]?.waited).toBe(false);
    visits[3]?.leave();
    await settle();
    expect(inside(visits)).toEqual([0, 1, 3, 4]);
    expect(visits[4]?.waited).toBe(true);
    visits[0]?.leave();
    await settle();
    expect(inside(visits)).toEqual([0, 1, 2, 3, 4]);
    visits[4]?.leave();
    await settle();
    expect(inside(visits)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('an origin with many waits as long as one with few', async () => {
    const visits = visit(createLanes({ total: 1, perOrigin: 1 }), ['a', 'a', 'a', 'a', 'b', 'c']);
    const order: number[] = [];
    for (let turn = 0; turn < visits.length; turn += 1) {
      await settle();
      const now = inside(visits).find((at) => !order.includes(at)) ?? -1;
      order.push(now);
      visits[now]?.leave();
    }
    expect(order).toEqual([0, 1, 4, 5, 2, 3]);
  });

  it('leaving twice makes room once', async () => {
    const visits = visit(createLanes({ total: 1, perOrigin: 1 }), ['a', 'a', 'a']);
    await settle();
    visits[0]?.leave();
    visits[0]?.leave();
    await settle();
    expect(inside(visits)).toEqual([0, 1]);
  });

  it('whoever comes and goes: never too many, and all are let in', async () => {
    await assert(
      asyncProperty(array(constantFrom('a', 'b', 'c', '__proto__'), { maxLength: 40 }), async (origins) => {
        const visits = visit(createLanes({ total: 4, perOrigin: 2 }), origins);
        const gone = new Set<number>();
        while (gone.size < visits.length) {
          await settle();
          const here = inside(visits).filter((at) => !gone.has(at));
          expect(here.length).toBeGreaterThan(0);
          expect(here.length).toBeLessThanOrEqual(4);
          const perOrigin = Map.groupBy(here, (at) => origins[at]);
          for (const [, same] of perOrigin) expect(same.length).toBeLessThanOrEqual(2);
          const [first = 0] = here;
          gone.add(first);
          visits[first]?.leave();
        }
      }),
      { numRuns: 30 },
    );
  });
});
