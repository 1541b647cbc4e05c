// Tokens of a sentence.

import { describe, expect, it } from 'vitest';
import { toTokens } from './sentence.ts';

const kindsOf = (text: string) => toTokens(text)?.map(({ kind, text: value }) => `${kind} ${value}`);

describe('tokens', () => {
  it.each([
    ['show pet 10.', ['word show', 'word pet', 'number 10', 'sign .']],
    ['price 12.50, or -3', ['word price', 'number 12.50', 'sign ,', 'word or', 'number -3']],
    ['1,000 pets', ['number 1000', 'word pets']],
    ['#7', ['sign #', 'number 7']],
    ['named "Rex the 2nd"', ['word named', 'quoted Rex the 2nd']],
    ['named “Rex”', ['word named', 'quoted Rex']],
    ["named 'Rex'", ['word named', 'quoted Rex']],
    ["don't use Bob's", ["word don't", 'word use', 'word Bob']],
    ['octocat/hello-world', ['mixed octocat/hello-world']],
    ['node 1:2 of v1.2', ['word node', 'mixed 1:2', 'word of', 'mixed v1.2']],
    ['mail a.b@example.com', ['word mail', 'email a.b@example.com']],
    ['https://example.com/a?b=1.', ['url https://example.com/a?b=1', 'sign .']],
    ['f3e0e76e-e4a8-466e-ab9c-ae36c15b8e97', ['uuid f3e0e76e-e4a8-466e-ab9c-ae36c15b8e97']],
    ['to +15555550123.', ['word to', 'phone +15555550123', 'sign .']],
    ['on 2027-03-14', ['word on', 'date 2027-03-14']],
    ['at 2027-03-14T10:00:00Z', ['word at', 'date 2027-03-14T10:00:00Z']],
    ['page=2', ['word page', 'sign =', 'number 2']],
    ['', []],
  ])('%s', (text, tokens) => {
    expect(kindsOf(text)).toEqual(tokens);
  });

  it('knows names by their capitals, and not at the beginning of a sentence', () => {
    expect(toTokens('Show Rex. Then Bella')?.map(({ isName }) => isName)).toEqual([false, true, false, false, true]);
  });

  it('are none of what is no one sentence', () => {
    expect(toTokens('pet '.repeat(61))).toBeUndefined();
    expect(toTokens('x'.repeat(1001))).toBeUndefined();
  });
});
