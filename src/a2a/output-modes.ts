// What the output modes of a request leave of the ways to tell JSON. No modes at all mean that all are taken. A2A 1.0 §3.2.2.

import { essenceOf, isJson } from '../lib/media-type.ts';

/** True for a caller that names text among the modes it accepts, and nothing that JSON can be. */
export function takesOnlyText(modes: readonly string[]): boolean {
  return modes.some(isTextMode) && !modes.some(isDataMode);
}

export function takesText(modes: readonly string[]): boolean {
  return modes.length === 0 || modes.some(isTextMode);
}

function isTextMode(mode: string): boolean {
  const essence = essenceOf(mode);
  return essence === '*/*' || essence === 'text' || essence.startsWith('text/');
}

function isDataMode(mode: string): boolean {
  const essence = essenceOf(mode);
  return essence === '*/*' || essence === 'application/*' || essence === 'data' || isJson(essence);
}
