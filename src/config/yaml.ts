// YAML (and with it JSON) text becomes a plain value and a way to find the line and column of any key in it. Refused: syntax
// errors, duplicate keys, unknown tags, several documents, aliases that lead nowhere, into themselves, or out of proportion.

import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Pair,
} from 'yaml';
import { hideValueInKey, type KeyPath } from './key-path.ts';
import type { Mistake, Position } from './mistake.ts';

export interface YamlText {
  /** Undefined when the text cannot be read as one value. */
  readonly value: unknown;
  readonly mistakes: readonly Mistake[];
  /** The position of the key or value, or of the nearest thing around it that is in the file. */
  readonly locate: (path: KeyPath, at: 'key' | 'value') => Position | undefined;
}

export function parseYaml(text: string): YamlText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true, logLevel: 'error' });
  const positionOf = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const found = [...listSyntaxMistakes(document), ...listAliasMistakes(document)];
  const mistakes = found.map(({ offset, message }): Mistake => {
    return { path: [], at: 'value', message, position: positionOf(offset) };
  });
  // A duplicate key or an unknown tag leaves a value that the other checks can still look at.
  const readable = document.errors.every(({ code }) => code === 'DUPLICATE_KEY') && !found.some(({ fatal }) => fatal);
  if (!readable) return { value: undefined, mistakes, locate: () => undefined };
  const locate = (path: KeyPath, at: 'key' | 'value'): Position => positionOf(findOffset(document, path, at));
  try {
    return { value: document.toJS(), mistakes, locate };
  } catch {
    // What is left is the guard against texts whose aliases multiply into millions of values.
    const message = 'the aliases (*name) of this file multiply into far too many values; write them out';
    return {
      value: undefined,
      mistakes: [...mistakes, { path: [], at: 'value', message, position: { line: 1, column: 1 } }],
      locate,
    };
  }
}

interface Found {
  readonly offset: number;
  readonly message: string;
  readonly fatal: boolean;
}

function listSyntaxMistakes(document: Document): readonly Found[] {
  return [...document.errors, ...document.warnings].map((error) => {
    const offset = error.pos[0];
    if (error.code === 'DUPLICATE_KEY') return { offset, message: duplicateKey(document, offset), fatal: false };
    if (error.code === 'MULTIPLE_DOCS')
      return { offset, message: 'a second document starts here; one file holds one configuration', fatal: true };
    if (error.code === 'TAG_RESOLVE_FAILED') {
      return {
        offset,
        message: 'tags (!name) are not used here; put a text that starts with ! in quotes',
        fatal: false,
      };
    }
    return { offset, message: `this is not valid YAML: ${withoutSource(error.message)}`, fatal: true };
  });
}

// Some messages of the parser end with a piece of the text, which may be a secret.
function withoutSource(message: string): string {
  return message.replace(/:\s.*$/s, '');
}

function duplicateKey(document: Document, offset: number): string {
  let name = '';
  visit(document, {
    Pair: (_at, { key }) => {
      if (isScalar(key) && key.range?.[0] === offset) name = ` ${JSON.stringify(hideValueInKey(String(key.value)))}`;
    },
  });
  return `the key${name} stands here a second time in the same place; keep one of them`;
}

function listAliasMistakes(document: Document): readonly Found[] {
  const found: Found[] = [];
  visit(document, {
    Alias: (_at, alias, ancestors) => {
      const offset = alias.range?.[0] ?? 0;
      const target = alias.resolve(document);
      if (target === undefined)
        found.push({
          offset,
          message: 'this alias (*name) has no anchor (&name) before it; put a text that starts with * in quotes',
          fatal: true,
        });
      else if (ancestors.includes(target))
        found.push({ offset, message: 'this alias (*name) stands inside its own anchor', fatal: true });
    },
  });
  return found;
}

function findOffset(document: Document, path: KeyPath, at: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let keyStart = startOf(node) ?? 0;
  let valueStart = keyStart;
  for (const [depth, key] of path.entries()) {
    const pair = typeof key === 'string' ? findPair(document, node, key) : undefined;
    const list = follow(document, node);
    const next: unknown = typeof key === 'number' && isSeq(list) ? list.items[key] : pair?.value;
    // A key that is missing is told where its parent is named.
    if (pair === undefined && next === undefined)
      return at === 'key' && depth === path.length - 1 ? keyStart : valueStart;
    valueStart = startOf(next) ?? startOf(pair?.key) ?? valueStart;
    keyStart = startOf(pair?.key) ?? valueStart;
    node = next;
  }
  return at === 'key' ? keyStart : valueStart;
}

function findPair(document: Document, node: unknown, key: string): Pair | undefined {
  const map = follow(document, node);
  if (!isMap(map)) return undefined;
  // Of a key that stands twice the last one counts.
  const own = map.items.findLast(
    (pair) => isScalar(pair.key) && pair.key.source !== '<<' && String(pair.key.value) === key,
  );
  if (own !== undefined) return own;
  const merged = map.items.filter((pair) => isScalar(pair.key) && pair.key.source === '<<');
  for (const { value } of merged) {
    const source = follow(document, value);
    for (const part of isSeq(source) ? source.items : [source]) {
      const pair = findPair(document, part, key);
      if (pair !== undefined) return pair;
    }
  }
  return undefined;
}

function follow(document: Document, node: unknown): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

function startOf(node: unknown): number | undefined {
  return (node as Partial<Node> | null | undefined)?.range?.[0];
}
