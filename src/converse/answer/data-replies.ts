// Answers as data: `{"confirm": true}`, `{"choice": 2}`, or the arguments that were asked for.

import { isJsonObject } from '../../lib/json.ts';
import type { Agent } from '../agent.ts';
import type { Contents } from '../contents.ts';
import { parseEnvelope } from '../envelope.ts';
import { findContract } from '../steps/extension.ts';
import { findNamed } from '../steps/metadata.ts';
import { saysNo, saysYes } from './replies.ts';

/** True for a data part that names no skill, and neither does anything else of the message. */
export function isBareData(contents: Contents, agent: Agent): boolean {
  return contents.data !== undefined && namesNothing(contents, agent);
}

/** True when neither the metadata nor the data names a skill. */
export function namesNothing(contents: Contents, agent: Agent): boolean {
  if (findContract(contents) !== undefined || findNamed(contents, agent) !== undefined) return false;
  const envelope = contents.data === undefined ? undefined : parseEnvelope(contents.data.value);
  return envelope === undefined || agent.named(envelope.name).length === 0;
}

const decisions = ['confirm', 'confirmed', 'approve', 'approved', 'answer', 'yes', 'ok', 'reply', 'response'];
const numbers = ['choice', 'candidate', 'number', 'option', 'answer', 'index', 'reply', 'response'];

/** Yes or no; undefined for anything else. */
export function readDecision(value: unknown): boolean | undefined {
  const said = only(value, decisions);
  if (typeof said === 'boolean') return said;
  if (typeof said !== 'string') return undefined;
  if (saysYes(said)) return true;
  return saysNo(said) ? false : undefined;
}

/** Counted from 0. */
export function readNumber(value: unknown, count: number): number | undefined {
  const said = only(value, numbers);
  const number = typeof said === 'number' || typeof said === 'string' ? Number(said) : Number.NaN;
  return Number.isInteger(number) && number >= 1 && number <= count ? number - 1 : undefined;
}

/** The value itself, or that of the one key of an object. */
function only(value: unknown, keys: readonly string[]): unknown {
  if (!isJsonObject(value)) return value;
  const [entry, other] = Object.entries(value);
  return entry !== undefined && other === undefined && keys.includes(entry[0].toLowerCase()) ? entry[1] : undefined;
}
