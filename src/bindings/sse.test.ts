import { describe, expect, it } from 'vitest';
import { writeEvent } from './sse.ts';

describe('an event', () => {
  it.each(['{"a":1}', '{\r\n  "a": [1,\n 2]\r}', '{"a":"x\u2028y\u2029z\u0085"}', '"\\n"'])(
    'of %j is one line with the same value',
    (json) => {
      const event = writeEvent(json);
      expect(event).toMatch(/^data: [^\r\n\u0085\u2028\u2029]*\n\n$/);
      expect(JSON.parse(event.slice('data: '.length))).toEqual(JSON.parse(json));
    },
  );
});
