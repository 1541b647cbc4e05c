// The typed details of an error in 1.0, as JSON text: ErrorInfo first, then what was wrong with the input, when to retry, and
// what the upstream answered. JSON-RPC puts the array in `data`, HTTP+JSON in `details`. A2A 1.0 §9.5, §11.6; google.rpc.

import { failures } from '../errors.ts';
import type { Content } from '../invoke/outcome.ts';
import { essenceOf } from '../lib/media-type.ts';
import type { Failure } from './failure.ts';

const typeBase = 'type.googleapis.com/google';

export function toErrorDetails(failure: Failure): string {
  const details = [writeErrorInfo(failure)];
  if (failure.violations.length > 0) {
    details.push(JSON.stringify({ '@type': `${typeBase}.rpc.BadRequest`, fieldViolations: failure.violations }));
  }
  if (failure.retryAfter !== undefined) {
    details.push(`{"@type":"${typeBase}.rpc.RetryInfo","retryDelay":"${failure.retryAfter}s"}`);
  }
  if (failure.upstream !== undefined) details.push(writeUpstream(failure.upstream));
  return `[${details.join(',')}]`;
}

function writeErrorInfo({ code, metadata }: Failure): string {
  const { reason, a2a } = failures[code];
  const domain = a2a ? 'a2a-protocol.org' : 'skillgate';
  const facts = Object.keys(metadata).length > 0 ? { metadata } : {};
  return JSON.stringify({ '@type': `${typeBase}.rpc.ErrorInfo`, reason, domain, ...facts });
}

function writeUpstream({ status, content }: NonNullable<Failure['upstream']>): string {
  const mediaType = content.kind === 'empty' ? '' : `,"mediaType":${JSON.stringify(essenceOf(content.mediaType))}`;
  const body = writeContent(content);
  return `{"@type":"${typeBase}.protobuf.Struct","value":{"status":${status}${mediaType}${body === undefined ? '' : `,"body":${body}`}}}`;
}

/** What an upstream answered, as one JSON value; undefined for what no reader of an error can use. */
export function writeContent(content: Content): string | undefined {
  if (content.kind === 'json') return content.text;
  return content.kind === 'text' ? JSON.stringify(content.text) : undefined;
}
