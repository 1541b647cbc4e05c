// The properties of a schema that do not belong to one direction: what is readOnly is no input, what is writeOnly no output, also when a
// reference or a branch of an allOf says so. OAS 3.0.4 §4.7.24.1; JSON Schema 2020-12 Validation §9.4.

import type { SchemaObject } from './json-schema.ts';
import { isNode, own, refOf, type Node } from './node.ts';
import type { NormaliseContext } from './normalise-schema.ts';

/** They are neither offered nor required. */
export function hideProperties(schema: SchemaObject, hidden: ReadonlySet<string>): void {
  if (schema.properties !== undefined) {
    schema.properties = Object.fromEntries(Object.entries(schema.properties).filter(([name]) => !hidden.has(name)));
  }
  if (schema.required !== undefined) {
    schema.required = schema.required.filter((name) => !hidden.has(name));
    if (schema.required.length === 0) delete schema.required;
  }
}

interface Look {
  readonly context: Pick<NormaliseContext, 'direction' | 'target'>;
  readonly depth: number;
}

/** Those of a schema and of the branches of its allOf. `depth`: 0 at first. */
export function hiddenNames(node: Node, file: string, { context, depth }: Look): Set<string> {
  const names = new Set<string>();
  const properties = own(node, 'properties');
  if (isNode(properties)) {
    for (const [name, property] of Object.entries(properties)) {
      if (isNode(property) && isHidden(property, file, { context, depth: 0 })) names.add(name);
    }
  }
  const branches = own(node, 'allOf');
  if (depth < 5 && Array.isArray(branches)) {
    for (const branch of branches) {
      const at = isNode(branch) ? context.target(branch, file) : undefined;
      if (at === undefined) continue;
      for (const name of hiddenNames(at.node, at.file, { context, depth: depth + 1 })) names.add(name);
    }
  }
  return names;
}

function isHidden(property: Node, file: string, { context, depth }: Look): boolean {
  const flag = context.direction === 'input' ? 'readOnly' : 'writeOnly';
  if (own(property, flag) === true) return true;
  if (depth >= 5) return false;
  const branches = own(property, 'allOf');
  const inner = refOf(property) === undefined ? (Array.isArray(branches) ? branches : []) : [property];
  return inner.some((branch) => {
    const at = isNode(branch) ? context.target(branch, file) : undefined;
    return at !== undefined && isHidden(at.node, at.file, { context, depth: depth + 1 });
  });
}
