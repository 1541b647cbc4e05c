// Short answers to a question, as people and models give them: yes, no, the number of a candidate.

const politeness = '(?:[\\s,.!]*(?:please|thanks|thank you|do it|do that|go ahead|go on|that one|do so))*[\\s.!]*$';

const yes = new RegExp(
  `^(?:yes|y|yeah|yep|yup|sure|ok|okay|confirm|confirmed|i confirm|correct|right|exactly|affirmative|please do|do it|do that|go ahead|go on|go for it|proceed|approved?|agreed|of course|certainly|absolutely|that is right|that'?s right|i am sure|i'?m sure|true)${politeness}`,
  'i',
);

const no = new RegExp(
  `^(?:no|n|nope|nah|cancel|abort|stop|quit|exit|nothing|never ?mind|forget (?:it|that|about it)|do not|don'?t|leave it|not now|no way|i changed my mind|none|none of (?:them|these|those)|neither|decline|reject|false)(?:[\\s,.!]*(?:it|that|do|do it|do that|thanks|thank you|please|cancel|stop|never ?mind|forget it))*[\\s.!]*$`,
  'i',
);

const longest = 60;

export function saysYes(text: string): boolean {
  return text.length <= longest && yes.test(text.trim());
}

export function saysNo(text: string): boolean {
  return text.length <= longest && no.test(text.trim());
}

const ordinals: ReadonlyMap<string, number> = new Map([
  ...['one', 'two', 'three', 'four', 'five'].map((word, at) => [word, at + 1] as const),
  ...['first', 'second', 'third', 'fourth', 'fifth'].map((word, at) => [word, at + 1] as const),
  ...['1st', '2nd', '3rd', '4th', '5th'].map((word, at) => [word, at + 1] as const),
]);

/** Counted from 0; undefined for a text that names none of so many. */
export function readChoice(text: string, count: number): number | undefined {
  if (text.length > longest) return undefined;
  const [, word = ''] =
    /^(?:(?:yes|ok|okay)[\s,]+)?(?:(?:i(?:'ll| will)? (?:take|mean|meant|want|choose)|choose|take|use|go with|pick)\s+)?(?:the\s+)?(?:number|option|choice|candidate|no\.?|nr\.?|#)?\s*\(?(\w+)[).:]?(?:\s+(?:one|option|choice|please))?[\s.!]*$/i.exec(
      text.trim(),
    ) ?? [];
  const lower = word.toLowerCase();
  const number = /^\d$/.test(lower) ? Number(lower) : lower === 'last' ? count : ordinals.get(lower);
  return number !== undefined && number >= 1 && number <= count ? number - 1 : undefined;
}
