// What people and models put around a call line without meaning anything by it: list marks, quotes and backticks around the whole,
// emphasis, a fence, "please" and a full stop at the end.

import { endOfQuoted } from './quoted.ts';

export interface Trimmed {
  readonly text: string;
  readonly isQuestion: boolean;
}

// Each layer is one round: a quoted line in a list is two.
const rounds = 4;
const longestTail = 80;

export function withoutTrimmings(given: string): Trimmed {
  let isQuestion = false;
  let text = given;
  for (let round = 0; round < rounds; round += 1) {
    const before = text;
    const ended = withoutEnd(text);
    isQuestion ||= ended.isQuestion;
    text = withoutEmphasis(withoutQuotes(withoutFence(withoutMarks(ended.text))));
    if (text === before) break;
  }
  return { text, isQuestion };
}

const courtesy =
  /(?:[\s,;.!-]+)(?:please|pls|thanks|thank you|thx|ty|cheers)(?:\s+(?:a lot|so much|very much|in advance))?[\s.!]*$/i;

function withoutEnd(text: string): Trimmed {
  const trimmed = text.trim();
  const tail = trimmed.slice(-longestTail).replace(courtesy, '');
  const mark = /[\s.!?]*$/.exec(tail)?.[0] ?? '';
  const kept = trimmed.slice(0, -longestTail) + tail.slice(0, tail.length - mark.length);
  return {
    text: trimmed.length > longestTail ? kept : tail.slice(0, tail.length - mark.length),
    isQuestion: mark.includes('?'),
  };
}

/** Marks of lists, headings, quotations and prompts. */
function withoutMarks(text: string): string {
  const lines = text.startsWith('>') ? text.replace(/^[ \t]*>[ \t]?/gm, '') : text;
  return lines.replace(/^\s*(?:(?:[-*+•]|\d{1,2}[.)]|#{1,6}|\$)\s+)+/, '').trim();
}

function withoutFence(text: string): string {
  if (!text.startsWith('```') || !text.endsWith('```')) return text;
  const inner = text.slice(3, -3);
  return inner.includes('```') ? text : inner.replace(/^[\w-]*[ \t]*\n/, '').trim();
}

function withoutQuotes(text: string): string {
  const [first = ''] = text;
  if (first === '`') return /^(`+)([^`]+)\1$/.exec(text)?.[2]?.trim() ?? text;
  if (!'"\'“‘'.includes(first) || first === '') return text;
  // Models forget to escape: `"getPet {"petId":10}"`.
  const isLoose = text.endsWith(first) && text.length > 1 && text.includes('{');
  if (endOfQuoted(text, 0) !== text.length && !isLoose) return text;
  const inner = text.slice(1, -1).trim();
  if (first !== '"') return inner;
  try {
    return String(JSON.parse(text)).trim();
  } catch {
    return inner;
  }
}

const longestHead = 200;

function withoutEmphasis(text: string): string {
  const whole = /^(\*{1,3})([^*]+)\1$/.exec(text)?.[2];
  if (whole !== undefined) return whole.trim();
  const start = text.slice(0, longestHead);
  const end = start.search(/[{="]/);
  const head = end < 0 ? start : start.slice(0, end);
  return head.replace(/(\*{1,3})([^*\n]+)\1/g, '$2') + text.slice(head.length);
}
