// The indexes of the memory store. What is put in one step ends together, as one group: the store looks after groups, not after each
// entry of an index.

import { MemoryIndex } from './memory-index.ts';
import { costs, type Group, type Placed } from './memory-kept.ts';
import type { Member } from './store.ts';

export interface PlacementsDeps {
  readonly nextId: () => number;
  /** Puts the group in order of its end, and takes it out again. */
  readonly keep: (group: Group) => void;
  readonly forget: (group: Group) => void;
  /** Told of bytes that come and go beside those. */
  readonly weigh: (bytes: number) => void;
}

export interface Placements {
  find(index: string): MemoryIndex<Placed> | undefined;
  put(members: readonly Member[], expires: number): void;
  displace(member: Pick<Member, 'index' | 'member'>): void;
  /** Displaces what is left of the group. */
  end(group: Group): void;
}

export function createPlacements({ nextId, keep, forget, weigh }: PlacementsDeps): Placements {
  const indexes = new Map<string, MemoryIndex<Placed>>();

  const open = (name: string): MemoryIndex<Placed> => {
    const known = indexes.get(name);
    if (known !== undefined) return known;
    const index = new MemoryIndex<Placed>();
    indexes.set(name, index);
    weigh(costs.index + name.length);
    return index;
  };

  const leave = (placed: Placed): void => {
    const { group } = placed;
    group.left -= 1;
    group.bytes -= placed.bytes;
    weigh(-placed.bytes);
    if (group.left === 0) forget(group);
  };

  const remove = (index: MemoryIndex<Placed>, placed: Placed): void => {
    index.remove(placed);
    if (index.size > 0) return;
    indexes.delete(placed.index);
    weigh(-costs.index - placed.index.length);
  };

  const place = ({ index: name, member, score }: Member, group: Group): Placed => {
    const index = open(name);
    const known = index.get(member);
    if (known !== undefined) {
      leave(known);
      index.remove(known);
    }
    const placed = { index: name, member, score, group, bytes: costs.placed + member.length };
    index.add(placed);
    group.bytes += placed.bytes;
    weigh(placed.bytes);
    return placed;
  };

  return {
    find: (index) => indexes.get(index),
    put: (members, expires) => {
      if (members.length === 0) return;
      const group: Group = {
        kind: 'group',
        id: nextId(),
        expires,
        bytes: costs.group,
        placed: [],
        left: members.length,
      };
      keep(group);
      // Not pushed one by one: that would leave room for many more.
      group.placed = members.map((member) => place(member, group));
    },
    displace: ({ index: name, member }) => {
      const index = indexes.get(name);
      const placed = index?.get(member);
      if (index === undefined || placed === undefined) return;
      leave(placed);
      remove(index, placed);
    },
    end: (group) => {
      forget(group);
      for (const placed of group.placed) {
        const index = indexes.get(placed.index);
        // Others may have taken its place.
        if (index?.get(placed.member) === placed) remove(index, placed);
      }
    },
  };
}
