// A call that may be meant, in the two forms that a question has it in: to be kept with the task, and to be shown.

import type { Skill } from '../../catalog/skill.ts';
import type { Call, ResolvedBy } from '../../invoke/call.ts';
import type { Candidate, OpenQuestion } from '../../task/task.ts';
import type { CandidateData } from '../resolution.ts';
import { completeFromExamples, toCallLine, type KnownArguments } from './call-line.ts';

/** A call that lacks something, or that has to be chosen or confirmed. */
export interface Possible {
  readonly skill: Skill;
  readonly arguments: KnownArguments;
  readonly coerce: boolean;
  readonly missing: readonly string[];
  /** Fields of the answer that are wanted; all by default. */
  readonly fields?: readonly string[] | undefined;
}

/** Schemas of so many characters together go along; `GET /skills/{id}` has the others. */
const largestSchemas = 16_000;

export function toCall({ skill, arguments: args, coerce, fields }: Possible, resolvedBy: ResolvedBy): Call {
  return { skill, arguments: args, coerce, resolvedBy, ...(fields === undefined ? {} : { fields }) };
}

export function toCandidate({ skill, arguments: args, coerce, missing, fields }: Possible): Candidate {
  return { skill: skill.id, arguments: args, coerce, missing, ...(fields === undefined ? {} : { fields }) };
}

/** A sentence that was understood by its words alone is a guess. */
export function guessedBy(resolvedBy: ResolvedBy | undefined): Pick<OpenQuestion, 'guessed'> {
  return resolvedBy === 'sentence' ? { guessed: true } : {};
}

export function lineOf({ skill, arguments: args, missing }: Possible): string {
  return toCallLine(skill, completeFromExamples(skill, args, missing));
}

export function toCandidatesData(possible: readonly Possible[], toLine = lineOf): readonly CandidateData[] {
  return possible.map((one) => toCandidateData(one, toLine(one), largestSchemas / possible.length));
}

function toCandidateData(possible: Possible, callLine: string, largestSchema: number): CandidateData {
  const { skill, arguments: args, missing } = possible;
  const inputSchema = skill.input.schema();
  return {
    skillId: skill.id,
    name: skill.name,
    description: skill.description,
    arguments: args,
    missing,
    callLine,
    ...(JSON.stringify(inputSchema).length > largestSchema ? {} : { inputSchema }),
  };
}
