import { describe, expect, it } from 'vitest';
import { toOutcome } from './to-outcome.ts';

const now = Date.UTC(2030, 0, 1);

function run(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  forwardedCredentials = false,
) {
  const type = body.startsWith('<') ? 'text/html' : 'application/json';
  return toOutcome(
    { status, headers: { 'content-type': type, ...headers }, body: Buffer.from(body) },
    { method: 'GET', forwardedCredentials, now },
  );
}

describe('what a status means', () => {
  it.each([200, 201, 202, 204, 304])('%s is success', (status) => {
    const content =
      status === 204 || status === 304
        ? { kind: 'empty' }
        : { kind: 'json', mediaType: 'application/json', text: '{}' };
    expect(run(status, '{}')).toEqual({ kind: 'success', status, content });
  });

  it.each([
    [302, 'upstream_redirected'],
    [400, 'upstream_rejected'],
    [401, 'upstream_rejected'],
    [404, 'upstream_rejected'],
    [408, 'upstream_busy'],
    [429, 'upstream_busy'],
    [500, 'upstream_failed'],
    [503, 'upstream_busy'],
    [504, 'upstream_failed'],
    [599, 'upstream_failed'],
  ])('%s is %s', (status, code) => {
    const outcome = run(status, '{"error":"no"}');
    expect(outcome).toMatchObject({ kind: 'problem', code, status, content: { kind: 'json', text: '{"error":"no"}' } });
    expect(outcome).toHaveProperty('message', expect.stringContaining(String(status)));
  });

  it('hands the challenge on when the credentials were the caller’s', () => {
    const headers = { 'www-authenticate': 'Bearer realm="x"' };
    expect(run(401, '{}', headers, true)).toMatchObject({
      code: 'upstream_unauthorized',
      challenge: 'Bearer realm="x"',
    });
    expect(run(401, '{}', headers)).not.toHaveProperty('challenge');
  });

  it('says when to try again', () => {
    expect(run(429, '{}', { 'retry-after': '7' })).toMatchObject({ retryAfter: 7 });
    expect(run(503, '{}', { 'retry-after': 'Tue, 01 Jan 2030 00:01:00 GMT' })).toMatchObject({ retryAfter: 60 });
    expect(run(500, '{}', { 'retry-after': '7' })).not.toHaveProperty('retryAfter');
  });

  it('never passes on as JSON what is not', () => {
    expect(run(200, '{"a":')).toEqual({
      kind: 'problem',
      code: 'upstream_bad_reply',
      status: 200,
      message: 'The service answered 200 OK with a body that says it is JSON and is not: {"a":',
      content: { kind: 'text', mediaType: 'text/plain', text: '{"a":' },
    });
    expect(run(500, '{"a":')).toMatchObject({ code: 'upstream_failed', content: { kind: 'text' } });
  });
});

describe('the words of a failure', () => {
  it.each([
    [400, '{"error":"Division by zero"}', 'Division by zero (400 Bad Request)'],
    [400, '{"error":{"code":7,"message":"bad pet"}}', 'bad pet (400 Bad Request)'],
    [404, '{"status":404,"error":"Not Found","message":"no pet 7"}', 'no pet 7 (404 Not Found)'],
    [404, '{"error":"Not Found"}', 'The service answered 404 Not Found: {"error":"Not Found"}'],
    [
      422,
      '{"detail":[{"loc":["body"],"msg":"field required"},{"msg":"too long"}]}',
      'field required; too long (422 Unprocessable Entity)',
    ],
    [400, '{"details":"why"}', 'why (400 Bad Request)'],
    [403, '{"type":"about:blank","title":"Out of credit"}', 'Out of credit (403 Forbidden)'],
    [400, '{"error":"invalid_grant","error_description":"expired"}', 'invalid_grant: expired (400 Bad Request)'],
    [400, '{"errors":[{"message":"first"},"second"]}', 'first; second (400 Bad Request)'],
    [400, '"just words"', 'just words (400 Bad Request)'],
    [404, '{"code":"nf"}', 'The service answered 404 Not Found: {"code":"nf"}'],
    [500, '{"error":true,"message":""}', 'The service answered 500 Internal Server Error: {"error":true,"message":""}'],
    [500, '', 'The service answered 500 Internal Server Error.'],
    [599, '', 'The service answered 599.'],
    [
      502,
      '<html><head><title>t</title></head><body><h1>502 Bad Gateway</h1><script>x()</script></body></html>',
      'The service answered 502 Bad Gateway: 502 Bad Gateway',
    ],
    [500, '<p>a &lt;b&gt; &amp;amp; c</p>', 'The service answered 500 Internal Server Error: a <b> &amp; c'],
    [400, String.raw`{"error":"a\u0000\nb\u202e"}`, 'a b (400 Bad Request)'],
    [400, '{"__proto__":{"error":"x"}}', 'The service answered 400 Bad Request: {"__proto__":{"error":"x"}}'],
  ])('%s with %s: %s', (status, body, message) => expect(run(status, body)).toHaveProperty('message', message));

  it('are cut', () => {
    const outcome = run(400, JSON.stringify({ error: '😀'.repeat(400) }));
    expect(outcome).toHaveProperty('message', expect.stringMatching(/^(?:😀){150}… \(400 Bad Request\)$/u));
  });
});
