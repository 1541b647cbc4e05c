// What the service answered as the parts of a message: JSON as data with its own digits, text as text, the rest as a file.
// The caller's accepted modes are a hint, never a reason to fail; a caller that spoke text gets the JSON as text beside the
// data. A message needs a part, so an empty answer becomes a sentence. A2A 1.0 §4.1.6, §3.2.2.

import { essenceOf, isJson } from '../lib/media-type.ts';
import type { Success } from '../invoke/outcome.ts';
import type { ReplyPart, SendMessageRequest } from './requests.ts';

/** Longest text mirror in characters: what a reader or a model's prompt can bear. */
const mirrorLimit = 8_000;

type Wishes = Pick<SendMessageRequest, 'acceptedOutputModes' | 'parts'>;

export function toReplyParts(
  { status, content }: Pick<Success, 'status' | 'content'>,
  wishes: Wishes,
): readonly ReplyPart[] {
  switch (content.kind) {
    case 'json':
      return toJsonParts(content.text, essenceOf(content.mediaType), wishes);
    case 'text':
      return [{ kind: 'text', text: content.text, mediaType: essenceOf(content.mediaType) }];
    case 'bytes':
      return [{ ...content, mediaType: essenceOf(content.mediaType) }];
    default:
      return [{ kind: 'text', text: `The service answered ${status} without content.` }];
  }
}

function toJsonParts(
  json: string,
  mediaType: string,
  { acceptedOutputModes: modes, parts }: Wishes,
): readonly ReplyPart[] {
  const data: ReplyPart = { kind: 'json', json, mediaType };
  const takesText = modes.length === 0 || modes.some(isTextMode);
  if (!takesText) return [data];
  const takesData = modes.length === 0 || modes.some(isDataMode);
  if (!takesData) return [{ kind: 'text', text: json }];
  return spokeText(parts) ? [{ kind: 'text', text: toMirror(json) }, data] : [data];
}

function spokeText(parts: Wishes['parts']): boolean {
  return parts.some((part) => part.kind === 'text') && !parts.some((part) => part.kind === 'data');
}

function toMirror(json: string): string {
  if (json.length <= mirrorLimit) return json;
  return `${json.slice(0, mirrorLimit).toWellFormed()}\n… (cut; the data part holds the whole answer)`;
}

function isTextMode(mode: string): boolean {
  const essence = essenceOf(mode);
  return essence === '*/*' || essence === 'text' || essence.startsWith('text/');
}

function isDataMode(mode: string): boolean {
  const essence = essenceOf(mode);
  return essence === '*/*' || essence === 'application/*' || essence === 'data' || isJson(essence);
}
