// The checks of skills, compiled on first use and kept while they are used: a schema costs milliseconds to compile and memory to
// keep, so the least recently used one makes room.

import type { Log } from '../../observe/log.ts';
import type { Skill } from '../../catalog/skill.ts';
import { compileSchema, type SchemaCheck } from './schema-check.ts';

/** `input` has the body's fields beside the parameters where the skill allows it; `wholeBody` has the body under its key. */
export type InputLayout = 'input' | 'wholeBody';

export type CheckCache = (skill: Skill, layout: InputLayout) => SchemaCheck;

export function createCheckCache(log: Log, limit = 1_000): CheckCache {
  const caches: Readonly<Record<InputLayout, Generations>> = {
    input: { recent: new Map(), older: new Map() },
    wholeBody: { recent: new Map(), older: new Map() },
  };
  return (skill, layout) => {
    const cache = caches[layout];
    const known = cache.recent.get(skill);
    if (known !== undefined) return known;
    const check = cache.older.get(skill) ?? compileCheck(skill, layout, log);
    if (cache.recent.size >= limit / 2) {
      cache.older = cache.recent;
      cache.recent = new Map();
    }
    cache.recent.set(skill, check);
    return check;
  };
}

// A check that is used moves to the recent ones; when they are many, the older ones go. Unlike a list in order of use, nothing is
// moved per call.
interface Generations {
  recent: Map<Skill, SchemaCheck>;
  older: Map<Skill, SchemaCheck>;
}

function compileCheck(skill: Skill, layout: InputLayout, log: Log): SchemaCheck {
  const check = compileSchema(layout === 'input' ? skill.input.schema() : skill.input.wholeBodySchema());
  if (check.unchecked.length > 0) {
    log.warn(
      { target: skill.target, skill: skill.id, unchecked: check.unchecked },
      'part of the input schema is not checked',
    );
  }
  return check;
}
