// What the service answered as the parts of a message: JSON as data with its own digits, text as text, the rest as a file.
// The caller's accepted modes are a hint, never a reason to fail; a caller that spoke text gets the JSON as text beside the
// data. A message needs a part, so an empty answer becomes a sentence. A2A 1.0 §4.1.6, §3.2.2.

import { essenceOf, isJson } from '../lib/media-type.ts';
import type { Success } from '../invoke/outcome.ts';
import { sayEmpty } from '../task/artifact.ts';
import type { TaskPart } from '../task/task.ts';
import type { SendMessageRequest } from './requests.ts';

/** Longest text mirror in characters: what a reader or a model's prompt can bear. */
const mirrorLimit = 8_000;

type Wishes = Pick<SendMessageRequest, 'acceptedOutputModes' | 'parts'>;

export function toReplyParts(
  { status, content }: Pick<Success, 'status' | 'content'>,
  wishes: Wishes,
): readonly TaskPart[] {
  switch (content.kind) {
    case 'json':
      return toJsonParts(content.text, essenceOf(content.mediaType), wishes);
    case 'text':
      return [{ kind: 'text', text: content.text, mediaType: essenceOf(content.mediaType) }];
    case 'bytes':
      return [toFilePart(content)];
    case 'url':
      return [{ ...content, mediaType: essenceOf(content.mediaType) }];
    default:
      return [{ kind: 'text', text: sayEmpty(status) }];
  }
}

function toFilePart({ bytes, mediaType, filename }: Extract<Success['content'], { kind: 'bytes' }>): TaskPart {
  const name = filename === undefined ? {} : { filename };
  return { kind: 'bytes', base64: bytes.toString('base64'), mediaType: essenceOf(mediaType), ...name };
}

function toJsonParts(
  json: string,
  mediaType: string,
  { acceptedOutputModes: modes, parts }: Wishes,
): readonly TaskPart[] {
  const data: TaskPart = { kind: 'json', json, mediaType };
  if (takesOnlyText(modes)) return [{ kind: 'text', text: json }];
  const takesText = modes.length === 0 || modes.some(isTextMode);
  if (!takesText) return [data];
  return spokeText(parts) ? [{ kind: 'text', text: toMirror(json) }, data] : [data];
}

/** True for a caller that names text among the modes it accepts, and nothing that JSON can be. */
export function takesOnlyText(modes: readonly string[]): boolean {
  return modes.some(isTextMode) && !modes.some(isDataMode);
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
