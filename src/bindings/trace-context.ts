// The W3C trace context of a request: the caller's when it is valid, else a new trace, so that every call has a trace id that
// its log line and the upstream share. Trace Context Level 1 §3.2, §3.3.

import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface TraceContext {
  readonly traceId: string;
  readonly traceparent: string;
  readonly tracestate?: string;
}

const shape = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-[\x21-\x7e]*)?$/;

export function readTraceContext(headers: IncomingHttpHeaders): TraceContext {
  const { traceparent, tracestate } = headers;
  const found = typeof traceparent === 'string' ? shape.exec(traceparent) : null;
  const [text, traceId, rest] = found ?? [];
  // Version 00 has exactly four fields; later versions may have more.
  if (text === undefined || traceId === undefined || (text.startsWith('00') && rest !== undefined)) return startTrace();
  const state = typeof tracestate === 'string' && /^[\x20-\x7e]{1,512}$/.test(tracestate) ? { tracestate } : {};
  return { traceId, traceparent: text, ...state };
}

// Not sampled: whether to record is for whoever starts a trace on purpose.
function startTrace(): TraceContext {
  const ids = randomBytes(24).toString('hex');
  const traceId = ids.slice(0, 32);
  return { traceId, traceparent: `00-${traceId}-${ids.slice(32)}-00` };
}
