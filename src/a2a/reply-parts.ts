// What a service answered, as the parts of a message: JSON as data with its digits kept, or told as its reader wants it, text as text,
// other bytes as a file. A message needs a part, so an empty answer becomes a sentence. A2A 1.0 §4.1.6, §3.2.2.

import { essenceOf } from '../lib/media-type.ts';
import type { Success } from '../invoke/outcome.ts';
import { tellJson, type AnswerForm } from '../task/answer-form.ts';
import { sayEmpty } from '../task/artifact.ts';
import type { TaskPart } from '../task/task.ts';

export interface ReplyOptions {
  /** Undefined: JSON is told as data. */
  readonly form: AnswerForm | undefined;
  /** True: JSON parts become text parts. */
  readonly textOnly: boolean;
}

export function toReplyParts(
  { status, content }: Pick<Success, 'status' | 'content'>,
  { form, textOnly }: ReplyOptions,
): readonly TaskPart[] {
  switch (content.kind) {
    case 'json': {
      const { text } = content;
      const mediaType = essenceOf(content.mediaType);
      const parts: readonly TaskPart[] =
        form === undefined ? [{ kind: 'json', json: text, mediaType }] : tellJson({ text, mediaType }, form);
      return textOnly ? toTexts(parts) : parts;
    }
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

/** For a reader who takes only text: what a text tells already is left out, other JSON is shown as it is written. */
export function toTexts(parts: readonly TaskPart[]): readonly TaskPart[] {
  return parts.flatMap((part, at): readonly TaskPart[] => {
    if (part.kind !== 'json') return [part];
    const isTold = isRendering(parts[at - 1]) || isRendering(parts[at + 1]);
    return isTold ? [] : [{ kind: 'text', text: part.json }];
  });
}

function isRendering(part: TaskPart | undefined): boolean {
  return part?.kind === 'text' && part.isRendering === true;
}

function toFilePart({ bytes, mediaType, filename }: Extract<Success['content'], { kind: 'bytes' }>): TaskPart {
  const name = filename === undefined ? {} : { filename };
  return { kind: 'bytes', base64: bytes.toString('base64'), mediaType: essenceOf(mediaType), ...name };
}
