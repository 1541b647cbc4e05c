import { describe, expect, it } from 'vitest';
import { toTraceContext } from './trace-context.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';
const valid = `00-${trace}-b7ad6b7169203331-01`;

describe('trace context (W3C Trace Context §3.2)', () => {
  it('goes on with the trace under a new parent', () => {
    const { traceparent, tracestate } = toTraceContext(valid, 'a=1');
    expect(traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
    expect([traceparent === valid, tracestate]).toEqual([false, 'a=1']);
  });

  it.each([
    undefined,
    '',
    'x',
    `ff-${trace}-b7ad6b7169203331-01`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    valid.toUpperCase(),
  ])('starts a new trace for %j, without the state of another', (traceparent) => {
    const started = toTraceContext(traceparent, 'a=1');
    expect(started.traceparent).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-00$/);
    expect(started.traceparent).not.toContain(trace);
    expect(started.tracestate).toBeUndefined();
  });
});
