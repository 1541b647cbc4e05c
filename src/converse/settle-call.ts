// A call that a text asks for, before it is made: what is missing is asked for, and what destroys something is asked back.

import type { GatewayError } from '../errors.ts';
import type { Call } from '../invoke/call.ts';
import { isJsonObject } from '../lib/json.ts';
import { askForArguments } from './ask/complete.ts';
import { askWhether } from './ask/confirm.ts';
import type { Resolution } from './resolution.ts';
import { needsConfirmation, type ConverseSettings } from './settings.ts';

export interface SettleDeps {
  readonly settings: ConverseSettings;
  /** What is wrong with the arguments of a call. */
  check(call: Call): GatewayError | undefined;
  /** The call with values in place of the strings that stand for them. */
  toPlain(call: Call): Call;
}

export interface Settling {
  /** True when the caller has said yes to this very call. */
  readonly confirmed: boolean;
  /** True for what was only understood from a sentence: everything unsafe is asked back. */
  readonly guessed: boolean;
}

export function settleCall(deps: SettleDeps, call: Call, { confirmed, guessed }: Settling): Resolution {
  const isAsked = !confirmed && (needsConfirmation(call.skill, deps.settings) || (guessed && !call.skill.readOnly));
  // What is wrong with other calls is found when they are made.
  const wrong = isAsked || guessed ? deps.check(call) : undefined;
  if (wrong !== undefined) return { kind: 'question', question: askForArguments(deps.toPlain(call), wrong) };
  if (!isAsked) return { kind: 'call', call, spoken: true };
  const { skill, arguments: args, coerce, fields } = deps.toPlain(call);
  const possible = { skill, arguments: isJsonObject(args) ? args : {}, coerce, missing: [], fields };
  return { kind: 'question', question: askWhether(possible, call.resolvedBy) };
}
