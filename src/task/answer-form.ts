// How JSON is told to the caller of a task or message: as data, as a text that people and models can read, or both; how much of it, and
// which of its fields. What is left out is said, with the way to get it.

import { selectFields, type Fields } from '../lib/fields.ts';
import { cutData, type CutData } from '../lib/readable/cut-data.ts';
import { toReadable } from '../lib/readable/to-readable.ts';
import type { TaskPart } from './task.ts';

export interface AnswerForm {
  /** In this order. `data`: with words only where something is missing. `data only`: never with words. */
  readonly as: 'data' | 'data only' | 'text and data' | 'data and text' | 'text';
  /** Most characters of the text. */
  readonly text: number;
  /** Most characters of the data; no limit by default. */
  readonly data?: number;
  readonly fields?: Fields;
  /** True for who spoke text and takes none: what a task came to is told in the message of its status, where no output mode counts. */
  readonly isToldAside?: true;
  /** A sentence that says how to get what was left out. */
  readonly more?: string;
}

export interface TellOptions {
  /** True for what is kept: the data stands beside the text in any case, and each reader is shown what it takes. */
  readonly keepsData?: boolean;
}

interface JsonContent {
  readonly text: string;
  readonly mediaType: string;
}

/** `text` of the content: checked JSON. */
export function tellJson(
  { text, mediaType }: JsonContent,
  form: AnswerForm,
  options?: TellOptions,
): readonly TaskPart[] {
  const { json, unknown } = form.fields === undefined ? { json: text, unknown: [] } : selectFields(text, form.fields);
  const notes = unknown.length === 0 ? '' : toUnknown(unknown);
  const cut = form.data === undefined || form.as === 'text' ? undefined : cutData(json, form.data);
  const said = [cut === undefined ? '' : toCut(cut, form.more), notes].filter(isSaid).join('\n');
  const data: TaskPart = {
    kind: 'json',
    json: cut?.json ?? json,
    mediaType,
    // Who takes no words is told beside the data.
    ...(form.as === 'data only' && said !== '' ? { metadata: { note: said } } : {}),
  };
  switch (form.as) {
    case 'data only':
      return [data];
    case 'data':
      return said === '' ? [data] : [data, { kind: 'text', text: said }];
    default: {
      const isAlone = form.as === 'text';
      const rest = cut !== undefined ? toCut(cut, form.more) : isAlone ? (form.more ?? '') : 'The data part holds all.';
      const words = withNotes(json, { notes, limit: form.text, rest, isAlone });
      const rendering: TaskPart = { kind: 'text', text: words, isRendering: true };
      if (form.as === 'data and text') return [data, rendering];
      return isAlone && options?.keepsData !== true ? [rendering] : [rendering, data];
    }
  }
}

/** The words that go beside artifacts that hold data only. */
export function tellAside({ text }: JsonContent, form: AnswerForm | undefined): string | undefined {
  if (form?.isToldAside !== true) return undefined;
  const { json } = form.fields === undefined ? { json: text } : selectFields(text, form.fields);
  return toReadable(json, { limit: form.text, rest: 'The data part holds all.', isAlone: false });
}

/**
 * For what an agent behind the gateway answers: its data comes first, as it would from the agent itself, and is told in words only
 * where the agent has none.
 */
export function toAgentForm(form: AnswerForm, said: string | undefined): AnswerForm {
  if (form.as !== 'text and data') return form;
  return { ...form, as: said === undefined || said.trim() === '' ? 'data and text' : 'data' };
}

interface Words {
  readonly notes: string;
  readonly limit: number;
  readonly rest: string;
  readonly isAlone: boolean;
}

function withNotes(json: string, { notes, limit, rest, isAlone }: Words): string {
  // What is answered comes before what is not in it.
  if (notes === '' || notes.length > limit / 2) return toReadable(json, { limit, rest, isAlone });
  return `${toReadable(json, { limit: limit - notes.length - 1, rest, isAlone })}\n${notes}`;
}

const mostNamed = 10;

function toUnknown(fields: Fields): string {
  const named = fields.slice(0, mostNamed).join(', ');
  return `Not in the answer: ${fields.length > mostNamed ? `${named} and ${fields.length - mostNamed} more` : named}.`;
}

function toCut({ lists, leftOut }: CutData, more = ''): string {
  const items = lists
    .slice(0, mostNamed)
    .map(({ path, shown, count }) => `${shown} of ${count} items${path === '' ? '' : ` of ${path}`}`);
  const gone = leftOut.slice(0, mostNamed).join(', ');
  const held = items.length === 0 ? '' : `The data part was cut: it holds ${items.join(', ')}.`;
  const without = gone === '' ? '' : `Too long for the data part: ${gone}.`;
  return [held, without, more].filter(isSaid).join(' ');
}

function isSaid(text: string): boolean {
  return text !== '';
}
