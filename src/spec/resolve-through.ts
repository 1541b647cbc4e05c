// A pointer that leads through references: `#/components/schemas/Pet` where `schemas` is itself a reference to the file that holds them.
// RFC 6901 knows no such thing, but the bundlers that documents of several files are written for do.

import { atPointer } from '../lib/json-pointer.ts';
import type { Located, Resolved } from './file-set.ts';
import { refOf } from './node.ts';

/** Undefined when the pointer leads nowhere, or through itself. */
export type ThroughResolver = (pointer: string, start: Located) => Resolved | undefined;

export function createThroughResolver(follow: (node: unknown, file: string) => Resolved): ThroughResolver {
  const passing = new Set<string>();
  const walk: ThroughResolver = (pointer, { node, file }) => {
    let at: Resolved & { readonly found: true } = { found: true, node, file, pointer };
    for (const segment of pointer.slice(1).split('/')) {
      const inside: Resolved = refOf(at.node) === undefined ? at : follow(at.node, at.file);
      const next: unknown = inside.found ? atPointer(inside.node, `/${segment}`) : undefined;
      if (!inside.found || next === undefined) return undefined;
      at = { found: true, node: next, file: inside.file, pointer };
    }
    return at;
  };
  return (pointer, start) => {
    const place = `${start.file}#${pointer}`;
    if (passing.has(place)) return undefined;
    passing.add(place);
    try {
      return walk(pointer, start);
    } finally {
      passing.delete(place);
    }
  };
}
