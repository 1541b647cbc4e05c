// What the operator decided about messages that are plain text.

import type { Skill } from '../catalog/skill.ts';

export interface ConverseSettings {
  /** Whether sentences are understood by their words. */
  readonly understand: boolean;
  /** Which calls that a text asks for are asked back first. */
  readonly confirm: 'destructive' | 'unsafe' | 'never';
}

export const defaultSettings: ConverseSettings = { understand: true, confirm: 'destructive' };

export function needsConfirmation({ readOnly, destructive }: Skill, { confirm }: ConverseSettings): boolean {
  if (confirm === 'never') return false;
  return destructive || (confirm === 'unsafe' && !readOnly);
}
