// Ajv lists the mistakes of every branch of an anyOf or oneOf. Readers want those of the branch that was meant: the one with the
// right type, the right tag and the fewest mistakes. When no branch stands out, one sentence says what each would need.

import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Violation } from '../../errors.ts';
import { isJsonObject } from '../../lib/json.ts';
import { describeError, fieldOf } from './describe.ts';

interface Entry {
  readonly error: ErrorObject;
  readonly violation: Violation;
}

const shownForms = 4;

export function describeErrors(errors: readonly ErrorObject[]): Violation[] {
  let entries: Entry[] = [];
  for (const error of errors) {
    if (error.keyword === 'if') continue;
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      entries.push({ error, violation: describeError(error) });
      continue;
    }
    const start = entries.findIndex((entry) => isOfUnion(entry.error, error));
    const branches = start < 0 ? [] : entries.slice(start).filter((entry) => isOfUnion(entry.error, error));
    const others = entries.filter((entry) => !branches.includes(entry));
    entries = [...others, ...chooseBranch(error, branches)];
  }
  return dropRepeats(entries.map(({ violation }) => violation));
}

// Branches are reported before their union, at its place or below it. What stands beside the union in the same schema is not theirs.
function isOfUnion(error: ErrorObject, union: ErrorObject): boolean {
  const { instancePath: place, schemaPath } = union;
  if (error.instancePath !== place && !error.instancePath.startsWith(`${place}/`)) return false;
  if (error.schemaPath.startsWith(`${schemaPath}/`)) return true;
  const parent = schemaPath.slice(0, schemaPath.lastIndexOf('/') + 1);
  return !error.schemaPath.startsWith(parent);
}

function chooseBranch(union: ErrorObject, entries: readonly Entry[]): readonly Entry[] {
  const passing: unknown = union.params['passingSchemas'];
  const field = fieldOf(union);
  if (Array.isArray(passing)) {
    const forms = passing.map((at) => Number(at) + 1).join(' and ');
    return [
      {
        error: union,
        violation: {
          field,
          description: `fits more than one of the allowed forms (${forms}); exactly one is expected`,
        },
      },
    ];
  }
  const groups = groupByBranch(union, entries).filter((group) => group.length > 0);
  const typed = groups.filter((group) => !group.some((entry) => isWrongType(entry, union)));
  if (typed.length === 0) return mergeTypes(union, groups);
  const scored = typed.map((group) => ({ group, score: scoreOf(group, union) })).sort((a, b) => a.score - b.score);
  const [best, second] = scored;
  if (best === undefined)
    return [{ error: union, violation: { field, description: 'fits none of the allowed forms' } }];
  if (second === undefined || best.score < second.score) return best.group;
  return [{ error: union, violation: { field, description: describeForms(scored.map(({ group }) => group)) } }];
}

// The errors come branch by branch. The schema path names the branch, directly or by the reference that the branch is; errors from
// further references belong to the branch at hand.
function groupByBranch(union: ErrorObject, entries: readonly Entry[]): Entry[][] {
  const branches = Array.isArray(union.schema) ? (union.schema as unknown[]) : [];
  const prefixes = branches.map((branch, at) => {
    const reference: unknown = isJsonObject(branch) ? branch['$ref'] : undefined;
    return [`${union.schemaPath}/${at}/`, ...(typeof reference === 'string' ? [`${reference}/`] : [])];
  });
  const groups: Entry[][] = branches.map(() => []);
  let current = 0;
  for (const entry of entries) {
    const at = prefixes.findIndex(
      (prefix, index) => index >= current && prefix.some((start) => entry.error.schemaPath.startsWith(start)),
    );
    if (at >= 0) current = at;
    groups[current]?.push(entry);
  }
  return groups;
}

function isWrongType({ error }: Entry, union: ErrorObject): boolean {
  return error.keyword === 'type' && error.instancePath === union.instancePath;
}

// A wrong `const` or `enum` one level below is most likely a tag, so the branch was not meant.
function scoreOf(group: readonly Entry[], union: ErrorObject): number {
  const depth = union.instancePath.split('/').length + 1;
  const wrongTags = group.filter(
    ({ error }) =>
      (error.keyword === 'const' || error.keyword === 'enum') && error.instancePath.split('/').length === depth,
  );
  return group.length + wrongTags.length * 100;
}

function mergeTypes(union: ErrorObject, groups: readonly (readonly Entry[])[]): readonly Entry[] {
  const wrong = groups.flatMap((group) => group.filter((entry) => isWrongType(entry, union)));
  const [first] = wrong;
  if (first === undefined)
    return [{ error: union, violation: { field: fieldOf(union), description: 'fits none of the allowed forms' } }];
  const types = [...new Set(wrong.flatMap(({ error }) => [error.params['type'] as string | string[]].flat()))];
  const error = { ...first.error, params: { type: types } };
  return [{ error, violation: describeError(error) }];
}

function describeForms(groups: readonly (readonly Entry[])[]): string {
  const forms = groups.slice(0, shownForms).map((group) => {
    const { field = '', description = '' } = group[0]?.violation ?? {};
    return `${field} ${description}`;
  });
  const more = groups.length > shownForms ? '; …' : '';
  return `fits none of the ${groups.length} allowed forms: ${forms.join('; or ')}${more}`;
}

function dropRepeats(violations: readonly Violation[]): Violation[] {
  const seen = new Map(violations.map((violation) => [`${violation.field}\n${violation.description}`, violation]));
  return [...seen.values()];
}
