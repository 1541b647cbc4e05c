import { describe, expect, it } from 'vitest';
import { GatewayError, type FailureCode } from '../errors.ts';
import { ReplyError } from '../net/reply-error.ts';
import { EndedError, toThrown, type FailedExchange } from './failure.ts';

const coded = (code: string): Error => Object.assign(new Error(`${code} 10.0.0.5:5000`), { code });
const timeUp = new EndedError(true);

type Row = [what: string, error: Error, stage: 'before' | 'sent' | 'answered', safe: FailureCode, unsafe: FailureCode];

describe('toThrown', () => {
  it.each<Row>([
    ['refused', coded('ECONNREFUSED'), 'before', 'upstream_unreachable', 'upstream_unreachable'],
    ['unknown name', coded('ENOTFOUND'), 'before', 'upstream_unreachable', 'upstream_unreachable'],
    [
      'wrong certificate',
      coded('ERR_TLS_CERT_ALTNAME_INVALID'),
      'before',
      'upstream_unreachable',
      'upstream_unreachable',
    ],
    ['closing', coded('UND_ERR_CLOSED'), 'before', 'upstream_unreachable', 'upstream_unreachable'],
    ['no code at all', new Error('?'), 'before', 'upstream_unreachable', 'upstream_unreachable'],
    ['late before it was sent', timeUp, 'before', 'upstream_timeout', 'upstream_timeout'],
    ['late after it was sent', timeUp, 'sent', 'upstream_timeout', 'upstream_outcome_unknown'],
    ['late in the reply', timeUp, 'answered', 'upstream_timeout', 'upstream_outcome_unknown'],
    ['reset after it was sent', coded('ECONNRESET'), 'sent', 'upstream_unreachable', 'upstream_outcome_unknown'],
    ['closed after it was sent', coded('UND_ERR_SOCKET'), 'sent', 'upstream_unreachable', 'upstream_outcome_unknown'],
    ['broke in the reply', coded('UND_ERR_SOCKET'), 'answered', 'upstream_bad_reply', 'upstream_bad_reply'],
    [
      'shorter than it said',
      coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'),
      'answered',
      'upstream_bad_reply',
      'upstream_bad_reply',
    ],
    ['not HTTP', coded('HPE_INVALID_CONSTANT'), 'sent', 'upstream_bad_reply', 'upstream_bad_reply'],
    [
      'not HTTP, no code',
      Object.assign(new Error('?'), { name: 'HTTPParserError', code: undefined }),
      'sent',
      'upstream_bad_reply',
      'upstream_bad_reply',
    ],
    ['headers too large', coded('UND_ERR_HEADERS_OVERFLOW'), 'sent', 'upstream_bad_reply', 'upstream_bad_reply'],
    [
      'bad coding',
      new ReplyError('bad_encoding', 'the body is not valid gzip'),
      'answered',
      'upstream_bad_reply',
      'upstream_bad_reply',
    ],
    [
      'too large',
      new ReplyError('too_large', 'more than 10 bytes'),
      'answered',
      'upstream_reply_too_large',
      'upstream_reply_too_large',
    ],
    ['impossible request', coded('UND_ERR_INVALID_ARG'), 'before', 'internal', 'internal'],
    ['407 of a proxy', coded('UND_ERR_INVALID_ARG'), 'sent', 'upstream_unreachable', 'upstream_unreachable'],
    ['two lengths', coded('UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'), 'before', 'internal', 'internal'],
    [
      'refused address',
      new GatewayError('address_not_allowed', 'The host "10.0.0.5" …'),
      'before',
      'address_not_allowed',
      'address_not_allowed',
    ],
  ])('%s', (_, error, stage, whenSafe, whenUnsafe) => {
    const failed: FailedExchange = {
      kind: 'failed',
      error,
      started: stage !== 'before',
      answered: stage === 'answered',
    };
    for (const safe of [true, false]) {
      const thrown = toThrown(failed, { target: 'pets', safe, timeout: 2_500, baseUrl: 'http://10.0.0.5:5000' });
      expect(thrown).toBeInstanceOf(GatewayError);
      const { code, message, detail } = thrown as GatewayError; // asserted above
      expect(code).toBe(safe ? whenSafe : whenUnsafe);
      expect(message).not.toContain('10.0.0.5');
      expect(detail).toContain('10.0.0.5');
      expect(message).toContain(code === 'internal' ? 'gateway' : 'arget "pets"');
    }
  });

  it('passes the caller’s own reason on', () => {
    const reason = new Error('gone');
    const failed: FailedExchange = {
      kind: 'failed',
      error: new EndedError(false, reason),
      started: true,
      answered: false,
    };
    expect(toThrown(failed, { target: 'pets', safe: true, timeout: 1, baseUrl: '' })).toBe(reason);
  });
});
