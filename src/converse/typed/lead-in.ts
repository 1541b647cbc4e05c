// A text without the words that only ask for what follows: `please call`, `I want to run`, `use the skill`, `tool:`.

import { isLeadIn } from './request-words.ts';

export interface Led {
  /** The words that are left out. */
  readonly lead: string;
  /** What follows. */
  readonly text: string;
}

const mostWords = 12;

/** The text itself, then without its first such word, and so on. */
export function* afterLeadIn(given: string): Generator<Led> {
  const start = given.trimStart();
  let text = start;
  for (let words = 0; words <= mostWords; words += 1) {
    yield { lead: start.slice(0, start.length - text.length), text };
    const [whole = '', word = ''] = /^([\p{L}'’_]{1,20})[\s,:=!>*-]+/u.exec(text.slice(0, 60)) ?? [];
    if (whole === '' || !isLeadIn(word)) return;
    text = text.slice(whole.length).trimStart();
  }
}
