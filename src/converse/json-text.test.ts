// The one JSON object that a text is, has in a fence, or has in its prose; and that looking for it takes no time to speak of.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonInProse, findJsonObject } from './json-text.ts';

describe('findJsonInProse', () => {
  it.each([
    ['a {"b":1} c', { value: { b: 1 }, before: 'a', after: 'c' }],
    ['{"b":"}{"} c', { value: { b: '}{' }, before: '', after: 'c' }],
    ['it\'s {"b":"it\'s"}', { value: { b: "it's" }, before: "it's", after: '' }],
    ['{curly} {"b":{"c":[1]}}', { value: { b: { c: [1] } }, before: '{curly}', after: '' }],
    ['{see {"b":1}}', { value: { b: 1 }, before: '{see', after: '}' }],
    ['{ {"b":1}', { value: { b: 1 }, before: '{', after: '' }],
    ['{} {"b":1}', { value: { b: 1 }, before: '{}', after: '' }],
    ["x {b: 'c',}", { value: { b: 'c' }, before: 'x', after: '' }],
    ['{"b":1} {"b":2}', undefined],
    ['{"b":1} and {c: 2}', undefined],
    ['{"b":1', undefined],
    ['[{"b":1}, {"b":2}]', undefined],
    ['{}', undefined],
    ['none', undefined],
  ])('%s', (text, expected) => {
    expect(findJsonInProse(text)).toEqual(expected);
  });

  it('finds any object in any prose without braces and quotes', () => {
    const prose = fc.stringMatching(/^[^{}[\]()"'“”„‘’‚\\]*$/);
    const object = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1 });
    fc.assert(
      fc.property(prose, object, prose, (before, value, after) => {
        const found = findJsonInProse(`${before} ${JSON.stringify(value)} ${after}`);
        expect(JSON.stringify(found?.value)).toBe(JSON.stringify(value));
        expect([found?.before, found?.after]).toEqual([before.trim(), after.trim()]);
      }),
    );
  });

  it.each([
    '{'.repeat(100_000),
    '{a'.repeat(50_000),
    "{'".repeat(50_000),
    '{"'.repeat(50_000),
    '{}'.repeat(50_000),
    '{"a":1}'.repeat(15_000),
    `{"a":${'['.repeat(100_000)}`,
    `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    `${'{a}'.repeat(30_000)}{"a":1}`,
    `{${'\\"'.repeat(50_000)}`,
  ])('takes no time for %.12s…', (text) => {
    const start = performance.now();
    findJsonInProse(text);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('findJsonObject', () => {
  it.each([
    ['{"a":1}', { value: { a: 1 }, before: '', after: '' }],
    ['x ```json\n{"a":1}\n``` y', { value: { a: 1 }, before: 'x', after: 'y' }],
    ['```json5\n{a: 1,}\n```', { value: { a: 1 }, before: '', after: '' }],
    ['```sh\nls\n``` ```{"a":1}```', { value: { a: 1 }, before: '```sh\nls\n```', after: '' }],
    ['```{"a":1}``` ```{"a":2}```', undefined],
    ['x {"a":1}', undefined],
    ['```{"a":1}', undefined],
    ['[1]', undefined],
  ])('%s', (text, expected) => {
    expect(findJsonObject(text)).toEqual(expected);
  });
});
