// Whether an answer gives values and asks for nothing: "lot 7", "the one with id 7", "actually lot 8". By itself such a text would be
// read as a wish to see lot 7.

import { verbKinds } from '../../catalog/search/vocabulary.ts';
import { splitWords, toTerm } from '../../catalog/search/words.ts';
import type { Skill } from '../../catalog/skill.ts';

const longest = 100;
const before =
  /^(?:[\s,.:;-]|(?:actually|sorry|no|oh|wait|well|and|but|i|mean|meant|it|its|it's|is|was|should|be|for|with|of|to|on|the|an?|my|that|this|one|make|use|take)(?![\p{L}\p{N}_=:]))+/iu;

export function isValuesAlone(text: string, { input }: Skill): boolean {
  if (text.length > longest || text.includes('?')) return false;
  const [first = ''] = splitWords(text.replace(before, ''));
  const term = toTerm(first);
  if (/^(?:what|which|who|whose|when|where|why|how|are|do|does|did|has|have|can|could|any|all)$/.test(first))
    return false;
  return (
    !verbKinds.has(term) || input.arguments.some(({ key }) => splitWords(key).some((word) => toTerm(word) === term))
  );
}
