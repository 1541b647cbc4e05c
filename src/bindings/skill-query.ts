// The query of `GET /skills`: `q` for words to search by, `tag` for one group, `limit` for the most to be shown. What cannot be read is
// refused with what was expected; names that are not known are left alone.

import { createSkillSearch } from '../catalog/search/skill-search.ts';
import type { Skill } from '../catalog/skill.ts';
import { GatewayError } from '../errors.ts';

export interface SkillQuery {
  /** Empty: all skills. */
  readonly words: string;
  readonly tag: string | undefined;
  /** Undefined: ten of a search, else all. */
  readonly limit: number | undefined;
}

export interface SelectedSkill {
  readonly skill: Skill;
  /** Undefined when nothing was searched for. */
  readonly score?: number;
}

const defaultLimit = 10;
const largestLimit = 50;

/** Throws `invalid_params`. */
export function parseSkillQuery(query: unknown): SkillQuery {
  const given = query as Readonly<Record<string, unknown>>;
  const tag = readOne(given, 'tag');
  return {
    words: readOne(given, 'q') ?? '',
    tag: tag === '' ? undefined : tag,
    limit: parseLimit(readOne(given, 'limit')),
  };
}

/** True when nothing is asked of the list. */
export function isWhole({ words, tag, limit }: SkillQuery): boolean {
  return words === '' && tag === undefined && limit === undefined;
}

/** Best first; without words, in the order of the catalog. */
export function selectSkills(skills: readonly Skill[], { words, tag, limit }: SkillQuery): readonly SelectedSkill[] {
  const wanted = tag?.toLowerCase();
  const fits = (skill: Skill): boolean =>
    wanted === undefined || skill.tags.some((one) => one.toLowerCase() === wanted);
  if (words === '') {
    const all = wanted === undefined ? skills : skills.filter(fits);
    return all.slice(0, limit).map((skill) => ({ skill }));
  }
  const most = limit ?? defaultLimit;
  const found = createSkillSearch(skills)(words, wanted === undefined ? most : skills.length);
  return found.filter(({ skill }) => fits(skill)).slice(0, most);
}

function readOne(query: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'string') return value.trim();
  throw refuse(name, `expected one value, found ${Array.isArray(value) ? value.length : 'something else'}`);
}

function parseLimit(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= largestLimit) return limit;
  throw refuse('limit', `expected an integer from 1 to ${largestLimit}, found ${JSON.stringify(text.slice(0, 40))}`);
}

function refuse(field: string, description: string): GatewayError {
  return new GatewayError('invalid_params', `${field}: ${description}.`, { violations: [{ field, description }] });
}
