// What the operator and the document say about one target becomes what the upstream side and the invoker need: where its calls
// go, which origins may be inner addresses, and which may see credentials.

import type { CatalogSource } from './catalog/build-catalog.ts';
import type { TargetConfig } from './config/build.ts';
import type { TargetPolicy } from './invoke/target-policy.ts';
import type { ApiDocument } from './spec/document.ts';
import type { TargetOptions } from './upstream/target.ts';

export function toTargetOptions(target: TargetConfig, source: CatalogSource | undefined): TargetOptions {
  const { upstreams, maxReplySize } = target;
  if (upstreams.length > 0) return { replicas: upstreams, maxReplySize, trustedOrigins: upstreams.map(originOf) };
  return { maxReplySize, trustedOrigins: trustedOrigins(documentOf(source)) };
}

export function toTargetPolicy(target: TargetConfig, source: CatalogSource | undefined): TargetPolicy {
  const { upstreams, timeout, forwardHeaders } = target;
  const [baseUrl] = upstreams;
  const main = mainOrigin(documentOf(source));
  return {
    headers: new Map(Object.entries(target.headers).map(([name, secret]) => [name, secret.reveal()])),
    forwardHeaders,
    timeout,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    origins: new Set(upstreams.length > 0 ? upstreams.map(originOf) : main === undefined ? [] : [main]),
  };
}

function documentOf(source: CatalogSource | undefined): ApiDocument | undefined {
  return source === undefined || 'failure' in source ? undefined : source.document;
}

// The operator vouches for a local document. A remote one may name inner servers only at its own origin.
function trustedOrigins(document: ApiDocument | undefined): readonly string[] {
  if (document === undefined) return [];
  return document.uri.startsWith('file:') ? serverOrigins(document) : [originOf(document.uri)];
}

/** The origin of most operations: credentials are bound to it, and an operation with a server elsewhere gets none. */
function mainOrigin(document: ApiDocument | undefined): string | undefined {
  const origins = document?.operations.flatMap(({ server }) => (server === undefined ? [] : [originOf(server)])) ?? [];
  const count = new Map<string, number>();
  for (const origin of origins) count.set(origin, (count.get(origin) ?? 0) + 1);
  return [...count].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

function serverOrigins({ operations }: ApiDocument): readonly string[] {
  return [...new Set(operations.flatMap(({ server }) => (server === undefined ? [] : [originOf(server)])))];
}

function originOf(url: string): string {
  return new URL(url).origin;
}
