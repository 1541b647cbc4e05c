// Strings of a service as they may stand in a text for people and models: without control characters, in one line where a line is
// wanted, and cut between words. A link is never cut: half of one leads somewhere else.

// Controls other than tab and line ends, and the marks that turn the direction of what follows: a terminal or a chat obeys them.
// oxlint-disable-next-line no-control-regex
const unwanted = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/;
const allUnwanted = new RegExp(unwanted, 'g');

/** Printable ASCII without runs of spaces: most of what services say. */
const plain = /^(?:[\x21-\x7e]+ )*[\x21-\x7e]+$/;

/** With its line ends. */
export function cleanText(text: string): string {
  if (plain.test(text)) return text;
  const clean = unwanted.test(text) ? text.replace(allUnwanted, '') : text;
  return (clean.includes('\r') ? clean.replace(/\r\n?/g, '\n') : clean).toWellFormed();
}

/** In one line; runs of white space are one space. */
export function toOneLine(text: string): string {
  if (plain.test(text)) return text;
  const clean = cleanText(text);
  return /\s\s|[^\S ]/.test(clean) ? clean.replace(/\s+/g, ' ').trim() : clean.trim();
}

const cutMark = '…';

/** At most so many characters, the mark of the cut included. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  if (longest < cutMark.length) return '';
  const space = longest - cutMark.length;
  const head = text.slice(0, endOfWholes(text, space)).trimEnd().toWellFormed();
  // Whoever makes links of a text would take the mark for a part of it.
  if (!endsWithLink(head)) return head + cutMark;
  return head.length < space ? `${head} ${cutMark}` : cutText(text, head.length);
}

const wordsTried = 24;

/** Before a word that would be cut, if that is not far; in any case before a link that would be. */
function endOfWholes(text: string, longest: number): number {
  if (isSpaceAt(text, longest)) return longest;
  let start = longest;
  while (start > 0 && !isSpaceAt(text, start - 1)) start -= 1;
  const link = /https?:\/\//i.exec(text.slice(start, longest + 8));
  if (link !== null && start + link.index < longest) return start + link.index;
  const isLow = isLowSurrogate(text.charCodeAt(longest));
  return longest - start <= wordsTried && start > 0 ? start : longest - (isLow ? 1 : 0);
}

function endsWithLink(text: string): boolean {
  const start = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'), text.lastIndexOf('\t')) + 1;
  return /https?:\/\//i.test(text.slice(start));
}

export function holdsLink(text: string): boolean {
  return /https?:\/\//i.test(text);
}

function isSpaceAt(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
