import { describe, expect, it } from 'vitest';
import { EndedError } from './failure.ts';
import { createRetry, type Attempt, type AttemptContext } from './retry.ts';
import { ReplyError } from '../net/reply-error.ts';

const policy = { attempts: 3, pause: 100, longestPause: 2_000 };
const createSteady = (): ReturnType<typeof createRetry> =>
  createRetry(policy, { random: () => 1, wallClock: () => Date.parse('2026-01-01T00:00:00Z') });
const first: AttemptContext = { safe: true, attempt: 1, remaining: 10_000, hasOther: false };

const reply = (status: number, retryAfter?: string): Attempt => ({
  kind: 'reply',
  reply: { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter }, body: Buffer.alloc(0) },
});
const failed = (code: string, started: boolean, answered = false): Attempt => ({
  kind: 'failed',
  error: Object.assign(new Error(code), { code }),
  started,
  answered,
});

describe('what is repeated', () => {
  it.each<[string, Attempt, boolean, boolean]>([
    ['a refused connection', failed('ECONNREFUSED', false), true, true],
    ['an unknown name', failed('ENOTFOUND', false), true, true],
    ['a resolver that is busy', failed('EAI_AGAIN', false), true, true],
    ['a connection that takes too long', failed('UND_ERR_CONNECT_TIMEOUT', false), true, true],
    ['a reset before anything was sent', failed('ECONNRESET', false), true, true],
    ['a reset after it was sent', failed('ECONNRESET', true), true, false],
    ['a closed connection after it was sent', failed('UND_ERR_SOCKET', true), true, false],
    ['a reply that broke off', failed('UND_ERR_SOCKET', true, true), true, false],
    ['a wrong certificate', failed('ERR_TLS_CERT_ALTNAME_INVALID', false), false, false],
    ['an impossible request', failed('UND_ERR_INVALID_ARG', false), false, false],
    ['a refused address', failed('address_not_allowed', false), false, false],
    ['nonsense in place of HTTP', failed('HPE_INVALID_CONSTANT', true), false, false],
    [
      'an end from our side',
      { kind: 'failed', error: new EndedError(true), started: true, answered: false },
      false,
      false,
    ],
    [
      'a reply that is too large',
      { kind: 'failed', error: new ReplyError('too_large', ''), started: true, answered: true },
      false,
      false,
    ],
    ['200', reply(200), false, false],
    ['302', reply(302), false, false],
    ['404', reply(404), false, false],
    ['429', reply(429), false, false],
    ['429 with Retry-After', reply(429, '1'), true, false],
    ['500', reply(500), false, false],
    ['502', reply(502), true, false],
    ['503', reply(503), true, false],
    ['503 with Retry-After', reply(503, '1'), true, false],
    ['504', reply(504), true, false],
  ])('%s', (_, attempt, whenSafe, whenUnsafe) => {
    expect(createSteady().pauseAfter(attempt, first) !== undefined).toBe(whenSafe);
    expect(createSteady().pauseAfter(attempt, { ...first, safe: false }) !== undefined).toBe(whenUnsafe);
  });
});

describe('when', () => {
  it('doubles its pauses and ends after the attempts', () => {
    const retry = createSteady();
    const pauses = [1, 2, 3].map((attempt) => retry.pauseAfter(reply(503), { ...first, attempt }));
    expect(pauses).toEqual([100, 200, undefined]);
  });
  it('needs no pause to turn to another replica', () => {
    expect(createSteady().pauseAfter(failed('ECONNREFUSED', false), { ...first, hasOther: true })).toBe(0);
    expect(createSteady().pauseAfter(reply(503, '60'), { ...first, hasOther: true })).toBe(0);
  });
  it.each([
    ['0', 100],
    ['1', 1_000],
    ['2', 2_000],
    ['3', undefined],
    ['Thu, 01 Jan 2026 00:00:01 GMT', 1_000],
    ['soon', 100],
  ])('honours Retry-After: %s', (header, pause) =>
    expect(createSteady().pauseAfter(reply(503, header), first)).toBe(pause),
  );
  it('never goes past the deadline', () => {
    expect(createSteady().pauseAfter(reply(503, '1'), { ...first, remaining: 1_000 })).toBeUndefined();
    expect(createSteady().pauseAfter(reply(503), { ...first, remaining: 0 })).toBeUndefined();
  });
  it('tries every replica that was not tried when none takes the connection', () => {
    const retry = createSteady();
    for (let attempt = 1; attempt < 100; attempt += 1) {
      expect(retry.pauseAfter(failed('ECONNREFUSED', false), { ...first, safe: false, attempt, hasOther: true })).toBe(
        0,
      );
    }
  });
  it('stops when too many calls need it', () => {
    const retry = createSteady();
    const granted = Array.from({ length: 200 }, () => retry.pauseAfter(reply(503), first)).filter(
      (pause) => pause !== undefined,
    );
    expect(granted.length).toBeGreaterThanOrEqual(20);
    expect(granted.length).toBeLessThanOrEqual(20 + 200 * 0.2);
  });
});
