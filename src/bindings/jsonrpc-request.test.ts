// Ids come back as they were sent, and nothing but a JSON-RPC request gets through. JSON-RPC 2.0 §4.

import { assert, bigInt, jsonValue, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBody, readId, readRequest } from './jsonrpc-request.ts';

describe('an id', () => {
  it('comes back with its type and digits', () => {
    const idText = oneof(
      string({ unit: 'binary' }).map((id) => JSON.stringify(id)),
      bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
    );
    assert(
      property(idText, (id) => {
        const body = parseBody(`{"jsonrpc":"2.0","method":"GetTask","id":${id}}`);
        expect(readId(body)).toBe(id);
        expect(readRequest(body)).toEqual({ method: 'GetTask', params: {} });
      }),
    );
  });

  it.each(['1.5', '1e400', 'null', 'true', '{}', '[1]'])('%s is none', (id) => {
    const body = parseBody(`{"jsonrpc":"2.0","method":"GetTask","id":${id}}`);
    expect(readId(body)).toBe('null');
    expect(() => readRequest(body)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});

describe('any other JSON', () => {
  it('is no request', () => {
    assert(
      property(jsonValue(), (value) => {
        expect(() => readRequest(parseBody(JSON.stringify(value)))).toThrow(
          expect.objectContaining({ code: 'invalid_request' }),
        );
      }),
    );
  });
});

describe('a notification', () => {
  it('is told by its missing id', () => {
    expect(readRequest(parseBody('{"jsonrpc":"2.0","method":"GetTask"}'))).toEqual({
      method: 'GetTask',
      params: {},
      lacksId: true,
    });
  });
});

describe('a body of more levels than can be walked through', () => {
  const request = (params: string): string => `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":${params}}`;
  const deep = (inner: string): string => `${'{"a":'.repeat(50_000)}${inner}${'}'.repeat(50_000)}`;
  it.each([
    ['lists', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['params', request(deep('1'))],
    ['params around a long number', request(deep('12345678901234567890'))],
  ])('is refused: %s', (_name, body) => {
    expect(() => parseBody(body)).toThrow(
      expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining('nested deeper than 500') }),
    );
  });
});
