// Small guards for the untyped tree of a document: nothing in it can be trusted to have the type that OpenAPI says.

/** A mapping of the document. Look keys up with `own`: they may be anything. */
export type Node = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function own(node: Node, key: string): unknown {
  return Object.hasOwn(node, key) ? node[key] : undefined;
}

export function ownNode(node: Node, key: string): Node | undefined {
  const value = own(node, key);
  return isNode(value) ? value : undefined;
}

export function ownList(node: Node, key: string): readonly unknown[] {
  const value = own(node, key);
  return Array.isArray(value) ? value : [];
}

/** A string, or a number or boolean as text; else an empty string. */
export function ownText(node: Node, key: string): string {
  const value = own(node, key);
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The text of a reference object, if the node is one. */
export function refOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  const ref = own(node, '$ref');
  return typeof ref === 'string' ? ref : undefined;
}
