// W3C Trace Context of an upstream request: the caller's trace goes on with a new parent, or a new trace starts. W3C Trace Context §3.2.

import { randomBytes } from 'node:crypto';

const shape = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(?:-.*)?$/;

export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

export function toTraceContext(traceparent: string | undefined, tracestate: string | undefined): TraceContext {
  const [, trace, flags] = shape.exec(traceparent ?? '') ?? [];
  // Not sampled: whether to record is for whoever starts a trace on purpose.
  if (trace === undefined || flags === undefined) return { traceparent: `00-${randomId(16)}-${randomId(8)}-00` };
  const next = `00-${trace}-${randomId(8)}-${flags}`;
  return tracestate === undefined ? { traceparent: next } : { traceparent: next, tracestate };
}

// All zeros is no id; one bit set keeps it valid.
function randomId(length: number): string {
  const bytes = randomBytes(length);
  bytes[0] = (bytes[0] ?? 0) | 1;
  return bytes.toString('hex');
}
