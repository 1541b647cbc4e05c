// Values that find their place by their form or by where they stand: "f3e0e76e-…", an e-mail, "between … and …",
// "octocat/hello-world", "3 events".

import { fill, isFree, isOpen, valueFor, type Filling } from './filling.ts';
import { followsOther } from './follows-other.ts';
import type { Slot } from './slots.ts';
import { isValueLike } from './view.ts';

/** `octocat/hello-world` for two parameters that follow each other in the path. */
export function fillPairs(filling: Filling): void {
  const inPath = filling.slots.filter(({ place }) => place === 'path');
  const [first, second] = inPath;
  if (first === undefined || second === undefined || first.role !== 'owner') return;
  filling.view.tokens.forEach((token, at) => {
    const [owner, name, ...more] = token.text.split('/');
    if (token.kind !== 'mixed' && token.kind !== 'quoted') return;
    if (
      owner === undefined ||
      name === undefined ||
      owner === '' ||
      name === '' ||
      more.length > 0 ||
      !isFree(filling, at)
    )
      return;
    if (filling.values.has(first) || filling.values.has(second)) return;
    fill(filling, { slot: first, value: owner, way: 'typed', from: at, to: at + 1 });
    fill(filling, { slot: second, value: name, way: 'typed', from: at, to: at + 1 });
  });
}

/** What only one kind of argument takes. */
export function fillTyped(filling: Filling): void {
  fillRange(filling);
  const { view } = filling;
  for (const [at, token] of view.tokens.entries()) {
    if (!isFree(filling, at) || !isValueLike(token)) continue;
    const slots = filling.slots.filter(
      (slot) =>
        isOpen(filling, slot) &&
        takes(slot, token.kind) &&
        agrees(slot, view.tokens[at - 1]?.lower) &&
        !followsOther(filling, slot, at) &&
        valueFor(slot, token) !== undefined,
    );
    const required = slots.filter((slot) => slot.required);
    const [slot, ...others] = required.length > 0 ? required : slots;
    if (slot === undefined || others.length > 0) continue;
    fill(filling, { slot, value: valueFor(slot, token), way: 'typed', from: at, to: at + 1 });
    if (
      token.kind === 'date' &&
      isFree(filling, at - 1) &&
      /^(?:since|after|from|until|before|till|by|on)$/.test(view.tokens[at - 1]?.lower ?? '')
    )
      filling.uses[at - 1] = 'name';
  }
}

const takers: Readonly<Record<string, { readonly format: RegExp; readonly name: RegExp }>> = {
  uuid: { format: /^uuid$/, name: /(?:uuid|guid)$/i },
  email: { format: /^email$/, name: /e_?mail/i },
  url: { format: /^(?:uri|url|iri)/, name: /(?:url|uri|link|href|website|endpoint)$/i },
  phone: { format: /^(?:phone|e\.?164|msisdn)/i, name: /(?:^to|phone|mobile|msisdn|number|recipient)$/i },
  date: { format: /^date/, name: /(?:date|_at|_on)$/i },
};

function takes({ type, path }: Slot, kind: string): boolean {
  const taker = takers[kind];
  return (
    taker !== undefined && (taker.format.test((type.items ?? type).format ?? '') || taker.name.test(path.at(-1) ?? ''))
  );
}

/** "before 2027-02-01" is no first day. */
function agrees({ role }: Slot, before = ''): boolean {
  if (/^(?:until|before|till|by)$/.test(before)) return role !== 'from';
  return /^(?:since|after|from)$/.test(before) ? role !== 'until' : true;
}

const rangeWords = new Set(['between', 'from', 'to', 'and', 'until', 'since']);

/** "between 2027-02-01 and 2027-02-28". */
function fillRange(filling: Filling): void {
  const { view, slots } = filling;
  const dates = view.tokens.flatMap((token, at) => (token.kind === 'date' && isFree(filling, at) ? [at] : []));
  const from = slots.find((slot) => slot.role === 'from' && !filling.values.has(slot));
  const until = slots.find((slot) => slot.role === 'until' && !filling.values.has(slot));
  const [first, second, ...more] = dates;
  if (first === undefined || second === undefined || more.length > 0 || from === undefined || until === undefined)
    return;
  const values = [valueFor(from, view.tokens[first]!), valueFor(until, view.tokens[second]!)];
  if (values.includes(undefined) || view.tokens[first]!.text > view.tokens[second]!.text) return;
  fill(filling, { slot: from, value: values[0], way: 'typed', from: first, to: first + 1 });
  for (const [at, use] of filling.uses.entries())
    if (use === 'free' && at < second && rangeWords.has(view.tokens[at]?.lower ?? '')) filling.uses[at] = 'name';
  fill(filling, { slot: until, value: values[1], way: 'typed', from: second, to: second + 1 });
}

/** "3 special events", "the 5 most recently played tracks": a number before what there is many of. */
export function fillLimit(filling: Filling): void {
  const { view, slots, isOwn } = filling;
  const limits = slots.filter(({ role }) => role === 'limit');
  const [limit, ...others] = limits.length > 1 ? limits.filter(({ own }) => own.join(' ') === 'limit') : limits;
  if (limit === undefined || others.length > 0 || filling.values.has(limit)) return;
  const at = view.tokens.findIndex((token, index) => {
    if (token.kind !== 'number' || !isFree(filling, index)) return false;
    const after = view.tokens.slice(index + 1, index + 5);
    const noun = after.findIndex(
      (next, offset) => view.isPlural[index + 1 + offset] === true && next.terms.some(isOwn),
    );
    return noun >= 0 && after.slice(0, noun).every(({ kind }) => kind === 'word');
  });
  const token = view.tokens[at];
  const value = token === undefined ? undefined : valueFor(limit, token);
  if (value !== undefined) fill(filling, { slot: limit, value, way: 'typed', from: at, to: at + 1 });
}
