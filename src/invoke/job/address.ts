// Addresses that a service gave in a reply, which may only lead to the service itself: credentials go along. What the document or the
// operator names as an address of the service counts as one, and is asked at the base URL that calls go to. RFC 3986 §5.

import type { Skill } from '../../catalog/skill.ts';
import type { TargetPolicy } from '../target-policy.ts';

export interface Addresses {
  /** Absolute, at the origin of the base URL; undefined for an address elsewhere, or none at all. */
  resolve(reference: string, from?: string): string | undefined;
  /** Absolute, wherever it is; only http(s). */
  resolveAny(reference: string, from?: string): string | undefined;
  /** Below the base URL, or from the root of its origin. */
  toPath(url: string): { readonly path: string; readonly fromRoot?: true };
  /** `template` is a path below the base URL. */
  below(path: string): string;
}

export function createAddresses(skill: Skill, baseUrl: string, policy: TargetPolicy): Addresses {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const server = skill.operation.server === undefined ? undefined : URL.parse(skill.operation.server);

  const resolveAny = (reference: string, from = baseUrl): string | undefined => {
    const url = URL.parse(reference.trim(), from);
    if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
    // Credentials of a URL are never sent, and a fragment is not for the service.
    url.username = '';
    url.password = '';
    url.hash = '';
    return url.href;
  };

  return {
    resolveAny,
    resolve(reference, from) {
      const url = URL.parse(resolveAny(reference, from) ?? '');
      if (url === null) return undefined;
      const rest = url.pathname + url.search;
      if (url.origin === base.origin || policy.origins?.has(url.origin) === true) return base.origin + rest;
      if (url.origin !== server?.origin) return undefined;
      const below = withoutPrefix(rest, server.pathname.replace(/\/+$/, ''));
      return base.origin + (below === undefined ? rest : prefix + below);
    },
    toPath(url) {
      const { pathname, search } = new URL(url);
      const below = withoutPrefix(pathname + search, prefix);
      return below === undefined ? { path: pathname + search, fromRoot: true } : { path: below };
    },
    below: (path) => base.origin + prefix + path,
  };
}

function withoutPrefix(path: string, prefix: string): string | undefined {
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
}
