// Skills of one agent by method and path, as a tree of path segments: `GET /pets/10` finds `GET /pets/{petId}` and the value of
// petId. The base path of the document's server may be written or left out. Literal segments win over placeholders. Built once.

import type { Skill } from '../catalog/skill.ts';

export interface RouteRequest {
  readonly method: string;
  /** Percent-encoded, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Some documents tell operations of one path apart by a fragment: `/files/{id}#shared-link`. */
  readonly fragment?: string;
}

export interface RouteMatch {
  readonly skill: Skill;
  /** Decoded values of the path by placeholder. */
  readonly path: ReadonlyMap<string, string>;
  /** The pairs of the query that the template does not fix. */
  readonly query: readonly (readonly [string, string])[];
}

/** The skills at a route: none, the one, or several with the same route. Undefined when the method is not one of the agent's. */
export type RouteIndex = (request: RouteRequest) => readonly RouteMatch[] | undefined;

interface Entry {
  readonly skill: Skill;
  readonly placeholders: readonly string[];
  readonly fixedQuery: readonly (readonly [string, string])[];
  readonly fragment: string | undefined;
}

interface Node {
  readonly literals: Map<string, Node>;
  /** Segments with placeholders, those with more literal text first. */
  readonly patterns: Pattern[];
  readonly entries: Entry[];
}

/** `{name}.{ext}` has the literal pieces '', '.', ''. */
interface Pattern {
  readonly pieces: readonly string[];
  readonly next: Node;
}

export function createRouteIndex(skills: readonly Skill[]): RouteIndex {
  const roots = new Map<string, Node>();
  for (const skill of skills) {
    const { method, path, pathKey, server } = skill.operation;
    const root = roots.get(method) ?? createNode();
    roots.set(method, root);
    const [template = '', query = ''] = path.split('?', 2);
    const fixedQuery = [...new URLSearchParams(query)];
    const fragment = pathKey.split('#', 2)[1];
    const bases = new Set(['', basePath(skill.baseUrl), basePath(server)]);
    for (const base of bases) addRoute(root, base + template, { skill, fixedQuery, fragment });
  }
  return (request) => {
    const { method, path } = request;
    const root = roots.get(method) ?? roots.get(method.toUpperCase());
    if (root === undefined) return undefined;
    const found = descend(root, splitPath(path), []);
    return found === undefined ? [] : toMatches(found, request);
  };
}

function createNode(): Node {
  return { literals: new Map(), patterns: [], entries: [] };
}

function basePath(url: string | undefined): string {
  return url === undefined || !URL.canParse(url) ? '' : new URL(url).pathname.replace(/\/$/, '');
}

function splitPath(path: string): string[] {
  return path.replace(/^\/|\/$/g, '').split('/');
}

function addRoute(root: Node, template: string, entry: Omit<Entry, 'placeholders'>): void {
  const placeholders: string[] = [];
  let node = root;
  for (const segment of splitPath(template)) {
    // The pattern splits a segment into literals at even places and placeholder names at odd ones.
    const split = segment.split(/\{([^{}]+)\}/);
    node =
      split.length === 1
        ? literalChild(node, segment)
        : patternChild(
            node,
            split.filter((_, at) => at % 2 === 0),
          );
    placeholders.push(...split.filter((_, at) => at % 2 === 1));
  }
  node.entries.push({ ...entry, placeholders });
}

function literalChild(node: Node, segment: string): Node {
  const literal = decode(segment);
  const child = node.literals.get(literal) ?? createNode();
  node.literals.set(literal, child);
  return child;
}

function patternChild(node: Node, pieces: readonly string[]): Node {
  const same = node.patterns.find((pattern) => pattern.pieces.join('{}') === pieces.join('{}'));
  if (same !== undefined) return same.next;
  const next = createNode();
  node.patterns.push({ pieces, next });
  node.patterns.sort((a, b) => b.pieces.join('').length - a.pieces.join('').length);
  return next;
}

interface Found {
  readonly node: Node;
  readonly values: readonly string[];
}

function descend(node: Node, segments: readonly string[], values: readonly string[]): Found | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return node.entries.length > 0 ? { node, values } : undefined;
  const literal = node.literals.get(decode(segment));
  const found = literal === undefined ? undefined : descend(literal, rest, values);
  if (found !== undefined) return found;
  for (const { pieces, next } of node.patterns) {
    const captured = capture(segment, pieces);
    const deeper = captured === undefined ? undefined : descend(next, rest, [...values, ...captured]);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

/** The decoded texts between the literal pieces; none of them is empty. Undefined when the segment has another form. */
function capture(segment: string, pieces: readonly string[]): readonly string[] | undefined {
  const [first = '', ...later] = pieces;
  const last = later.pop() ?? '';
  if (!segment.startsWith(first) || !segment.endsWith(last)) return undefined;
  const end = segment.length - last.length;
  const captured: string[] = [];
  let start = first.length;
  for (const piece of later) {
    const at = segment.indexOf(piece, start + 1);
    if (at < 0) return undefined;
    captured.push(segment.slice(start, at));
    start = at + piece.length;
  }
  if (start >= end) return undefined;
  return [...captured, segment.slice(start, end)].map(decode);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign is itself.
    return text;
  }
}

/** Of skills at one path, those whose fixed query and fragment are written, the most precise first; all when none is. */
function toMatches({ node, values }: Found, { query, fragment }: RouteRequest): readonly RouteMatch[] {
  const isWritten = (entry: Entry): boolean =>
    entry.fragment === fragment && entry.fixedQuery.every(([name, value]) => query.getAll(name).includes(value));
  const written = node.entries.filter(isWritten);
  const most = Math.max(...written.map((entry) => entry.fixedQuery.length));
  const chosen = written.length === 0 ? node.entries : written.filter((entry) => entry.fixedQuery.length === most);
  // With a template such as `/{a}`, a base path may lead a skill to the same place twice.
  const entries = new Map(chosen.map((entry) => [entry.skill, entry]));
  return Array.from(entries.values(), ({ skill, placeholders, fixedQuery }) => ({
    skill,
    path: new Map(placeholders.map((name, at) => [name, values[at] ?? ''])),
    query: [...query].filter(
      ([name, value]) => !fixedQuery.some(([fixed, itsValue]) => fixed === name && itsValue === value),
    ),
  }));
}
