// How JSON is told to the sender of a message. Who spoke text gets a text beside the data, as far as the accepted modes allow; who sent
// data gets data. The fields that are wanted stand in the call, or in the metadata of the message or the request.

import type { Skill } from '../catalog/skill.ts';
import type { Call } from '../invoke/call.ts';
import { parseFields, type Fields } from '../lib/fields.ts';
import type { AnswerForm } from '../task/answer-form.ts';
import { takesOnlyText, takesText } from './output-modes.ts';
import type { SendMessageRequest } from './requests.ts';

export interface AnswerLimits {
  /** Most characters of the text beside the data. */
  readonly text: number;
  /** Most characters of the data; no limit by default. */
  readonly data?: number;
}

export type Wishes = Pick<SendMessageRequest, 'acceptedOutputModes' | 'parts' | 'metadata' | 'requestMetadata'>;

/** A text that stands alone is all that its reader gets. */
const aloneFactor = 16;

/** Undefined for JSON as the service wrote it. */
export function toAnswerForm(limits: AnswerLimits, wishes: Wishes, call: Call): AnswerForm | undefined {
  const as = toWay(wishes);
  const fields = call.fields ?? readFields(wishes.metadata) ?? readFields(wishes.requestMetadata);
  const isData = as === 'data' || as === 'data only';
  const isToldAside = as === 'data only' && spokeText(wishes.parts);
  if (isData && fields === undefined && limits.data === undefined && !isToldAside) return undefined;
  return {
    as,
    text: as === 'text' ? limits.text * aloneFactor : limits.text,
    // Beside the whole of the data nothing is left out.
    ...(as === 'text' || limits.data !== undefined ? { more: toMore(call.skill) } : {}),
    ...(isToldAside ? { isToldAside } : {}),
    ...(limits.data === undefined ? {} : { data: limits.data }),
    ...(fields === undefined ? {} : { fields }),
  };
}

function toWay({ acceptedOutputModes: modes, parts }: Wishes): AnswerForm['as'] {
  if (!takesText(modes)) return 'data only';
  if (!spokeText(parts)) return 'data';
  return takesOnlyText(modes) ? 'text' : 'text and data';
}

function spokeText(parts: Wishes['parts']): boolean {
  return parts.some((part) => part.kind === 'text') && !parts.some((part) => part.kind === 'data');
}

/** `fields` is a common word: what is no list of names is something else of the caller's. */
function readFields(metadata: Readonly<Record<string, unknown>>): Fields | undefined {
  return Object.hasOwn(metadata, 'fields') ? parseFields(metadata['fields']) : undefined;
}

const pagingWord =
  /^(?:limit|offset|page|per_?page|page_?size|page_?token|cursor|skip|take|top|start|max_?results|starting_?after)$/i;
const mostNamed = 4;

function toMore({ input }: Skill): string {
  const paging = input.arguments.map(({ key }) => key).filter((key) => pagingWord.test(key));
  const pages = paging.length === 0 ? '' : `, or for a part with ${paging.slice(0, mostNamed).join(' and ')}`;
  return `Ask for the fields that you need (fields=id,name)${pages}.`;
}
