// All targets become one catalog: skills with names that are unique over all of them, look-ups by every name that a caller may
// use, and the report of what became of each operation. A target whose document cannot be read takes none of the others down.

import { rankNearest } from '../lib/nearest.ts';
import { buildSkills, type BuiltTarget, type TargetSource } from './build-skills.ts';
import type { Catalog } from './catalog.ts';
import type { TargetReport } from './report.ts';
import { buildSkillNames } from './skill-name.ts';
import type { Skill } from './skill.ts';

/** A target that was read, or why it could not be. */
export type CatalogSource =
  | (TargetSource & { readonly source: string })
  | { readonly id: string; readonly source: string; readonly failure: string };

export function buildCatalog(sources: readonly CatalogSource[]): Catalog {
  const first = buildTargets(sources, new Set());
  const shared = findSharedIds(first);
  const built = shared.size === 0 ? first : buildTargets(sources, shared);
  const unnamed = built.flatMap(({ target }) => target?.skills ?? []);
  const names = buildSkillNames(
    unnamed.map(({ skill, summary, name }) => ({
      id: skill.id,
      bareId: skill.bareId,
      summary,
      ...(name === undefined ? {} : { name }),
    })),
  );
  const skills = unnamed.map(({ skill }, at): Skill => ({ ...skill, name: names[at] ?? skill.id }));
  return { skills, ...buildLookUp(skills), targets: built.map(({ source, target }) => toReport(source, target)) };
}

interface Built {
  readonly source: CatalogSource;
  /** Undefined when the document could not be read. */
  readonly target: BuiltTarget | undefined;
}

function buildTargets(sources: readonly CatalogSource[], shared: ReadonlySet<string>): readonly Built[] {
  return sources.map((source) => ({ source, target: 'failure' in source ? undefined : buildSkills(source, shared) }));
}

/** Ids of which two targets have a skill: possible only where the operator wants no prefixes. */
function findSharedIds(built: readonly Built[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { skill } of built.flatMap(({ target }) => target?.skills ?? [])) {
    if (seen.has(skill.id)) shared.add(skill.id);
    seen.add(skill.id);
  }
  return shared;
}

/** Look-ups of a list of skills by every name that a caller may use. */
export function buildLookUp(skills: readonly Skill[]): Pick<Catalog, 'byId' | 'find' | 'suggest'> {
  const byId = new Map(skills.map((skill) => [skill.id, skill]));
  const byOtherName = [
    uniqueIndex(skills, (skill) => skill.bareId),
    uniqueIndex(skills, (skill) => skill.operation.operationId),
    uniqueIndex(skills, (skill) => skill.name),
  ];
  return {
    byId,
    find: (id) => byId.get(id) ?? byOtherName.map((index) => index.get(id)).find((skill) => skill !== undefined),
    suggest: (id, limit) => {
      const bareIds = new Map(skills.map((skill) => [skill.bareId, skill]));
      const near = rankNearest(id, [...byId.keys(), ...bareIds.keys()], limit * 2).map(
        (name) => byId.get(name) ?? bareIds.get(name),
      );
      const word = id.toLowerCase();
      const containing = skills.filter((skill) => word.length > 2 && skill.id.toLowerCase().includes(word));
      return [...new Set([...near, ...containing].filter((skill) => skill !== undefined))].slice(0, limit);
    },
  };
}

/** Names that two skills share lead to none of them. */
function uniqueIndex(
  skills: readonly Skill[],
  nameOf: (skill: Skill) => string | undefined,
): ReadonlyMap<string, Skill> {
  const index = new Map<string, Skill | undefined>();
  for (const skill of skills) {
    const name = nameOf(skill);
    if (name !== undefined) index.set(name, index.has(name) ? undefined : skill);
  }
  return new Map([...index].filter((entry): entry is [string, Skill] => entry[1] !== undefined));
}

function toReport(source: CatalogSource, target: BuiltTarget | undefined): TargetReport {
  if ('failure' in source)
    return {
      id: source.id,
      source: source.source,
      title: '',
      openapi: '',
      failure: source.failure,
      notes: [],
      operations: [],
    };
  const { document } = source;
  const unused = (target?.unused ?? []).map((key) => `skills.override names "${key}", and there is no such skill`);
  const none = (target?.operations.length ?? 0) === 0 ? ['the document declares no callable operations'] : [];
  return {
    id: source.id,
    source: source.source,
    title: document.title,
    openapi: document.version,
    notes: [...document.notes, ...none, ...unused],
    operations: target?.operations ?? [],
  };
}
