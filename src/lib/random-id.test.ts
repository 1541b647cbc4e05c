import { describe, expect, it } from 'vitest';
import { createWriter, randomUuid } from './random-id.ts';

describe('random ids', () => {
  it('are UUIDs, and never the same', () => {
    const ids = Array.from({ length: 5_000 }, randomUuid);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  });

  it('have every digit at every place', () => {
    const write = createWriter('<xx-xx>');
    const texts = Array.from({ length: 5_000 }, write);
    for (const place of [1, 2, 4, 5]) expect(new Set(texts.map((text) => text[place])).size).toBe(16);
    expect(texts.every((text) => /^<..-..>$/.test(text))).toBe(true);
  });
});
