// What may be said for two arguments is said for one of them, or for none: "20 per page" where there are `per_page` and `page_size`,
// "since" where there are `created_since` and `updated_since`.

import type { Slot } from './slots.ts';

/** The slots, each without the names that it shares with one that has more right to them. */
export function withoutShared(slots: readonly Slot[]): readonly Slot[] {
  const claims = new Map<string, Slot[]>();
  for (const slot of slots) {
    for (const name of slot.role === undefined ? [] : slot.names) {
      const key = toKey(slot, name);
      claims.set(key, [...(claims.get(key) ?? []), slot]);
    }
  }
  return slots.map((slot) => {
    const names = slot.names.filter((name) => {
      const same = claims.get(toKey(slot, name)) ?? [];
      return name === slot.own || same.length < 2 || ownerOf(same, name) === slot;
    });
    return { ...slot, names };
  });
}

function toKey({ role }: Slot, name: readonly string[]): string {
  return `${role} ${name.join(' ')}`;
}

/** The one that is called so, the only required one, or the one whose name is the word for what it is. */
function ownerOf(slots: readonly Slot[], name: readonly string[]): Slot | undefined {
  const said = name.join(' ');
  const called = slots.filter(({ own }) => own.join(' ') === said);
  const required = slots.filter((slot) => slot.required);
  const [only, ...others] =
    called.length > 0
      ? called
      : required.length > 0
        ? required
        : slots.filter(({ own, role }) => own.join(' ') === role);
  return others.length > 0 ? undefined : only;
}
