// A text of the model, before a caller reads it: no control characters, no marks that turn the direction of writing or cannot be
// seen, not longer than wanted, and no link but those that it was given. A text led astray by what it was given could otherwise send
// people elsewhere, or carry data out by the address of a picture.

import { cutAtWord } from '../../catalog/describe.ts';

/** Undefined when nothing is left, or it has a link that is not in `given`. */
export function cleanText(text: string, longest: number, given: string): string | undefined {
  // The two joiners are part of words and pictures.
  const clean = text
    .slice(0, longest * 4)
    .replaceAll(/[^\P{C}\n\t\u200C\u200D]/gu, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n(?: ?\n)+ ?/g, '\n\n')
    .trim();
  const links = linksOf(clean);
  if (clean === '' || (links.length > 0 && !new Set(links).isSubsetOf(new Set(linksOf(given))))) return undefined;
  return cutAtWord(clean, longest);
}

// Schemes that people can follow, and what renderers make a link of without one.
function linksOf(text: string): readonly string[] {
  return [
    ...text.matchAll(/(?:\b[a-z][a-z\d+.-]{0,30}:\/\/|\bwww\.|\b(?:mailto|javascript|data):|\]\()[^\s<>"')\]]+/gi),
  ].map(([link]) => link.replace(/^\]\(/, '').replace(/[.,;:!?]+$/, ''));
}
