// Step 3 of a call: the arguments against the schema. Everything that is wrong is named at once, with where, what was found and what
// is expected, and a call that would work. Nothing is changed.

import type { Violation } from '../errors.ts';
import type { CompiledSkill } from './compile.ts';
import type { CheckCache, InputLayout } from './check/check-cache.ts';
import { toCheckable } from './check/checkable.ts';
import { describeErrors } from './check/reduce-unions.ts';
import type { SchemaCheck } from './check/schema-check.ts';
import { TooDeep } from '../lib/bounded-json.ts';
import { findNearest } from '../lib/nearest.ts';
import { invalidArguments } from './invalid-arguments.ts';

type Named = Readonly<Record<string, unknown>>;

/** True when there is nothing among the arguments but what JSON has. */
export function validateArguments(compiled: CompiledSkill, args: Named, checks: CheckCache): boolean {
  const { skill } = compiled;
  const check = checks(skill, layoutOf(compiled, args));
  const checkable = readCheckable(compiled, args);
  const unknown = findUnknown(compiled, args);
  // A value that JSON has no form for is replaced by one that can be checked.
  if (unknown.length === 0 && check.passes(checkable)) return checkable === args;
  throw invalidArguments(skill, describeAll(compiled, { args, check, checkable, unknown }), hintBody(compiled, args));
}

export function acceptsArguments(compiled: CompiledSkill, args: Named, checks: CheckCache): boolean {
  if (findUnknown(compiled, args).length > 0) return false;
  return checks(compiled.skill, layoutOf(compiled, args)).passes(readCheckable(compiled, args));
}

/** An explicit `body` is accepted where the body's fields stand beside the parameters, too. */
export function layoutOf({ body }: CompiledSkill, args: Named): InputLayout {
  return body?.layout === 'fields' && !body.keyIsField && Object.hasOwn(args, body.key) ? 'wholeBody' : 'input';
}

function readCheckable({ skill, body }: CompiledSkill, args: Named): unknown {
  try {
    return toCheckable(args, body?.bytesAs ?? 'latin1');
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    throw invalidArguments(skill, [{ field: 'arguments', description: error.message }]);
  }
}

// Only a body of fields may take more names than the skill knows; its schema decides. Elsewhere there is no place to send them to.
function findUnknown({ body, keys }: CompiledSkill, args: Named): readonly string[] {
  return body?.layout === 'fields' ? [] : Object.keys(args).filter((key) => !keys.has(key));
}

interface Findings {
  readonly args: Named;
  readonly check: SchemaCheck;
  readonly checkable: unknown;
  readonly unknown: readonly string[];
}

function describeAll(
  { keys, skill }: CompiledSkill,
  { args, check, checkable, unknown }: Findings,
): readonly Violation[] {
  const violations = describeErrors(check.explain(checkable));
  const places = new Map(skill.input.arguments.map((argument) => [argument.key, argument.in]));
  const placed = violations.map(({ field, description }) => {
    const place = places.get(field);
    const missing = place !== undefined && place !== 'field' && description.startsWith('is required');
    return { field, description: missing ? description.replace('is required', `is required (${place})`) : description };
  });
  const named = new Set(violations.map(({ field }) => field));
  for (const name of unknown.filter((name) => !named.has(name))) {
    const nearest = findNearest(
      name,
      [...keys].filter((key) => !Object.hasOwn(args, key)),
    );
    placed.push({
      field: name,
      description: `is not a known name${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`,
    });
  }
  return placed;
}

/** The most common mistake with a whole body: its members were put beside the parameters. */
function hintBody({ body, keys }: CompiledSkill, args: Named): string | undefined {
  if (body?.layout !== 'whole' || Object.hasOwn(args, body.key)) return undefined;
  if (Object.keys(args).every((key) => keys.has(key))) return undefined;
  return `Put the request body under "${body.key}".`;
}
