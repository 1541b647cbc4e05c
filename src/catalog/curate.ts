// Which operations the operator wants as skills: include, then exclude, by tag, method, path, id or deprecation.

import type { SkillMatch } from '../config/schema-target.ts';
import type { Operation } from '../spec/operation.ts';

export interface Selection {
  /** Empty means all. */
  readonly include: readonly SkillMatch[];
  readonly exclude: readonly SkillMatch[];
}

export interface Candidate {
  readonly operation: Operation;
  readonly ids: readonly string[];
}

/** A sentence that says why the candidate is left out, or undefined. */
export function findExclusion(candidate: Candidate, { include, exclude }: Selection): string | undefined {
  if (candidate.operation.extension['exclude'] === true) return 'left out by x-skillgate in the document';
  if (include.length > 0 && !include.some((match) => fits(candidate, match)))
    return 'it fits no entry of skills.include';
  const excluded = exclude.find((match) => fits(candidate, match));
  return excluded === undefined ? undefined : `left out by skills.exclude (${describeMatch(excluded)})`;
}

function fits({ operation, ids }: Candidate, match: SkillMatch): boolean {
  if (match.tag !== undefined && !operation.tags.includes(match.tag)) return false;
  if (match.method !== undefined && match.method !== operation.method.toUpperCase()) return false;
  if (match.path !== undefined && !toPathPattern(match.path).test(operation.path)) return false;
  if (match.id !== undefined && !ids.includes(match.id) && operation.operationId !== match.id) return false;
  return match.deprecated === undefined || match.deprecated === operation.deprecated;
}

/** `*` stands for one segment or a part of it, `**` for any number of them. */
function toPathPattern(pattern: string): RegExp {
  const source = pattern
    .split('**')
    .map((piece) => piece.split('*').map(RegExp.escape).join('[^/]*'))
    .join('.*');
  return new RegExp(`^${source}$`);
}

function describeMatch(match: SkillMatch): string {
  return Object.entries(match)
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(', ');
}
