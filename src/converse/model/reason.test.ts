import { describe, expect, it } from 'vitest';
import { readReason } from './reason.ts';

const key = 'sk-0123456789abcdef';

describe('the reason that a server gives', () => {
  it.each([
    ['its code', { error: { code: 'model_not_found', type: 'invalid_request_error' } }, 'model_not_found'],
    ['its type without a code', { error: { code: null, type: 'api_error' } }, 'api_error'],
    ['its type for a code that is a number', { error: { code: 404, type: 'not_found_error' } }, 'not_found_error'],
    ['nothing for a sentence', { error: { code: 'you said: open the door', type: 7 } }, undefined],
    ['nothing for what is too long', { error: { code: 'x'.repeat(49) } }, undefined],
    ['nothing for the key', { error: { code: key, type: `${key}x` } }, undefined],
    ['nothing for a text', { error: 'model not loaded' }, undefined],
    ['nothing without an error', { detail: 'no' }, undefined],
  ])('is %s', (_, body, reason) => {
    expect(readReason(JSON.stringify(body), key).reason).toBe(reason);
  });

  it.each(['', '<html>', 'null', '[]'])('is none of %j', (body) => {
    expect(readReason(body, key)).toEqual({});
  });
});
