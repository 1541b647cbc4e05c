import { expect, it } from 'vitest';
import { createLog } from '../../observe/log.ts';
import { createSkill } from '../../../test/support/skills.ts';
import type { Skill } from '../../catalog/skill.ts';
import { createCheckCache } from './check-cache.ts';

it('compiles a skill once, and again only when others took its place', () => {
  const compiled: string[] = [];
  const watch = (id: string): Skill => {
    const skill = createSkill({ id });
    const schema = () => {
      compiled.push(id);
      return true;
    };
    return { ...skill, input: { ...skill.input, schema } };
  };
  const [a, b, c] = [watch('a'), watch('b'), watch('c')];
  const checks = createCheckCache(createLog({ level: 'silent' }, { write: () => undefined }).log, 2);
  for (const skill of [a, b, a, c, a]) checks(skill, 'input');
  expect(compiled).toEqual(['a', 'b', 'c']);
  checks(b, 'input');
  expect(compiled).toEqual(['a', 'b', 'c', 'b']);
});
