// Whether a push config may be stored: the URL is a web address outside of our own network, also after its name was looked up,
// and nothing in it could start another header. Checked again when connecting, because a name may answer differently then.
// A2A 1.0 §13.2. Everything that is wrong is said at once, and no secret is repeated.

import { refuseHeaderValue } from '../../config/header-name.ts';
import { GatewayError, type Violation } from '../../errors.ts';
import type { EgressGuard } from '../../net/egress.ts';
import type { PushConfig } from '../service.ts';

const longest = { id: 128, url: 2048, token: 4096, scheme: 64, credentials: 8192 } as const;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const visible = /^[\x21-\x7e]+$/;

type CheckEgress = Pick<EgressGuard, 'assertUrl' | 'assertName'>;

/** Throws `invalid_params` with what is wrong; fields are named as in A2A 1.0. */
export async function checkPushConfig(config: PushConfig, egress: CheckEgress): Promise<void> {
  const { id, authentication } = config;
  const violations: Violation[] = [];
  const add = (field: string, description: string | undefined): void => {
    if (description !== undefined) violations.push({ field, description });
  };
  add('url', (await refuseUrl(config.url, egress)) ?? refuseLength(config.url, longest.url));
  if (id !== undefined) {
    add('id', visible.test(id) ? refuseLength(id, longest.id) : 'expected visible ASCII characters without blanks');
  }
  if (config.token !== undefined) add('token', refuseSecret(config.token, longest.token));
  if (authentication !== undefined) {
    const { scheme, credentials } = authentication;
    add(
      'authentication.scheme',
      token.test(scheme) ? refuseLength(scheme, longest.scheme) : 'expected the name of an HTTP scheme, such as Bearer',
    );
    if (credentials !== undefined) add('authentication.credentials', refuseSecret(credentials, longest.credentials));
  }
  if (violations.length === 0) return;
  const [first] = violations;
  throw new GatewayError(
    'invalid_params',
    `The push notification config is not valid: ${first?.field}: ${first?.description}.`,
    { violations },
  );
}

async function refuseUrl(text: string, egress: CheckEgress): Promise<string | undefined> {
  try {
    await egress.assertName(egress.assertUrl(text).hostname);
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) return error.message.replace(/\.$/, '');
    throw error;
  }
}

function refuseSecret(value: string, limit: number): string | undefined {
  const reason = refuseHeaderValue(value);
  return reason === undefined ? refuseLength(value, limit) : `cannot be sent in a header: ${reason}`;
}

function refuseLength(value: string, limit: number): string | undefined {
  return value.length <= limit ? undefined : `has ${value.length} characters, and the limit is ${limit}`;
}
