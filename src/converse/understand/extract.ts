// The values of a sentence find their places among the arguments of one skill. The passes go from the surest to the least sure.

import type { Profile } from '../../catalog/search/profile.ts';
import type { Filling } from './filling.ts';
import { fillCounted } from './pass-counted.ts';
import { fillNamed } from './pass-named.ts';
import { fillChoices, fillSwitches } from './pass-choices.ts';
import { fillChange, fillConstants, fillLast } from './pass-last.ts';
import { fillLimit, fillPairs, fillTyped } from './pass-typed.ts';
import type { Slot } from './slots.ts';
import type { View } from './view.ts';

const passes = [
  fillPairs,
  fillCounted,
  fillNamed,
  fillChange,
  fillTyped,
  fillLimit,
  fillChoices,
  fillSwitches,
  fillLast,
  fillConstants,
];

export interface Facts {
  readonly view: View;
  readonly profile: Profile;
  readonly slots: readonly Slot[];
  readonly isKnown: (term: string) => boolean;
}

export function extract({ view, profile, slots, isKnown }: Facts): Filling {
  const filling: Filling = {
    view,
    slots,
    isOwn: (term) => profile.core.has(term),
    isKnown,
    values: new Map(),
    uses: view.tokens.map(() => 'free'),
    ways: new Map(),
  };
  for (const pass of passes) pass(filling);
  return filling;
}

export function toArguments({ values }: Filling): Readonly<Record<string, unknown>> {
  const args: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [{ path }, value] of values) {
    const [key, field] = path;
    if (field === undefined) args[key] = value;
    else {
      const body = (args[key] ??= Object.create(null)) as Record<string, unknown>;
      body[field] = value;
    }
  }
  return args;
}
