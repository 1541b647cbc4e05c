import { describe, expect, it } from 'vitest';
import { continueTrace, readTraceContext } from './trace-context.ts';

const id = '0af7651916cd43dd8448eb211c80319c';
const good = `00-${id}-b7ad6b7169203331-01`;
const invalid = [
  undefined,
  '',
  'x',
  good.toUpperCase(),
  `ff-${id}-b7ad6b7169203331-01`,
  `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
  `00-${id}-${'0'.repeat(16)}-01`,
  `${good}-more`,
  `${good}\r\nx: y`,
  `${good}, ${good}`,
  [good, good],
];

describe('the trace context of a caller', () => {
  it('is taken over', () => {
    expect(readTraceContext(good, 'a=1,b=2')).toEqual({ traceId: id, traceparent: good, tracestate: 'a=1,b=2' });
    expect(readTraceContext(`cc-${id}-b7ad6b7169203331-01-more`, undefined).traceId).toBe(id);
  });

  it('loses a state that is no header text', () => {
    expect(readTraceContext(good, 'a=\u0001').tracestate).toBeUndefined();
    expect(readTraceContext(good, ['a=1', 'b=2']).tracestate).toBeUndefined();
  });
});

describe('the trace context of an upstream request', () => {
  it('is the same trace under a new parent', () => {
    const { traceparent, tracestate } = continueTrace(good, 'a=1');
    expect(traceparent).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-01$`));
    expect([traceparent === good, tracestate]).toEqual([false, 'a=1']);
  });
});

describe.each([
  ['readTraceContext', readTraceContext],
  ['continueTrace', continueTrace],
])('%s', (_name, read) => {
  it.each(invalid)('starts a new trace for %j, without the state of another', (traceparent) => {
    const made = read(traceparent, 'a=1');
    expect(made.traceId).not.toBe(id);
    expect(made.traceparent).toMatch(new RegExp(`^00-${made.traceId}-(?!0{16})[0-9a-f]{16}-00$`));
    expect(made.tracestate).toBeUndefined();
  });
});
