import { describe, expect, it } from 'vitest';
import { findNearest, rankNearest } from './nearest.ts';

const keys = ['spec', 'refRoot', 'upstreams', 'headers', 'forwardHeaders', 'timeout', 'maxReplySize', 'skills'];

describe('findNearest', () => {
  it.each([
    ['upstream', 'upstreams'],
    ['spce', 'spec'],
    ['TIMEOUT', 'timeout'],
    ['time_out', 'timeout'],
    ['forwardHeader', 'forwardHeaders'],
    ['header', 'headers'],
    ['skill', 'skills'],
  ])('%s is taken for %s', (word, expected) => {
    expect(findNearest(word, keys)).toBe(expected);
  });

  it.each(['', 'x', 'colour', 'constructor', '__proto__'])('offers nothing for %j', (word) => {
    expect(findNearest(word, keys)).toBeUndefined();
  });

  it('does not replace a whole short word', () => {
    expect(findNearest('a', ['b'])).toBeUndefined();
    expect(findNearest('id', ['if', 'xy'])).toBe('if');
  });
});

describe('rankNearest', () => {
  it('gives the best first, ties in order, and no more than asked for', () => {
    expect(rankNearest('getPets', ['listPets', 'getPetz', 'getPet', 'getPets2', 'deleteOrder'], 3)).toEqual([
      'getPetz',
      'getPet',
      'getPets2',
    ]);
  });

  it('counts swapped neighbours as one change', () => {
    expect(rankNearest('abdc', ['abxx', 'abcd'], 2)).toEqual(['abcd']);
  });
});
