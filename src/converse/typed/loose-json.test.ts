// JSON with slips reads as what was meant, strict JSON as what it is, and anything else as nothing.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toStrictJson } from './loose-json.ts';

/** How somebody may write a value. */
interface Habits {
  readonly quote: readonly [string, string];
  readonly bareKeys: boolean;
  readonly python: boolean;
  readonly lastComma: string;
}

const habits: fc.Arbitrary<Habits> = fc.record({
  quote: fc.constantFrom(['"', '"'] as const, ["'", "'"] as const, ['“', '”'] as const, ['‘', '’'] as const),
  bareKeys: fc.boolean(),
  python: fc.boolean(),
  lastComma: fc.constantFrom('', ',', ' , '),
});

function write(value: unknown, how: Habits): string {
  if (typeof value === 'string') return quote(value, how);
  if (how.python && value === null) return 'None';
  if (how.python && typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const items = Array.isArray(value)
    ? value.map((item) => write(item, how))
    : Object.entries(value).map(([key, item]) => `${writeKey(key, how)}: ${write(item, how)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}${items.join(', ')}${items.length > 0 ? how.lastComma : ''}${close}`;
}

function writeKey(key: string, how: Habits): string {
  return how.bareKeys && /^[A-Za-z_$][\w$-]*$/.test(key) ? key : quote(key, how);
}

function quote(text: string, { quote: [open, close] }: Habits): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  const marks = new Set([open, close, '"', '“', '”', '‘', '’', "'"]);
  const safe = Array.from(escaped, (character) =>
    marks.has(character) ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : character,
  );
  return `${open}${safe.join('')}${close}`;
}

describe('toStrictJson', () => {
  it('leaves the meaning of strict JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(JSON.stringify(JSON.parse(toStrictJson(text) ?? ''))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('reads every value in every spelling', () => {
    fc.assert(
      fc.property(fc.jsonValue(), habits, (value, how) => {
        const strict = toStrictJson(write(value, how));
        expect(JSON.stringify(JSON.parse(strict ?? ''))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('never fails, and leaves nothing out', () => {
    const unit = fc.constantFrom('a', '1', '"', "'", '{', '}', '[', ']', ',', ':', ' ', '\\', '“', '”', '-', '.', '=');
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const strict = toStrictJson(text);
        const bracketsOf = (given: string) => given.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').replaceAll(/[^{}[\]]/g, '');
        // Only where no other quotes hide brackets are those of the text to be seen.
        if (strict !== undefined && !/["'“”]/.test(text)) expect(bracketsOf(strict)).toBe(bracketsOf(text));
        expect(typeof strict).toMatch(/string|undefined/);
      }),
    );
  });

  it.each([
    ["{'a': 'it\\'s'}", '{"a": "it\'s"}'],
    ['{"a": "it\\\'s"}', '{"a": "it\'s"}'],
    ['{a: True, b: [None, False,],}', '{"a": true, "b": [null, false]}'],
    ['{“a”: „b“}', '{"a": "b"}'],
    ['{"n": 9007199254740993}', '{"n": 9007199254740993}'],
    ['{True: 1}', '{"True": 1}'],
    ['{__proto__: 1}', '{"__proto__": 1}'],
  ])('%s', (text, strict) => {
    expect(toStrictJson(text)).toBe(strict);
  });

  it.each([
    '{a: b}',
    '{"a": undefined}',
    '{"a": NaN}',
    '{"a": .5}',
    "{'a: 1}",
    '{"a": "\\q"}',
    '{a; 1}',
    '{"a": TRUE}',
  ])('does not guess %s', (text) => {
    expect(toStrictJson(text)).toBeUndefined();
  });

  it.each(['{"a": 1 "b": 2}', '{"a" 1}', '[1,,2]', '{"a": 01}', '{"a": 1', '{,}', '{"a": 0x10}', '{"a": 1-2}'])(
    'leaves %s wrong',
    (text) => {
      expect(() => JSON.parse(toStrictJson(text) ?? '') as unknown).toThrow(SyntaxError);
    },
  );

  it.each([
    "{'".repeat(50_000),
    '{a:'.repeat(30_000),
    `{'a': '${'\\'.repeat(100_001)}`,
    ','.repeat(100_000),
    `{${' '.repeat(100_000)}`,
  ])('is fast: %.20s', (text) => {
    const start = performance.now();
    toStrictJson(text);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
