// A JSON-RPC 2.0 request from its bytes: the id is read first, so that every later error can echo it with its type and digits.
// Batches and ids that are neither text nor integer are refused; a notification is told by `lacksId`. JSON-RPC 2.0 §4, A2A 1.0 §9.

import { GatewayError } from '../errors.ts';
import { parseBoundedJson, TooDeep } from '../lib/bounded-json.ts';
import { describeJson, isJsonObject, isRawNumber, stringifyJson } from '../lib/json.ts';

/** The id of an answer to a request whose own id cannot be read. */
export const noId = 'null';

/** The value in a request body. Throws `invalid_request` for an empty or too deep one, `parse_error` for what is not JSON. */
export function parseBody(body: unknown): unknown {
  if (typeof body !== 'string' || body.trim() === '') {
    throw new GatewayError('invalid_request', 'The request has no body: send a JSON-RPC 2.0 request object.');
  }
  try {
    // Some clients write a byte order mark, which RFC 8259 §8.1 lets readers ignore.
    return parseBoundedJson(body.charCodeAt(0) === 0xfeff ? body.slice(1) : body);
  } catch (cause) {
    if (cause instanceof TooDeep)
      throw new GatewayError('invalid_request', `The request is refused: ${cause.message}.`);
    throw new GatewayError('parse_error', undefined, { cause });
  }
}

/** The id as JSON text; `null` when there is none that may be echoed. */
export function readId(value: unknown): string {
  return isJsonObject(value) && isId(value['id']) ? stringifyJson(value['id']) : noId;
}

export interface JsonRpcRequest {
  readonly method: string;
  readonly params: unknown;
  /** True for a notification: what else is wrong with it is told first, and it is never carried out. */
  readonly lacksId?: true;
}

export function readRequest(value: unknown): JsonRpcRequest {
  if (Array.isArray(value))
    throw new GatewayError('invalid_request', 'Batches are not supported: send one request object.');
  if (!isJsonObject(value))
    throw new GatewayError('invalid_request', `Expected a JSON-RPC 2.0 request object, found ${describeJson(value)}.`);
  const { jsonrpc, method, params = {} } = value;
  if (jsonrpc !== '2.0')
    throw new GatewayError('invalid_request', `jsonrpc: expected "2.0", found ${describeJson(jsonrpc)}.`);
  if (typeof method !== 'string')
    throw new GatewayError('invalid_request', `method: expected a string, found ${describeJson(method)}.`);
  if (value['id'] === undefined) return { method, params, lacksId: true };
  if (!isId(value['id'])) throw refuseId(value['id']);
  return { method, params };
}

export function refuseId(id: unknown): GatewayError {
  const found = describeJson(id);
  return new GatewayError(
    'invalid_request',
    `id: expected a string or an integer, found ${found}; A2A has no notifications.`,
  );
}

function isId(id: unknown): boolean {
  if (isRawNumber(id)) return /^-?\d+$/.test(id.rawJSON);
  return typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id));
}
