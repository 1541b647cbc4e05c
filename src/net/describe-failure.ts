// One phrase for each way a connection fails, from the codes of Node and undici. The phrase fits after "…: " and names no host or
// address, so it may reach callers; the error's own text may not.

const untrusted = 'its certificate is not trusted; if a private CA issued it, give the gateway that CA';
const broken = 'the connection broke';
const unroutable = 'there is no route to it';
const slow = 'no connection could be made in time';
const closing = 'the gateway is closing its connections';

const phrases = new Map<string, string>([
  ['ECONNREFUSED', 'the connection was refused'],
  ['ENOTFOUND', 'its host name is not known'],
  ['EAI_AGAIN', 'its host name cannot be looked up at the moment'],
  ['ETIMEDOUT', slow],
  ['UND_ERR_CONNECT_TIMEOUT', slow],
  ['ECONNRESET', broken],
  ['EPIPE', broken],
  ['UND_ERR_SOCKET', broken],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'the reply ended too early'],
  ['EHOSTUNREACH', unroutable],
  ['ENETUNREACH', unroutable],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', untrusted],
  ['SELF_SIGNED_CERT_IN_CHAIN', untrusted],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', untrusted],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host name'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'it does not speak TLS on that port'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'it does not speak TLS on that port'],
  ['EPROTO', 'the TLS handshake failed'],
  ['UND_ERR_PRX_CONN', 'the proxy broke the connection'],
  ['UND_ERR_PRX_TLS', 'the certificate of the proxy is not trusted'],
  ['UND_ERR_ABORTED', 'the proxy did not let the connection through'],
  // The requests themselves are checked before; what is left is undici's answer to a 407.
  ['UND_ERR_INVALID_ARG', 'the proxy did not accept the credentials of the gateway'],
  ['UND_ERR_HEADERS_OVERFLOW', 'its reply headers are too large'],
  ['UND_ERR_DESTROYED', closing],
  ['UND_ERR_CLOSED', closing],
]);

/** The `code` of an error, or of what it wraps. */
export function toErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error.name === 'HTTPParserError') return 'HPE_UNKNOWN';
  return error.cause === undefined ? '' : toErrorCode(error.cause);
}

export function describeFailure(error: unknown): string {
  const code = toErrorCode(error);
  if (code.startsWith('HPE_')) return 'what it sent is not valid HTTP/1.1';
  if (code.startsWith('ERR_SSL_') && !phrases.has(code)) return 'the TLS handshake failed';
  return phrases.get(code) ?? (code === '' ? 'the exchange failed' : `the exchange failed (${code})`);
}
