// Headers that one message or one connection is about, in lower case: never taken over from one message into another.
// RFC 9110 §7.6.1, RFC 9113 §8.2.2.

export const connectionHeaders: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
];

/** Written by whoever sends the message. */
export const framingHeaders: readonly string[] = ['host', 'content-length', 'expect'];
