// File parts become the body of a skill that takes bytes or text. Every other file is refused by its place in the message: it is never
// left out in silence, and a URL is never fetched on a caller's word.

import type { BytesValue } from '../invoke/bytes-value.ts';
import type { Call } from '../invoke/call.ts';
import { isJson, essenceOf } from '../lib/media-type.ts';
import { isJsonObject } from '../lib/json.ts';
import type { Contents, FilePart } from './contents.ts';
import { unusablePart } from './refusal.ts';
import { takesParts } from './takes-text.ts';

export function addFiles(call: Call, contents: Contents): Call {
  const [file, second] = contents.files;
  if (file === undefined) return call;
  const { skill } = call;
  if (takesParts(skill)) return call;
  const { body } = skill.input;
  if (body === undefined || !takesBytes(body.mediaType)) {
    throw unusablePart(file.field, `the skill ${skill.id} takes no file; give its arguments in a data part`, skill);
  }
  if (file.value.kind === 'url') {
    throw unusablePart(file.field, `files are not fetched from a URL; send the bytes for the skill ${skill.id}`, skill);
  }
  if (second !== undefined) throw unusablePart(second.field, `the skill ${skill.id} takes one file`, skill);
  if (!isJsonObject(call.arguments)) return call;
  if (Object.hasOwn(call.arguments, body.key)) {
    throw unusablePart(file.field, `the arguments of ${skill.id} have a ${body.key} already`, skill);
  }
  return { ...call, arguments: { ...call.arguments, [body.key]: toBytesValue(file.value) } };
}

function takesBytes(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  return !isJson(essence) && essence !== 'application/x-www-form-urlencoded' && !essence.startsWith('multipart/');
}

function toBytesValue({ bytes, filename, mediaType }: Extract<FilePart, { kind: 'bytes' }>): BytesValue {
  return { bytes, ...(filename !== undefined && { filename }), ...(mediaType !== undefined && { mediaType }) };
}
