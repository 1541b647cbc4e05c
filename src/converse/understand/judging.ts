// What it takes to judge how well one skill and one sentence agree.

import type { Profile } from '../../catalog/search/profile.ts';
import type { Ranking } from '../../catalog/search/ranking.ts';
import { toTerm } from '../../catalog/search/words.ts';
import type { Slot } from './slots.ts';
import type { View } from './view.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface Judging {
  readonly view: View;
  readonly profile: Profile;
  readonly slots: readonly Slot[];
  /** Terms of what the skill answers with. */
  readonly answers: () => ReadonlySet<string>;
  readonly ranking: Ranking;
  readonly vocabulary: Vocabulary;
}

const plain =
  'get show list find fetch retrieve view see give tell look lookup display return read load create add make update change edit set delete remove';

/** Verbs that say nothing but whether to read, create, change or delete. "Search" and "check" say more. */
export const plainVerbs: ReadonlySet<string> = new Set(plain.split(' ').map(toTerm));
