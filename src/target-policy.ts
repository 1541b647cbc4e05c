// What the operator and the document say about one target becomes what the upstream side and the invoker need: where its calls
// go, which origins may be inner addresses, and which may see credentials.

import type { PassthroughTarget } from './bindings/passthrough-target.ts';
import type { CatalogSource } from './catalog/build-catalog.ts';
import type { TargetConfig } from './config/build.ts';
import type { Secret } from './config/secret.ts';
import { GatewayError } from './errors.ts';
import type { TargetPolicy } from './invoke/target-policy.ts';
import type { ClientIdentity } from './net/network.ts';
import type { ApiDocument } from './spec/document.ts';
import { selfOrigin } from './upstream/self.ts';
import type { TargetOptions } from './upstream/target.ts';

/** Where calls go instead of the servers of the document; empty when those count. */
function baseUrlsOf(target: TargetConfig, source: CatalogSource | undefined): readonly string[] {
  return target.self ? [selfOrigin + mainPath(documentOf(source))] : target.upstreams;
}

export function toTargetOptions(target: TargetConfig, source: CatalogSource | undefined): TargetOptions {
  const { maxReplySize, concurrency, retries } = target;
  const upstreams = baseUrlsOf(target, source);
  const limits = {
    maxReplySize,
    retry: { attempts: retries + 1 },
    concurrency: { limit: concurrency, queue: concurrency },
  };
  if (upstreams.length > 0) return { ...limits, replicas: upstreams, trustedOrigins: upstreams.map(originOf) };
  return { ...limits, trustedOrigins: trustedOrigins(documentOf(source)) };
}

export function toTargetPolicy(target: TargetConfig, source: CatalogSource | undefined): TargetPolicy {
  const { timeout, forwardHeaders } = target;
  const upstreams = baseUrlsOf(target, source);
  const [baseUrl] = upstreams;
  const main = mainOrigin(documentOf(source));
  return {
    headers: reveal(target.headers),
    credentials: reveal(target.credentials),
    forwardHeaders,
    timeout,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    origins: new Set(upstreams.length > 0 ? upstreams.map(originOf) : main === undefined ? [] : [main]),
  };
}

export function toPassthroughTargets(
  targets: readonly TargetConfig[],
  policies: ReadonlyMap<string, TargetPolicy>,
): readonly PassthroughTarget[] {
  return targets.flatMap(({ id, passthrough: mode, passthroughRoot: root }) => {
    const policy = policies.get(id);
    return mode === 'off' || policy === undefined ? [] : [{ id, mode, root, policy }];
  });
}

function reveal(secrets: Readonly<Record<string, Secret>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(secrets).map(([name, secret]) => [name, secret.reveal()]));
}

function documentOf(source: CatalogSource | undefined): ApiDocument | undefined {
  return source === undefined || 'failure' in source ? undefined : source.document;
}

// The operator vouches for a local document. A remote one may name inner servers only at its own origin.
function trustedOrigins(document: ApiDocument | undefined): readonly string[] {
  if (document === undefined) return [];
  return document.uri.startsWith('http') ? [originOf(document.uri)] : serverOrigins(document);
}

/** Which client certificate each target shows to which origins. Throws `config_invalid` where there is no address to show one to. */
export function toClientCertificates(targets: readonly TargetConfig[]): readonly ClientIdentity[] {
  const identities: ClientIdentity[] = [];
  for (const { id, upstreams, clientCertificate } of targets) {
    if (clientCertificate === undefined) continue;
    if (upstreams.length === 0) {
      throw new GatewayError(
        'config_invalid',
        `targets.${id}.clientCertificate needs targets.${id}.upstreams: a certificate is shown to addresses that the configuration names.`,
      );
    }
    const certificate = { cert: clientCertificate.cert, key: clientCertificate.key.reveal() };
    for (const origin of new Set(upstreams.map(originOf))) identities.push({ target: id, origin, certificate });
  }
  return identities;
}

/** The origin of most operations: credentials are bound to it, and an operation with a server elsewhere gets none. */
function mainOrigin(document: ApiDocument | undefined): string | undefined {
  return mostCommon(serversOf(document).map(originOf));
}

/** The path that the servers of the document put in front of its paths, without trailing slash. */
function mainPath(document: ApiDocument | undefined): string {
  return mostCommon(serversOf(document).map((server) => new URL(server).pathname.replace(/\/$/, ''))) ?? '';
}

function serversOf(document: ApiDocument | undefined): readonly string[] {
  return document?.operations.flatMap(({ server }) => (server === undefined ? [] : [server])) ?? [];
}

function mostCommon(values: readonly string[]): string | undefined {
  const count = new Map<string, number>();
  for (const value of values) count.set(value, (count.get(value) ?? 0) + 1);
  return [...count].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

function serverOrigins(document: ApiDocument): readonly string[] {
  return [...new Set(serversOf(document).map(originOf))];
}

function originOf(url: string): string {
  return new URL(url).origin;
}
