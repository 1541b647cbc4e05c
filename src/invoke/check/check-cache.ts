// The checks of skills, compiled on first use and kept while they are used: a schema costs milliseconds to compile and memory to
// keep, so the least recently used one makes room.

import type { Log } from '../../observe/log.ts';
import type { Skill } from '../../catalog/skill.ts';
import { compileSchema, type SchemaCheck } from './schema-check.ts';

/** `input` has the body's fields beside the parameters where the skill allows it; `wholeBody` has the body under its key. */
export type InputLayout = 'input' | 'wholeBody';

export type CheckCache = (skill: Skill, layout: InputLayout) => SchemaCheck;

export function createCheckCache(log: Log, limit = 1_000): CheckCache {
  const caches: Readonly<Record<InputLayout, Map<Skill, SchemaCheck>>> = { input: new Map(), wholeBody: new Map() };
  return (skill, layout) => {
    const cache = caches[layout];
    const known = cache.get(skill);
    const check = known ?? compileSchema(layout === 'input' ? skill.input.schema() : skill.input.wholeBodySchema());
    if (known === undefined && check.unchecked.length > 0) {
      log.warn(
        { target: skill.target, skill: skill.id, unchecked: check.unchecked },
        'part of the input schema is not checked',
      );
    }
    if (known !== undefined) cache.delete(skill);
    cache.set(skill, check);
    if (cache.size > limit) cache.delete(cache.keys().next().value ?? skill);
    return check;
  };
}
