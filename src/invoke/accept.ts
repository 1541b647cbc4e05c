// The Accept header of an operation, decided once: the declared types of its replies, of success and of error, JSON first, and
// anything else at a low weight, so that a document that is wrong about its replies does not end in a 406. RFC 9110 §12.5.1.

import type { ResponseSpec } from '../spec/operation.ts';
import { essenceOf, isJson, isMediaRange, isMediaType } from '../lib/media-type.ts';

export function buildAccept(responses: readonly ResponseSpec[]): string {
  const declared = new Set<string>();
  for (const response of [...responses.filter(isSuccess), ...responses.filter((response) => !isSuccess(response))]) {
    for (const { mediaType } of response.content) {
      if (isMediaType(mediaType) && !isMediaRange(mediaType)) declared.add(essenceOf(mediaType));
    }
  }
  const json = [...declared].filter(isJson);
  const others = [...declared].filter((type) => !isJson(type));
  if (declared.size === 0) json.push('application/json');
  const weight = json.length > 0 ? ';q=0.9' : '';
  return [...json, ...others.map((type) => type + weight), '*/*;q=0.1'].join(', ');
}

function isSuccess({ status }: ResponseSpec): boolean {
  return status.startsWith('2');
}
