// The request that tells a webhook of one event: the configured authentication, the token, and a signature with a timestamp, by
// which the receiver can tell that the body is ours and not an old one sent again. A2A 1.0 §4.3.3, §13.2; the headers of
// Skillgate are described in docs/push.md.

import { createHmac } from 'node:crypto';
import type { StoredPushConfig } from '../service.ts';

export interface NotificationRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface NotificationFacts {
  readonly body: string;
  /** Number of the event in its task. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Of the operator, for signatures that webhooks of all callers can check. */
  readonly secret?: string;
}

const mediaTypes = { '1.0': 'application/a2a+json', '0.3': 'application/json' } as const;

export function buildNotification(config: StoredPushConfig, facts: NotificationFacts): NotificationRequest {
  const { url, token, authentication, version, taskId } = config;
  const body = Buffer.from(facts.body);
  const timestamp = String(Math.floor(facts.now / 1000));
  const signature = sign({ timestamp, body }, { gateway: facts.secret, token });
  return {
    url: new URL(url),
    body,
    headers: {
      'content-type': mediaTypes[version],
      'content-length': String(body.length),
      'x-skillgate-event': `${taskId}/${facts.seq}`,
      'x-skillgate-timestamp': timestamp,
      ...(signature === '' ? {} : { 'x-skillgate-signature': signature }),
      ...(token === undefined ? {} : { 'x-a2a-notification-token': token }),
      ...(authentication?.credentials === undefined
        ? {}
        : { authorization: `${authentication.scheme} ${authentication.credentials}` }),
    },
  };
}

/** `name=hex` for each key that there is; the receiver checks the one it knows. */
function sign(
  signed: { readonly timestamp: string; readonly body: Buffer },
  keys: Readonly<Record<string, string | undefined>>,
): string {
  return Object.entries(keys)
    .flatMap(([name, key]) => (key === undefined ? [] : [`${name}=${hmac(key, signed)}`]))
    .join(',');
}

function hmac(key: string, { timestamp, body }: { readonly timestamp: string; readonly body: Buffer }): string {
  return createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex');
}
