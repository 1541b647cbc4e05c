// What a text gives as the arguments of a skill whose name it has: pairs become an object with the names that the skill uses.

import type { Skill } from '../../catalog/skill.ts';
import { findArgument, toKnownNames, withKnownNames } from '../argument-names.ts';
import { toArgumentTree } from '../argument-tree.ts';
import type { Pair } from '../key-values.ts';
import { unreadableArguments } from '../refusal.ts';

export interface Given {
  readonly arguments: unknown;
  /** True when strings stand for what the schema asks for. */
  readonly coerce: boolean;
}

/** Throws SyntaxError when the pairs contradict each other. */
export function toGivenPairs(pairs: readonly Pair[], skill: Skill): Given {
  return { arguments: withKnownNames(toArgumentTree(pairs, toKnownNames(skill)), skill), coerce: true };
}

/** JSON of a text; its values are checked as they are. */
export function toGivenJson(value: unknown, skill: Skill): Given {
  return { arguments: withKnownNames(value, skill), coerce: false };
}

/** Whether a word, or what stands before its first dot or bracket, is an argument of the skill. */
export function isKeyOf(skill: Skill): (name: string) => boolean {
  return (name) => {
    if (findArgument(name, skill) !== undefined) return true;
    const [head = ''] = name.split(/[.[]/, 1);
    return head !== name && findArgument(head, skill) !== undefined;
  };
}

/** Runs a parser; what it complains of becomes an error about the skill's arguments. */
export function readable<Value>(skill: Skill, field: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SyntaxError)
      throw unreadableArguments(field, `the arguments cannot be read: ${error.message}`, skill);
    throw error;
  }
}
