// The doctor's closer look at one skill, which is too dear for the start: every schema is read, every pattern and example tried.

import type { ApiDocument } from '../spec/document.ts';
import type { Finding, LossReason } from './report.ts';
import type { Skill } from './skill.ts';

export interface ExamineDeps {
  readonly document: ApiDocument;
  /** What the checks of the skill's arguments cannot check, in sentences. */
  uncheckedPatterns(skill: Skill): readonly string[];
  /** True when the call line is accepted as it stands. */
  acceptsExample(skill: Skill, line: string): boolean;
}

export function examineSkill(
  skill: Skill,
  { document, uncheckedPatterns, acceptsExample }: ExamineDeps,
): readonly Finding<LossReason>[] {
  const output = skill.outputSchema();
  const unreadable = [
    ...document.schemas.problems([skill.input.schema()], 'input'),
    ...(output === undefined ? [] : document.schemas.problems([output], 'output')),
  ];
  return [
    ...[...new Set(unreadable)].map((message) => ({ reason: 'schema_unknown' as const, message })),
    ...uncheckedPatterns(skill).map((message) => ({ reason: 'pattern_unchecked' as const, message })),
    ...skill
      .examples()
      .filter((line) => !acceptsExample(skill, line))
      .map((line) => ({
        reason: 'example_refused' as const,
        message: `the example "${line.length > 120 ? `${line.slice(0, 120)}…` : line}" does not fit the schema; give one in the document that does`,
      })),
  ];
}
