// Servers of a document become one absolute base URL per operation: nearest list first, variables filled with their defaults,
// relative URLs resolved against the address of the document. OAS 3.1 §4.8.5; 2.0: host, basePath, schemes.

import { isNode, own, ownList, ownNode, ownText, type Node } from './node.ts';

export type ServerChoice =
  | { readonly kind: 'url'; readonly url: string }
  /** `path`: what a relative URL says, such as `/api`; empty for the root. */
  | { readonly kind: 'none'; readonly path: string }
  | { readonly kind: 'unusable'; readonly message: string };

/** `lists`: the servers of the operation, the path item and the document, in this order. */
export function chooseServer(lists: readonly (readonly unknown[])[], documentUri: string): ServerChoice {
  const nearest = lists.find((list) => list.length > 0) ?? [{ url: '/' }];
  let first: ServerChoice | undefined;
  for (const server of nearest) {
    const choice = isNode(server)
      ? toServer(server, documentUri)
      : { kind: 'unusable' as const, message: 'a server is not an object' };
    if (choice.kind === 'url') return choice;
    first ??= choice;
  }
  return first ?? { kind: 'none', path: '' };
}

function toServer(server: Node, documentUri: string): ServerChoice {
  const template = ownText(server, 'url');
  const variables = ownNode(server, 'variables');
  const missing: string[] = [];
  const filled = template.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = variables === undefined ? undefined : ownNode(variables, name);
    // An empty default is one: `https://api.example{base}`.
    if (variable !== undefined && Object.hasOwn(variable, 'default')) return ownText(variable, 'default');
    missing.push(name);
    return whole;
  });
  if (missing.length > 0) {
    return {
      kind: 'unusable',
      message: `the server "${template}" has the variable ${missing.join(', ')} without a default: configure upstreams (--upstream)`,
    };
  }
  return resolveServer(filled === '' ? '/' : filled, documentUri);
}

function resolveServer(url: string, documentUri: string): ServerChoice {
  const absolute = URL.parse(url);
  if (absolute === null && !documentUri.startsWith('http')) {
    return url.startsWith('//') ? asServer(new URL(`https:${url}`)) : { kind: 'none', path: pathOf(url) };
  }
  const resolved = absolute ?? URL.parse(url, documentUri);
  if (resolved === null || !/^https?:$/.test(resolved.protocol)) {
    return { kind: 'unusable', message: `the server "${url}" is not an http(s) URL: configure upstreams (--upstream)` };
  }
  return asServer(resolved);
}

function pathOf(relative: string): string {
  return (URL.parse(relative, 'http://localhost/')?.pathname ?? '').replace(/\/+$/, '');
}

function asServer(url: URL): ServerChoice {
  return { kind: 'url', url: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}

/** OpenAPI 2.0: what is missing comes from the address of the document. §5.2 "Swagger Object". */
export function serversOfSwagger2(root: Node, documentUri: string): readonly unknown[] {
  const base = ownText(root, 'basePath');
  const path = base === '' || base === '/' ? '' : `/${base.replace(/^\/+/, '')}`;
  const remote = documentUri.startsWith('http') ? new URL(documentUri) : undefined;
  const host = ownText(root, 'host') || remote?.host;
  if (host === undefined || host === '') return [{ url: path === '' ? '/' : path }];
  const schemes = ownList(root, 'schemes').filter((scheme) => scheme === 'https' || scheme === 'http');
  const scheme = schemes.includes('https') ? 'https' : (schemes[0] ?? remote?.protocol.replace(':', '') ?? 'https');
  return [{ url: `${scheme}://${host}${path}` }];
}

export function serversOf(node: Node): readonly unknown[] {
  const servers = own(node, 'servers');
  return Array.isArray(servers) ? servers : [];
}
