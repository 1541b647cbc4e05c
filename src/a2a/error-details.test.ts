import { describe, expect, it } from 'vitest';
import { failures, GatewayError, type FailureCode } from '../errors.ts';
import { toErrorDetails } from './error-details.ts';
import { errorToFailure, problemToFailure } from './failure.ts';

const detailsOf = (error: GatewayError) => JSON.parse(toErrorDetails(errorToFailure(error))) as { '@type': string }[];

describe('typed details (A2A 1.0 §9.5)', () => {
  it.each(Object.keys(failures) as FailureCode[])('of %s begin with ErrorInfo, each with a type', (code) => {
    const details = detailsOf(
      new GatewayError(code, 'x', { violations: [{ field: 'a', description: 'b' }], metadata: { n: '1' } }),
    );
    expect(details[0]).toEqual({
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: failures[code].reason,
      domain: failures[code].a2a ? 'a2a-protocol.org' : 'skillgate',
      metadata: { n: '1' },
    });
    expect(details.every((detail) => detail['@type'].startsWith('type.googleapis.com/google.'))).toBe(true);
    expect(details[1]).toMatchObject({ fieldViolations: [{ field: 'a', description: 'b' }] });
  });

  it.each<[FailureCode, number | undefined, string | undefined]>([
    ['upstream_busy', 3, '3s'],
    ['upstream_busy', undefined, '1s'],
    ['overloaded', undefined, '1s'],
    ['upstream_failed', undefined, undefined],
    ['upstream_failed', 10, '10s'],
    ['invalid_params', undefined, undefined],
  ])('of %s with Retry-After %s say %s', (code, retryAfter, delay) => {
    const details = detailsOf(new GatewayError(code, 'x', retryAfter === undefined ? {} : { retryAfter }));
    const retry = details.find((detail) => detail['@type'].endsWith('RetryInfo'));
    expect(retry).toEqual(
      delay === undefined ? undefined : { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: delay },
    );
  });

  it('carry what the upstream answered, digits kept', () => {
    const failure = problemToFailure({
      kind: 'problem',
      code: 'upstream_rejected',
      status: 404,
      message: 'no',
      content: { kind: 'json', mediaType: 'application/problem+json; charset=utf-8', text: '{"id":9007199254740993}' },
    });
    expect(toErrorDetails(failure)).toMatch(
      /,\{"@type":"type.googleapis.com\/google.protobuf.Struct","value":\{"status":404,"mediaType":"application\/problem\+json","body":\{"id":9007199254740993\}\}\}\]$/,
    );
  });

  it('leave out a body that there is not', () => {
    const failure = problemToFailure({
      kind: 'problem',
      code: 'upstream_rejected',
      status: 404,
      message: 'no',
      content: { kind: 'empty' },
    });
    expect(JSON.parse(toErrorDetails(failure))[1].value).toEqual({ status: 404 });
  });
});
