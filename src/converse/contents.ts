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

const noFiles: readonly Located<FilePart>[] = [];

export function toContents(turn: Turn): Contents {
  const { parts, partsField } = turn;
  let data: JsonSource | undefined;
  // Made when there is something to put in: most messages are one data part.
  let texts: Located<string>[] | undefined;
  let files: Located<FilePart>[] | undefined;
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at];
    if (part?.kind === 'text') {
      const value = part.text.trim();
      if (value !== '') (texts ??= []).push({ value, field: `${partsField}[${at}]` });
    } else if (part?.kind === 'data') {
      const source = new DataPart(part.data, partsField, at);
      if (data !== undefined) throw secondDataPart(source.field, data.field);
      data = source;
    } else if (part !== undefined) {
      (files ??= []).push({ value: part, field: `${partsField}[${at}]` });
    }
  }
  return {
    turn,
    data,
    text: texts === undefined ? { value: '', field: partsField } : joinTexts(texts, partsField),
    files: files ?? noFiles,
  };
}

function joinTexts(texts: readonly Located<string>[], partsField: string): Located<string> {
  const said = leaveOutRelayedTalk(texts);
  return { value: said.map(({ value }) => value).join('\n'), field: said[0]?.field ?? partsField };
}

/** Where it stands is only written out for an error. */
class DataPart implements JsonSource {
  readonly value: unknown;
  readonly #partsField: string;
  readonly #at: number;

  constructor(value: unknown, partsField: string, at: number) {
    this.value = value;
    this.#partsField = partsField;
    this.#at = at;
  }

  get field(): string {
    return `${this.#partsField}[${this.#at}]`;
  }

  get inner(): string {
    return `${this.field}.data`;
  }
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
