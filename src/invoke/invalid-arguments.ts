// The one error for arguments that cannot be sent: a sentence for people and the violations for programs.

import { GatewayError, type Violation } from '../errors.ts';
import type { Skill } from '../catalog/skill.ts';

const shown = 3;
const kept = 50;

/** `hint` is one more sentence, about what to do. */
export function invalidArguments(skill: Skill, violations: readonly Violation[], hint?: string): GatewayError {
  const first = violations.slice(0, shown).map((violation) => `${violation.field}: ${violation.description}`);
  const rest = violations.length > shown ? ` (and ${violations.length - shown} more)` : '';
  const sentences = [
    `The arguments do not fit the skill "${skill.id}". ${first.join('; ')}${rest}.`,
    hint,
    validCall(skill),
  ];
  return new GatewayError('invalid_arguments', sentences.filter((sentence) => sentence !== undefined).join(' '), {
    violations: violations.slice(0, kept),
    metadata: { skill: skill.id },
  });
}

/** One argument that the schema allows but HTTP cannot carry. */
export class UnsendableValue extends Error {
  readonly violation: Violation;

  constructor(violation: Violation) {
    super(`${violation.field}: ${violation.description}`);
    this.name = 'UnsendableValue';
    this.violation = violation;
  }
}

function validCall(skill: Skill): string | undefined {
  const [example] = skill.examples();
  return example === undefined ? undefined : `A valid call: ${example}`;
}
