// Names of the arguments of a skill. Parameters go by their name; those that share one get their place in front; names that
// tool hosts refuse (`page[size]`, `$filter`) get an alias. The order of the document never matters.

import { createHash } from 'node:crypto';
import type { Argument } from './skill.ts';

export type Unnamed = Omit<Argument, 'key'>;

const accepted = /^[A-Za-z0-9_.-]{1,64}$/;

/** `bodyKey`: the key that the whole body is given under, if there is a body; no parameter may take it. */
export function nameArguments(unnamed: readonly Unnamed[], bodyKey: string | undefined): readonly Argument[] {
  const count = new Map<string, number>();
  for (const { wireName } of unnamed) count.set(wireName, (count.get(wireName) ?? 0) + 1);
  const wanted = unnamed.map((argument) => {
    const shared = (count.get(argument.wireName) ?? 0) > 1 || argument.wireName === bodyKey;
    return shared && argument.in !== 'field' ? `${argument.in}_${argument.wireName}` : argument.wireName;
  });
  const taken = new Set(wanted.filter((name, at) => isUsable(name) && name === unnamed[at]?.wireName));
  return unnamed.map((argument, at) => {
    const name = wanted[at] ?? argument.wireName;
    if (isUsable(name) && name === argument.wireName) return { ...argument, key: name };
    const key = toAlias(name, argument, taken);
    taken.add(key);
    return { ...argument, key };
  });
}

// `__proto__` matches the pattern, but validators skip it.
function isUsable(name: string): boolean {
  return accepted.test(name) && name !== '__proto__';
}

function toAlias(name: string, { in: place, wireName }: Unnamed, taken: ReadonlySet<string>): string {
  const alias = name
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 64);
  if (alias !== '' && alias !== 'body' && isUsable(alias) && !taken.has(alias)) return alias;
  const hash = createHash('sha256').update(`${place}:${wireName}`).digest('hex').slice(0, 6);
  return `${alias.slice(0, 57)}_${hash}`.replace(/^_/, 'arg_');
}
