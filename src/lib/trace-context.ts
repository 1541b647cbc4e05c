// W3C Trace Context: a caller's trace is taken over when it is valid, else a new one starts, and what a call sends gets a
// parent id of its own. A new trace is not sampled: whether to record is for whoever starts a trace on purpose.
// Trace Context Level 1 §3.2, §3.3.

import { createWriter } from './random-id.ts';

export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  readonly traceparent: string;
  readonly tracestate: string | undefined;
}

const shape = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})(-[\x21-\x7e]*)?$/;

/** The caller's context, or that of a new trace. */
export function readTraceContext(traceparent: unknown, tracestate: unknown): TraceContext {
  const found = parse(traceparent);
  if (found === undefined) return startTrace();
  return { traceId: found.traceId, traceparent: found.text, tracestate: readState(tracestate) };
}

/** The same trace under a new parent id, for a request that goes out. */
export function continueTrace(traceparent: unknown, tracestate: unknown): TraceContext {
  const found = parse(traceparent);
  if (found === undefined) return startTrace();
  return {
    traceId: found.traceId,
    traceparent: `00-${found.traceId}-${randomParent()}-${found.flags}`,
    tracestate: readState(tracestate),
  };
}

function parse(
  traceparent: unknown,
): { readonly text: string; readonly traceId: string; readonly flags: string } | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [text, version, traceId, flags, rest] = shape.exec(traceparent) ?? [];
  if (text === undefined || traceId === undefined || flags === undefined) return undefined;
  // Version 00 has exactly four fields; later versions may have more.
  return version === '00' && rest !== undefined ? undefined : { text, traceId, flags };
}

function readState(tracestate: unknown): string | undefined {
  return typeof tracestate === 'string' && /^[\x20-\x7e]{1,512}$/.test(tracestate) ? tracestate : undefined;
}

/** A new trace, and a parent id in it. */
export function startTrace(): TraceContext {
  // No span of ours stands above the request that goes out, so any parent id will do.
  const traceparent = writeTraceparent();
  return { traceId: traceparent.slice(3, 35), traceparent, tracestate: undefined };
}

// All zeros, which is no id, does not come up.
const writeTraceparent = createWriter(`00-${'x'.repeat(32)}-${'x'.repeat(16)}-00`);
const randomParent = createWriter('x'.repeat(16));
