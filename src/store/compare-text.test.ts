import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareText } from './compare-text.ts';

it('orders texts as their UTF-8 bytes are ordered', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom('a', 'b', '\uD7FF', '\uE000', '\uFFFD', '\u{10000}', '\u{1F600}'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(text, text, (left, right) => {
      expect(Math.sign(compareText(left, right))).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)));
    }),
    { numRuns: 2000 },
  );
});
