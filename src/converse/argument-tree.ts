// Pairs of names and values become an arguments object. `a.b=1` and `a[b]=1` are fields of `a`, unless the skill has an
// argument of that very name; a name that is repeated, or ends with `[]`, makes an array. Refuses what contradicts itself.

import type { Pair } from './key-values.ts';

// What a person types is not nested deeper; a hostile text shall not make others recurse.
const deepest = 16;
const longestName = 200;

interface Leaf {
  readonly path: readonly string[];
  readonly values: unknown[];
  readonly isList: boolean;
}

interface Branch {
  readonly children: Map<string, Branch | Leaf>;
}

/** Throws SyntaxError when a name is given both a value and fields, or is nested too deeply. */
export function toArgumentTree(pairs: readonly Pair[], known: ReadonlySet<string>): Record<string, unknown> {
  const leaves = new Map<string, Leaf>();
  for (const [name, value] of pairs) {
    const { path, isList } = parseName(name, known);
    const id = JSON.stringify(path);
    const leaf = leaves.get(id);
    if (leaf === undefined) leaves.set(id, { path, values: [value], isList });
    else leaf.values.push(value);
  }
  const root: Branch = { children: new Map() };
  for (const leaf of leaves.values()) addLeaf(root, leaf);
  return toObject(root);
}

interface Name {
  readonly path: readonly string[];
  readonly isList: boolean;
}

function parseName(name: string, known: ReadonlySet<string>): Name {
  if (known.has(name) || name.length > longestName) return { path: [name], isList: false };
  const isList = name.endsWith('[]');
  const plain = isList ? name.slice(0, -2) : name;
  const path = splitBrackets(plain) ?? splitDots(plain, known);
  if (path.length > deepest)
    throw new SyntaxError(`${JSON.stringify(name)} is nested more than ${deepest} levels deep`);
  return path.includes('') ? { path: [name], isList: false } : { path, isList };
}

/** `filter[a][b]` is filter, a, b. */
function splitBrackets(name: string): readonly string[] | undefined {
  if (!/^[^[\]]+(?:\[[^[\]]*\])+$/.test(name)) return undefined;
  return name.slice(0, -1).split(/\]?\[/);
}

/** `a.b.c` is a, b, c, or `a.b` and c when the skill has an argument `a.b`. */
function splitDots(name: string, known: ReadonlySet<string>): readonly string[] {
  const parts = name.split('.');
  for (let length = parts.length - 1; length > 1; length -= 1) {
    const head = parts.slice(0, length).join('.');
    if (known.has(head)) return [head, ...parts.slice(length)];
  }
  return parts;
}

function addLeaf(root: Branch, leaf: Leaf): void {
  let branch = root;
  for (const step of leaf.path.slice(0, -1)) {
    const next = branch.children.get(step) ?? { children: new Map() };
    if ('values' in next) throw contradiction(leaf);
    branch.children.set(step, next);
    branch = next;
  }
  const last = leaf.path.at(-1) ?? '';
  if (branch.children.has(last)) throw contradiction(leaf);
  branch.children.set(last, leaf);
}

function contradiction({ path }: Leaf): SyntaxError {
  return new SyntaxError(`${JSON.stringify(path[0])} is given both a value and fields of its own`);
}

/** `Object.fromEntries` defines keys, so that `__proto__` is one like any other. */
function toObject(branch: Branch): Record<string, unknown> {
  return Object.fromEntries(
    Array.from(
      branch.children,
      ([name, child]) => [name, 'values' in child ? toValue(child) : toObject(child)] as const,
    ),
  );
}

function toValue({ values, isList }: Leaf): unknown {
  return values.length > 1 || isList ? values : values[0];
}
