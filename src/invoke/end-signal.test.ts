import { describe, expect, it } from 'vitest';
import { eitherSignal, wait } from './end-signal.ts';

describe('either of two signals', () => {
  it('ends the whole, with the reason of the one that ended', () => {
    for (const at of [0, 1]) {
      const sides = [new AbortController(), new AbortController()];
      const either = eitherSignal(sides[0]?.signal, sides[1]?.signal);
      const heard: unknown[] = [];
      const listener = (): void => void heard.push(either?.reason);
      either?.addEventListener('abort', listener);
      expect(either?.aborted).toBe(false);
      sides[at]?.abort('enough');
      either?.removeEventListener('abort', listener);
      sides[1 - at]?.abort('late');
      expect([either?.aborted, heard]).toEqual([true, ['enough']]);
    }
  });

  it('is the one that there is', () => {
    const { signal } = new AbortController();
    expect([eitherSignal(signal, undefined), eitherSignal(undefined, signal)]).toEqual([signal, signal]);
    expect(eitherSignal(undefined, undefined)).toBeUndefined();
  });
});

describe('a pause', () => {
  it('is over when its time is, or when the signal says so', async () => {
    await expect(wait(1, undefined)).resolves.toBeUndefined();
    await expect(wait(60_000, AbortSignal.abort('enough'))).rejects.toBe('enough');
    const abort = new AbortController();
    const waiting = wait(60_000, abort.signal);
    abort.abort('later');
    await expect(waiting).rejects.toBe('later');
  });
});
