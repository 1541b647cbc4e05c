// The skills of the moment, by id and by what they declare. Jobs are stored with the id of their skill and live longer than a catalog.

import type { Skill } from '../catalog/skill.ts';

export interface SkillIndex {
  find(id: string): Skill | undefined;
  /** True when a skill of the target has the method at this path, which is as sent and below the base URL. */
  isDeclared(target: string, method: string, path: string): boolean;
}

interface Indexed {
  readonly byId: ReadonlyMap<string, Skill>;
  /** Patterns of paths by target and method. */
  readonly paths: ReadonlyMap<string, readonly RegExp[]>;
}

/** Made anew when the list is another one. */
export function createSkillIndex(skills: () => readonly Skill[]): SkillIndex {
  const known = new WeakMap<readonly Skill[], Indexed>();
  const indexed = (): Indexed => {
    const list = skills();
    const index = known.get(list) ?? build(list);
    known.set(list, index);
    return index;
  };
  return {
    find: (id) => indexed().byId.get(id),
    isDeclared: (target, method, path) =>
      indexed()
        .paths.get(`${target} ${method}`)
        ?.some((pattern) => pattern.test(path)) === true,
  };
}

function build(skills: readonly Skill[]): Indexed {
  const paths = new Map<string, RegExp[]>();
  for (const { target, operation } of skills) {
    const key = `${target} ${operation.method}`;
    const pattern = toPattern(operation.path);
    const others = paths.get(key);
    if (others === undefined) paths.set(key, [pattern]);
    else others.push(pattern);
  }
  return { byId: new Map(skills.map((skill) => [skill.id, skill])), paths };
}

function toPattern(path: string): RegExp {
  const [plain = ''] = path.split('?', 1);
  const source = plain
    .split(/\{[^{}]*\}/)
    .map(RegExp.escape)
    .join('[^/]+');
  return new RegExp(`^${source}/?$`);
}
