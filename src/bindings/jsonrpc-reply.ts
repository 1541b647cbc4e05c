// JSON-RPC 2.0 responses as text. Results and error data are JSON text already and are spliced. A2A 1.0 §9.5.

import type { Codec } from '../a2a/codec.ts';
import type { Failure } from '../a2a/failure.ts';
import { failures } from '../errors.ts';

/** `id` is JSON text. */
export function writeResult(id: string, json: string): string {
  return `{"jsonrpc":"2.0","result":${json},"id":${id}}`;
}

export function writeError(id: string, failure: Failure, codec: Codec): string {
  const data = codec.errorData(failure);
  const suffix = data === undefined ? '' : `,"data":${data}`;
  const { jsonRpc } = failures[failure.code];
  return `{"jsonrpc":"2.0","error":{"code":${jsonRpc},"message":${JSON.stringify(failure.message)}${suffix}},"id":${id}}`;
}

/** Clients raise on other statuses before they read the body, so only what HTTP itself is about keeps its status. */
export function statusOf(failure: Failure): number {
  const { http, keepsHttpStatus } = failures[failure.code];
  return keepsHttpStatus ? http : 200;
}
