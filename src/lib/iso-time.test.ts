import { describe, expect, it } from 'vitest';
import { createIsoTime } from './iso-time.ts';

describe('toIsoTime', () => {
  it('writes each moment, also one that it wrote before', () => {
    const toIsoTime = createIsoTime();
    const moments = [0, 1, 1, 0, 1_767_225_600_123, 1_767_225_600_123, -1];
    expect(moments.map(toIsoTime)).toEqual(moments.map((at) => new Date(at).toISOString()));
  });
});
