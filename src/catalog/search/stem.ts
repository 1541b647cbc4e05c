// Light stemming of English words: plural, -ing, -ed, -tion and a mute e go, so that "creating", "created", "creation" and "create"
// are one word. It is coarse on purpose: both sides of a comparison go through it.

const keptAsTheyAre = new Set([
  'news',
  'this',
  'his',
  'us',
  'is',
  'as',
  'gas',
  'bus',
  'thing',
  'king',
  'ring',
  'string',
]);
const irregular: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['men', 'man'],
  ['women', 'woman'],
  ['indices', 'index'],
  ['indexes', 'index'],
  ['vertices', 'vertex'],
  ['matrices', 'matrix'],
  ['statuses', 'status'],
  ['aliases', 'alias'],
  ['buses', 'bus'],
  ['analyses', 'analysis'],
  ['analytics', 'analytic'],
  ['bought', 'buy'],
  ['sold', 'sold'],
  ['sent', 'send'],
  ['made', 'make'],
  ['found', 'find'],
  ['ran', 'run'],
  ['left', 'leave'],
]);

/** `word`: in lower case. */
export function stem(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (word.length < 4 || keptAsTheyAre.has(word) || !/^[a-z]+$/.test(word)) return word;
  return withoutEnd(withoutEnding(withoutPlural(word)));
}

/** True when the word has the form of a plural. */
export function isPlural(word: string): boolean {
  if (/^[A-Z]{2,}s$/.test(word)) return true;
  const lower = word.toLowerCase();
  return irregular.get(lower) !== undefined
    ? /(?:ople|ren|men|ices|es|cs)$/.test(lower)
    : withoutPlural(lower) !== lower;
}

function withoutPlural(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || keptAsTheyAre.has(word) || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  return /(?:sses|shes|ches|xes|zes)$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function withoutEnding(word: string): string {
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`;
  for (const ending of ['ing', 'ed']) {
    if (!word.endsWith(ending) || word.length < ending.length + 3) continue;
    const rest = word.slice(0, -ending.length);
    if (!/[aeiouy]/.test(rest)) continue;
    return /([bdfgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
  }
  return word.length > 6 && word.endsWith('tion') ? word.slice(0, -3) : word;
}

function withoutEnd(word: string): string {
  return word.length > 3 && word.endsWith('e') && !word.endsWith('ee') ? word.slice(0, -1) : word;
}
