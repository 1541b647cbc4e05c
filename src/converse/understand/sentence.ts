// A sentence becomes tokens: words, and what looks like a value (numbers, quoted text, uuids, e-mails, URLs, dates, phone numbers,
// identifiers).
// Each character is looked at a bounded number of times.

import { longestText, mostWords } from '../../catalog/search/query.ts';
import { splitWords, toTerms } from '../../catalog/search/words.ts';

export type TokenKind =
  /** Letters only; also with hyphens and apostrophes between them. */
  | 'word'
  | 'number'
  | 'quoted'
  | 'uuid'
  | 'email'
  | 'url'
  /** ISO date or date and time. */
  | 'date'
  /** E.164: `+15555550123`. */
  | 'phone'
  /** Letters with digits or signs in them: `my_file`, `v1.2`, `octocat/hello-world`, `1:2`. */
  | 'mixed'
  | 'sign';

export interface Token {
  readonly kind: TokenKind;
  /** Without quotes around it. */
  readonly text: string;
  readonly lower: string;
  /** Of words: one, or several for an abbreviation or parts with signs between them. */
  readonly terms: readonly string[];
  /** Begins with a capital letter, and not because the sentence begins with it. */
  readonly isName: boolean;
  /** "bob's" */
  readonly isPossessive: boolean;
  /** Nothing stands between it and the token before it. */
  readonly glued: boolean;
}

const pattern = new RegExp(
  [
    /"(?<double>[^"\n]{1,300})"|“(?<smart>[^”\n]{1,300})”|«(?<angle>[^»\n]{1,300})»|`(?<tick>[^`\n]{1,300})`/u,
    /(?<![\p{L}\p{N}])(?:'(?<single>[^'\n]{1,300})'|‘(?<curly>[^’\n]{1,300})’)(?![\p{L}\p{N}])/u,
    /(?<url>https?:\/\/[^\s"'<>]*[^\s"'<>.,;:!?)\]}])/u,
    /(?<email>[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5})/u,
    /(?<uuid>[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})(?![\w-])/u,
    /(?<date>\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: ?(?:[Zz]|[+-]\d\d:\d\d))?)?)(?![\w-])/u,
    /(?<phone>\+\d{7,15})(?![\w-])/u,
    /(?<number>(?<![\p{L}\p{N}_])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?=%?(?:[\s,;!?)\]}"']|[.:](?:\s|$)|$))/u,
    /(?<mixed>[\p{L}\p{N}_]+(?:['’](?!s\b)\p{L}+)?(?:[.\-/:@+~]{1,3}[\p{L}\p{N}_]+)*)(?<own>['’]s\b|['’](?!\p{L}))?/u,
    /(?<sign>[^\s])/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
);

/** Undefined for a text that is too long to be one sentence. */
export function toTokens(text: string): readonly Token[] | undefined {
  if (text.length > longestText) return undefined;
  const tokens: Token[] = [];
  let words = 0;
  let begins = true;
  let end = -1;
  for (const match of text.matchAll(pattern)) {
    const token = toToken(match, begins, match.index === end);
    end = match.index + match[0].length;
    if (token.kind !== 'sign' && ++words > mostWords) return undefined;
    begins = token.kind === 'sign' && /[.!?\n]/.test(token.text);
    tokens.push(token);
  }
  return tokens;
}

function toToken(match: RegExpExecArray, begins: boolean, glued: boolean): Token {
  const groups = match.groups ?? {};
  const { double, smart, angle, tick, single, curly, url, email, uuid, date, phone, number, mixed, own, sign } = groups;
  const quoted = double ?? smart ?? angle ?? tick ?? single ?? curly;
  const make = (kind: TokenKind, text: string): Token => ({
    kind,
    text,
    lower: text.toLowerCase().replaceAll('’', "'"),
    terms: kind === 'word' || kind === 'mixed' ? splitWords(text).flatMap(toTerms) : [],
    isName: kind === 'word' && !begins && /^\p{Lu}/u.test(text),
    isPossessive: own !== undefined,
    glued,
  });
  if (quoted !== undefined) return make('quoted', quoted.trim());
  if (url !== undefined) return make('url', url);
  if (email !== undefined) return make('email', email);
  if (uuid !== undefined) return make('uuid', uuid);
  if (date !== undefined) return make('date', date);
  if (phone !== undefined) return make('phone', phone);
  if (number !== undefined) return make('number', number.replaceAll(',', ''));
  if (mixed !== undefined) return make(/^\p{L}+(?:['’]\p{L}+)?$/u.test(mixed) ? 'word' : 'mixed', mixed);
  return make('sign', sign ?? match[0]);
}
