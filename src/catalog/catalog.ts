// The immutable index of all skills of all targets. It is replaced as a whole on reload.

import type { Skill } from './skill.ts';
import type { TargetReport } from './report.ts';

export interface Catalog {
  /** Sorted by target (as configured), then as in the document. */
  readonly skills: readonly Skill[];
  readonly byId: ReadonlyMap<string, Skill>;
  readonly targets: readonly TargetReport[];
  /** By id, or by bare id, operationId or `name` where that is unique; undefined when there is none. */
  find(id: string): Skill | undefined;
  /** Up to `limit` ids that look like the given one, best first. */
  suggest(id: string, limit: number): readonly Skill[];
}
