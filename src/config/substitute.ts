// `${NAME}` and `${file:/run/secrets/x}` inside text values. Goes in: the parsed value; comes out: a copy with the references
// replaced, and which texts came from one, since those are never printed. Keys are left alone, `$${` stands for a plain `${`, and
// what is put in is text: it cannot add keys. A text that is one reference alone becomes a number or boolean where one is expected.

import { isJsonObject } from '../lib/json.ts';
import { findNearest } from '../lib/nearest.ts';
import { formatKeyPath, type KeyPath } from './key-path.ts';
import type { Mistake } from './mistake.ts';
import { schemaOfEntry, type ConfigSchema } from './schema-shape.ts';

/** The process environment, or what stands for it. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Sources {
  readonly env: Environment;
  /** Reads a text file; throws when it cannot. */
  readonly readFile: (path: string) => string;
}

export interface Substituted {
  readonly value: unknown;
  /** By key path: the references in the text, such as `${PORT}`. A text with a mistake in them is left as it was. */
  readonly references: ReadonlyMap<string, string>;
  readonly mistakes: readonly Mistake[];
}

export function substitute(value: unknown, schema: ConfigSchema, sources: Sources): Substituted {
  const references = new Map<string, string>();
  const mistakes: Mistake[] = [];
  const replaceText = (text: string, path: KeyPath, expected: ConfigSchema | undefined): unknown => {
    const used: string[] = [];
    const problems: string[] = [];
    const replaced = text.replace(reference, (whole: string, name: string | undefined) => {
      if (whole === '$${') return '${';
      used.push(whole);
      const found = name === undefined ? unclosed : resolve(name, sources);
      if ('text' in found) return found.text;
      problems.push(found.problem);
      return '';
    });
    if (used.length > 0) references.set(formatKeyPath(path), used.join(''));
    mistakes.push(...problems.map((message): Mistake => ({ path, message, at: 'value' })));
    if (problems.length > 0) return text;
    return used[0] === text ? toExpectedType(replaced, expected) : replaced;
  };
  const copy = (node: unknown, path: KeyPath, expected: ConfigSchema | undefined): unknown => {
    if (typeof node === 'string') return replaceText(node, path, expected);
    if (Array.isArray(node)) return node.map((item, at) => copy(item, [...path, at], schemaOfEntry(expected, at)));
    if (!isJsonObject(node)) return node;
    const entries = Object.entries(node).filter(([, entry]) => entry !== undefined);
    return Object.fromEntries(
      entries.map(([key, entry]) => [key, copy(entry, [...path, key], schemaOfEntry(expected, key))]),
    );
  };
  return { value: copy(value, [], schema), references, mistakes };
}

const reference = /\$\$\{|\$\{([^}]*)\}|\$\{/g;

type Resolved = { readonly text: string } | { readonly problem: string };

const unclosed: Resolved = {
  problem: 'a "${" is not closed; expected ${NAME} or ${file:PATH} (write "$${" for a plain "${")',
};

function resolve(name: string, sources: Sources): Resolved {
  if (name.startsWith('file:')) return readReference(name.slice('file:'.length), sources);
  if (!/^[A-Za-z_]\w*$/.test(name)) {
    return {
      problem: `\${${name}} cannot be read; expected \${NAME} or \${file:PATH} (write "$\${" for a plain "\${")`,
    };
  }
  const value = Object.hasOwn(sources.env, name) ? sources.env[name] : undefined;
  if (value !== undefined) return { text: value };
  const nearest = findNearest(name, Object.keys(sources.env));
  return {
    problem: `the environment variable ${name} is not set${nearest === undefined ? '; set it' : `; did you mean ${nearest}?`}`,
  };
}

function readReference(path: string, sources: Sources): Resolved {
  try {
    return { text: sources.readFile(path).replace(/\r?\n$/, '') };
  } catch (error) {
    return { problem: `the file ${path} cannot be read (${reasonOf(error)}); make it, or correct the path` };
  }
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === 'ENOENT' ? 'there is none' : (code ?? 'unknown reason');
}

function toExpectedType(text: string, expected: ConfigSchema | undefined): unknown {
  if (expected?.type === 'integer' && /^-?\d{1,15}$/.test(text.trim())) return Number(text);
  if (expected?.type === 'boolean' && /^(true|false)$/.test(text.trim())) return text.trim() === 'true';
  return text;
}
