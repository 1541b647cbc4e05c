// The parts of a turn, sorted by what they can be for a call: one data part, one text (text parts are joined by a line end)
// and files. Refuses a second data part: which of the two holds the arguments cannot be known.

import { GatewayError } from '../errors.ts';
import { leaveOutRelayedTalk } from './relayed-talk.ts';
import type { Turn, TurnPart } from './turn.ts';

export type FilePart = Extract<TurnPart, { kind: 'bytes' | 'url' }>;

/** Something of the message, and where it stands: `message.parts[0]`. */
export interface Located<Value> {
  readonly value: Value;
  readonly field: string;
}

/** JSON that may be arguments. */
export interface JsonSource extends Located<unknown> {
  /** Path of the JSON itself, for what is wrong inside: `message.parts[0].data`. */
  readonly inner: string;
}

export interface Contents {
  readonly turn: Turn;
  readonly data: JsonSource | undefined;
  /** Trimmed; `value` is empty when no text part says anything. */
  readonly text: Located<string>;
  readonly files: readonly Located<FilePart>[];
}

export function toContents(turn: Turn): Contents {
  let data: JsonSource | undefined;
  const texts: Located<string>[] = [];
  const files: Located<FilePart>[] = [];
  for (const [at, part] of turn.parts.entries()) {
    const field = `${turn.partsField}[${at}]`;
    if (part.kind === 'text') {
      const value = part.text.trim();
      if (value !== '') texts.push({ value, field });
      continue;
    }
    if (part.kind !== 'data') {
      files.push({ value: part, field });
      continue;
    }
    if (data !== undefined) throw secondDataPart(field, data.field);
    data = { value: part.data, field, inner: `${field}.data` };
  }
  const said = leaveOutRelayedTalk(texts);
  const text = { value: said.map(({ value }) => value).join('\n'), field: said[0]?.field ?? turn.partsField };
  return { turn, data, text, files };
}

/** JSON that was found in a text. */
export function toJsonSource(value: unknown, text: Located<string>): JsonSource {
  return { value, field: text.field, inner: `${text.field}.text` };
}

function secondDataPart(field: string, first: string): GatewayError {
  const problem = `a call takes one data part, and ${first} is one already; put all arguments into one data part`;
  return new GatewayError('part_not_usable', `${field} cannot be used: ${problem}.`, {
    violations: [{ field, description: problem }],
  });
}
