import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutData } from './cut-data.ts';

const list = (length: number): readonly unknown[] => Array.from({ length }, (_, id) => ({ id, name: `Pet ${id}` }));

describe('cutData', () => {
  it('leaves alone what is short enough, and a single value of any length', () => {
    expect(cutData('[1,2]', 5)).toBeUndefined();
    expect(cutData(JSON.stringify('x'.repeat(100)), 5)).toBeUndefined();
  });

  it('keeps whole items of a list', () => {
    const cut = cutData(JSON.stringify(list(50)), 120);
    expect(cut).toEqual({ json: JSON.stringify(list(4)), lists: [{ path: '', shown: 4, count: 50 }], leftOut: [] });
  });

  it('keeps what stands beside a list, in its place, digit by digit', () => {
    const items = JSON.stringify(list(50));
    const cut = cutData(`{"n":1.50,"data":{"items":${items}},"total":9007199254740993}`, 200);
    expect(cut?.json).toMatch(/^\{"n":1\.50,"data":\{"items":\[\{"id":0,.*\}\]\},"total":9007199254740993\}$/);
    expect(cut?.lists).toEqual([{ path: 'data.items', shown: expect.any(Number), count: 50 }]);
  });

  it('shares the room among several lists', () => {
    const cut = cutData(JSON.stringify({ a: list(50), b: [1], c: list(50) }), 400);
    expect(cut?.lists.map(({ path }) => path)).toEqual(['a', 'c']);
    expect(cut?.lists.every(({ shown }) => shown > 3)).toBe(true);
  });

  it('names fields that are too long of their own', () => {
    const cut = cutData(JSON.stringify({ id: 1, text: 'x'.repeat(500) }), 100);
    expect(cut).toEqual({ json: '{"id":1}', lists: [], leftOut: ['text'] });
  });

  it('shows a part of an item that is too long', () => {
    const cut = cutData(JSON.stringify([{ id: 1, text: 'x'.repeat(500) }, { id: 2 }]), 100);
    expect(cut).toEqual({ json: '[{"id":1}]', lists: [{ path: '', shown: 1, count: 2 }], leftOut: ['text'] });
  });

  it('survives any nesting', () => {
    const cut = cutData('['.repeat(100_000) + ']'.repeat(100_000), 1000);
    expect(() => JSON.parse(cut?.json ?? '') as unknown).not.toThrow();
  });

  it('is valid JSON that is no longer than it may be', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 2, max: 200 }), (json, limit) => {
        const cut = cutData(json, limit);
        if (cut === undefined) return;
        expect(cut.json.length).toBeLessThanOrEqual(limit);
        expect(() => JSON.parse(cut.json) as unknown).not.toThrow();
        expect(cut.lists.length + cut.leftOut.length).toBeGreaterThan(0);
      }),
    );
  });
});
