// A path template becomes a function that fills values in. One value stays within its segment: slashes are encoded, and a segment
// that would read `.` or `..` is refused, because servers and proxies resolve it. An empty value is refused too: it would name
// another resource. A fixed `?query` of the template stays; the caller's query is joined to it. OAS 3.1.1 §4.8.8, RFC 3986 §5.2.4.

import { UnsendableValue } from '../invalid-arguments.ts';
import { encodeLiteral } from './percent.ts';
import type { CompiledStyle } from './style.ts';

export interface PathArgument {
  readonly key: string;
  readonly write: CompiledStyle;
}

export type Arguments = Readonly<Record<string, unknown>>;

export interface CompiledTemplate {
  /** Starts with `/`. */
  readonly path: (args: Arguments) => string;
  /** What joins the query to the path. */
  readonly querySign: '?' | '&';
}

/** `placeholders` by the name in braces. */
export function compileTemplate(template: string, placeholders: ReadonlyMap<string, PathArgument>): CompiledTemplate {
  const rooted = template.startsWith('/') ? template : `/${template}`;
  const mark = rooted.indexOf('?');
  const fixed = mark < 0 ? '' : rooted.slice(mark + 1);
  const path = compilePieces(mark < 0 ? rooted : rooted.slice(0, mark), placeholders);
  const fill =
    path.placeholders.length === 0
      ? () => path.text
      : (args: Arguments) => assertSegments(path.fill(args), path.placeholders, args);
  if (fixed === '') return { path: fill, querySign: '?' };
  const query = compilePieces(fixed, placeholders);
  return { path: (args) => `${fill(args)}?${query.fill(args)}`, querySign: '&' };
}

interface Pieces {
  /** The literal text: all there is, when there are no placeholders. */
  readonly text: string;
  readonly placeholders: readonly PathArgument[];
  readonly fill: (args: Arguments) => string;
}

function compilePieces(text: string, known: ReadonlyMap<string, PathArgument>): Pieces {
  const pieces = text
    .split(/(\{[^{}]*\})/)
    .map((piece, at) => (at % 2 === 1 ? known.get(piece.slice(1, -1)) : undefined) ?? encodeLiteral(piece));
  const placeholders = pieces.filter((piece) => typeof piece !== 'string');
  const fill = (args: Arguments): string => {
    let filled = '';
    for (const piece of pieces) filled += typeof piece === 'string' ? piece : fillOne(piece, args);
    return filled;
  };
  return { text: pieces.filter((piece) => typeof piece === 'string').join(''), placeholders, fill };
}

function fillOne({ key, write }: PathArgument, args: Arguments): string {
  const value = args[key];
  const text = value === '' ? undefined : write(value);
  if (text !== undefined && text !== '') return text;
  throw new UnsendableValue({ field: key, description: 'is part of the path and must not be empty' });
}

function assertSegments(filled: string, placeholders: readonly PathArgument[], args: Arguments): string {
  if (!/\/\.{1,2}(?:\/|$)/.test(filled)) return filled;
  const culprits = placeholders.filter(({ key, write }) => /^\.+$/.test(write(args[key]) ?? ''));
  throw new UnsendableValue({
    field: culprits.map(({ key }) => key).join(', '),
    description: 'a segment of the path must not be "." or ".."',
  });
}
