// What the keys of a target demand of each other, which the schema cannot say: `self` stands alone, a pass-through needs another
// server to pass to and an address of its own, and a certificate goes with its own key.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Mistake } from './mistake.ts';
import type { ConfigFile } from './schema.ts';
import type { TargetFile } from './schema-target.ts';

/** The word for the server that the gateway is part of. */
const self = 'self';

export function isSelf({ upstreams }: Pick<TargetFile, 'upstreams'>): boolean {
  return upstreams?.includes(self) === true;
}

export function findTargetMistakes({ targets }: ConfigFile): readonly Mistake[] {
  const mistakes: Mistake[] = [];
  let root: string | undefined;
  for (const [id, target] of Object.entries(targets)) {
    const { passthrough, passthroughRoot } = target;
    const say = (key: string, message: string): void => {
      mistakes.push({ path: ['targets', id, key], at: 'value', message });
    };
    if (isSelf(target) && target.upstreams?.length !== 1)
      say('upstreams', '"self" stands alone; remove it or the others');
    if (isSelf(target) && passthrough !== 'off') {
      say('passthrough', 'the routes of the server itself need no pass-through; expected "off" with upstreams: [self]');
    }
    const unfit = findUnfitCertificate(target);
    if (unfit !== undefined) say('clientCertificate', unfit);
    if (!passthroughRoot) continue;
    if (passthrough === 'off') say('passthroughRoot', 'needs passthrough: exposed or passthrough: all');
    if (root !== undefined) say('passthroughRoot', `only one target can have the root, and ${root} has it`);
    root ??= id;
  }
  return mistakes;
}

/** TLS would say the same, but only at the first call. */
function findUnfitCertificate({ clientCertificate }: TargetFile): string | undefined {
  if (clientCertificate === undefined) return undefined;
  try {
    const certificate = new X509Certificate(clientCertificate.cert);
    const key = createPrivateKey(clientCertificate.key);
    return certificate.checkPrivateKey(key) ? undefined : 'the key is not the key of the certificate';
  } catch {
    return 'it cannot be read; expected a certificate and its private key without a passphrase, both as PEM';
  }
}
