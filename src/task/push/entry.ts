// What is stored for the webhooks of one task: their configs with secrets, and how far each has been told. The list is one value
// of the store, so that its cap holds and every change is one compare-and-set.

import type { StoredPushConfig } from '../service.ts';

export interface PushEntry {
  readonly config: StoredPushConfig;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Number of the last event that was delivered or given up. */
  readonly cursor: number;
  /** Attempts without success in a row. */
  readonly failures: number;
  /** Not before this time (milliseconds since 1970) is the next attempt made; 0: at once. */
  readonly nextAt: number;
  /** The last notification of the task was sent or given up: there is nothing more to say, and the secrets are gone. */
  readonly ended: boolean;
}

/** What callers may see: whoever can read a config need not be who may use its credentials. */
export function withoutSecrets({ token: _token, authentication, ...rest }: StoredPushConfig): StoredPushConfig {
  return authentication === undefined ? rest : { ...rest, authentication: { scheme: authentication.scheme } };
}

export function endEntry(entry: PushEntry): PushEntry {
  return { ...entry, config: withoutSecrets(entry.config), failures: 0, nextAt: 0, ended: true };
}
