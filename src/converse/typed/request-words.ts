// The words around a call: the ones that only ask for it ("please run"), and the ones that say it shall not be made ("do not"). In
// front of a change nothing else may stand than words that ask; a look may be asked for in any words but a refusal.

import type { Skill } from '../../catalog/skill.ts';

const leading =
  'please kindly pls hey hi hello now just and then so ok okay i im id want need like to can could would will you lets let us me ' +
  'go ahead call run use invoke execute do perform start trigger make try send using via by the a an this that new ' +
  'skill tool function operation command endpoint action method api request named called ' +
  'skillid skill_id operationid operation_id tool_name function_name';
const trailing =
  'with for of from on in following these arguments argument args params parameters parameter input inputs body payload ' +
  'data json values value as it its here is are below above given my thanks thank much very tell result results answer ' +
  'response outcome back show return give';

const leadIns: ReadonlySet<string> = new Set(leading.split(' '));
const requests: ReadonlySet<string> = new Set([...leadIns, ...trailing.split(' ')]);

/** True for a word that may stand before the name of a skill without saying anything of its own. */
export function isLeadIn(word: string): boolean {
  return leadIns.has(word.toLowerCase().replace(/['’]/g, ''));
}

/** True for a word that may stand before or behind a call, such as `arguments` and `here`. */
export function isRequestWord(word: string): boolean {
  return requests.has(word.toLowerCase());
}

/** How such words ask: `order` for "please run", `request` for "could you run", `talk` for "I run", "can I run". */
export type Mood = 'order' | 'request' | 'talk';

export function moodOf(words: string): Mood {
  if (/\b(?:can|could|would|will) you\b/i.test(words)) return 'request';
  const isWish = /\b(?:want|need|would like|['’]d like|id like)\b/i.test(words);
  if (isWish) return 'order';
  return /\b(?:i|im|can|could|would|will|you)\b|\?/i.test(words) ? 'talk' : 'order';
}

const refusal =
  /\b(?:not|never|cannot|dont|without|instead|avoid|stop|unless|rather than|no longer|refrain)\b|n['’]t\b|\bdo no\b/i;

/** True when prose may be taken for the wish that the skill in it is called. */
export function isRequestFor(
  prose: string,
  { skill, written }: { readonly skill: Skill; readonly written: string },
): boolean {
  if (refusal.test(prose)) return false;
  if (skill.readOnly) return true;
  const own = new Set([written, skill.id, skill.bareId, skill.name].flatMap(wordsOf));
  const said = prose.replaceAll(written, ' ');
  if (moodOf(said) === 'talk') return false;
  return wordsOf(said).every((word) => requests.has(word) || own.has(word));
}

/** Single words in lower case; `getPetById` has four. */
function wordsOf(text: string): readonly string[] {
  return text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const spokenAbout =
  /\b(?:example|explain|describe|failed|fails|error|wrong|what|why|how|would have|should (?:i|we)|if|did|does)\b/i;

/**
 * Whether prose around arguments for a skill that is known by other means may be the wish to call it: it does not speak against it,
 * nor about something that changes.
 */
export function mayBeMeant(prose: string, skill: Skill): boolean {
  if (refusal.test(prose)) return false;
  return skill.readOnly || !spokenAbout.test(prose.replace(/\bwhat (?:it|you|the|comes)\b/gi, ''));
}
