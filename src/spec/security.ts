// The security schemes of a document, and which of them each operation asks for. Credentials are configured by the operator or
// forwarded from the caller; they are never arguments. OAS 3.1 §4.8.27, §4.8.30; 2.0 "Security Scheme Object".

import type { FileSet, Located } from './file-set.ts';
import { isNode, own, ownText, type Node } from './node.ts';
import type { SecurityScheme, SecurityUse } from './operation.ts';

export type SecuritySchemes = ReadonlyMap<string, SecurityScheme>;

export function readSecuritySchemes(root: Node, files: FileSet): SecuritySchemes {
  const components = follow({ node: own(root, 'components'), file: files.uri }, files);
  const schemes =
    follow({ node: components && own(components.node, 'securitySchemes'), file: components?.file ?? '' }, files) ??
    follow({ node: own(root, 'securityDefinitions'), file: files.uri }, files);
  const found = new Map<string, SecurityScheme>();
  if (schemes === undefined) return found;
  for (const [name, value] of Object.entries(schemes.node)) {
    const at = files.follow(value, schemes.file);
    if (at.found && isNode(at.node)) found.set(name, toScheme(at.node));
  }
  return found;
}

/** What stands there, be it by a reference. */
function follow({ node, file }: Located, files: FileSet): { readonly node: Node; readonly file: string } | undefined {
  const at = files.follow(node, file);
  return at.found && isNode(at.node) ? { node: at.node, file: at.file } : undefined;
}

function toScheme(node: Node): SecurityScheme {
  const type = ownText(node, 'type');
  const place = ownText(node, 'in');
  if (type === 'apiKey' && (place === 'query' || place === 'header' || place === 'cookie')) {
    return { type, in: place, name: ownText(node, 'name') };
  }
  if (type === 'basic') return { type: 'http', scheme: 'basic' };
  if (type === 'http') return { type, scheme: ownText(node, 'scheme').toLowerCase() };
  // Access tokens travel as bearer tokens. RFC 6750.
  if (type === 'oauth2' || type === 'openIdConnect') return { type: 'http', scheme: 'bearer' };
  return { type: 'other' };
}

/** `place:name` of every API key, header names in lower case. */
export function credentialParameters(schemes: SecuritySchemes): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const scheme of schemes.values()) {
    if (scheme.type === 'apiKey')
      keys.add(`${scheme.in}:${scheme.in === 'header' ? scheme.name.toLowerCase() : scheme.name}`);
  }
  return keys;
}

/** The alternatives of an operation; its own list replaces the document's, also when it is empty. */
export function readSecurity(
  operation: Node,
  root: Node,
  schemes: SecuritySchemes,
): readonly (readonly SecurityUse[])[] {
  const list = own(operation, 'security') ?? own(root, 'security');
  if (!Array.isArray(list)) return [];
  return list
    .filter(isNode)
    .map((requirement) =>
      Object.keys(requirement).map((name) => ({ name, scheme: schemes.get(name) ?? { type: 'other' as const } })),
    );
}
