// Redirects of a service lead back through the gateway: a Location below the service's base URL becomes the gateway's address of the
// same thing. Any other is left as it came. RFC 9110 §10.2.2.

export interface Bases {
  /** Of the service, without trailing slash. */
  readonly upstream: string;
  /** Where callers reach what is below it, without trailing slash. */
  readonly public: string;
}

/** `requested` is the path below the base URL that the reply answers; a relative location is relative to it. */
export function rewriteLocation(location: string, requested: string, bases: Bases): string {
  // One relative to the requested path means the same below the gateway's address.
  if (!/^([a-z][a-z\d+.-]*:|\/)/i.test(location)) return location;
  const url = URL.parse(location, bases.upstream + requested);
  const base = new URL(bases.upstream);
  const prefix = base.pathname.replace(/\/+$/, '');
  if (url === null || url.origin !== base.origin) return location;
  if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) return location;
  return bases.public + url.pathname.slice(prefix.length) + url.search + url.hash;
}
