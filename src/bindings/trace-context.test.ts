import { describe, expect, it } from 'vitest';
import { readTraceContext } from './trace-context.ts';

const id = '0af7651916cd43dd8448eb211c80319c';
const good = `00-${id}-b7ad6b7169203331-01`;

describe('the trace context', () => {
  it('is the one of the caller', () => {
    expect(readTraceContext({ traceparent: good, tracestate: 'a=1,b=2' })).toEqual({
      traceId: id,
      traceparent: good,
      tracestate: 'a=1,b=2',
    });
    expect(readTraceContext({ traceparent: `cc-${id}-b7ad6b7169203331-01-more` }).traceId).toBe(id);
  });

  it.each([
    undefined,
    '',
    good.toUpperCase(),
    `ff-${id}-b7ad6b7169203331-01`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${id}-${'0'.repeat(16)}-01`,
    `${good}-more`,
    `${good}\r\nx: y`,
    `${good}, ${good}`,
  ])('is new when the caller sent %j', (traceparent) => {
    const made = readTraceContext({ ...(traceparent !== undefined && { traceparent }), tracestate: 'a=1' });
    expect(made.traceId).not.toBe(id);
    expect(made.traceparent).toMatch(new RegExp(`^00-${made.traceId}-[0-9a-f]{16}-00$`));
    expect(made.tracestate).toBeUndefined();
  });

  it('leaves out a state that is no header text', () => {
    expect(readTraceContext({ traceparent: good, tracestate: 'a=\u0001' }).tracestate).toBeUndefined();
  });
});
