// W3C Trace Context of an upstream request: the caller's trace goes on with a new parent, or a new trace starts. W3C Trace Context §3.2.

import { randomUUID } from 'node:crypto';

const shape = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(?:-.*)?$/;

export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

export function toTraceContext(traceparent: string | undefined, tracestate: string | undefined): TraceContext {
  const [, trace, flags] = shape.exec(traceparent ?? '') ?? [];
  // Not sampled: whether to record is for whoever starts a trace on purpose.
  if (trace === undefined || flags === undefined)
    return { traceparent: `00-${randomId()}${randomId()}-${randomId()}-00` };
  const next = `00-${trace}-${randomId()}-${flags}`;
  return tracestate === undefined ? { traceparent: next } : { traceparent: next, tracestate };
}

// 64 random bits from the parts of a UUID that are random. Node keeps entropy ready for UUIDs: `randomBytes` costs ten times as much,
// which was a third of a call. All zeros, which is no id, does not come up.
function randomId(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(24, 32);
}
