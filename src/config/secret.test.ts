import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from './secret.ts';

describe('Secret', () => {
  const secret = new Secret('hunter2');

  it.each([
    ['text', String(secret)],
    ['joined text', ['key', secret].join(' ')],
    ['JSON', JSON.stringify({ secret })],
    ['inspect', inspect({ secret }, { showHidden: true, depth: null })],
    ['its entries', JSON.stringify(Object.entries(secret))],
    ['an error text', new Error('bad value', { cause: secret }).message],
  ])('does not show itself in %s', (_where, shown) => {
    expect(shown).not.toContain('hunter2');
  });

  it('is given on demand only', () => {
    expect(secret.reveal()).toBe('hunter2');
  });

  it('is frozen', () => {
    expect(Object.isFrozen(secret)).toBe(true);
  });
});
