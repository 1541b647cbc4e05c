// Words of sentences that say nothing about which operation or value is meant, and words that forbid to act. English only.

import type { Token } from './sentence.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Between the name of an argument and its value. */
export const connectors = list(
  'is are was of as to equal equals set be with the a an whose has having named called id number key identifier name at on = : # (',
);

/** A connector that says that a value follows, whatever word it is. */
export const announcing = list('named called titled equals equal = : is as');

/** Words of politeness, of asking, and of pointing at what is asked for. */
export const fillers = list(`
  please kindly thanks thank hello hi hey dear ok okay now currently right just also again quickly simply exactly really actually maybe perhaps
  could can would will shall should may might must want wants wanted need needs like love wish know learn let lets help able possible trying try
  i me my we our us you your it its he she they them their this that these those there here one ones same
  a an the of for in on at to from by with without within into onto via per about as and or so if then than only any some each every all both
  is are was were be been being am do does did done has have had having get gets got
  what which who whom whose where when how many much why not no
  existing given following certain respective corresponding present coming
  tell give look up see provide bring
  im id ill ive whats wheres hows dont
  everything something anything thing things stuff moment time already still yet ever
  out off back down away
  use using used call run make sure
  another other whether onwards onward
  starting beginning ending including containing matching named called regarding concerning according based using grouped broken
`);

/** They say little, but in some catalogs they tell skills apart: there they count. */
export const softFillers = list(`
  detail details info information data record records entry entries full overview summary content contents value values item items object objects
  mine specific particular associated related current currently number total all system service api server
  exist exists
`);

/** Of these, the ones that name something where a skill is about it. */
export const weightySoft = list(
  'exist exists system service api server total number summary overview full related associated',
);

/** They narrow what is asked for: one that no argument took stands for something that would be lost. */
export const constraints = list(`
  since until before after between during over under above below least most than older newer larger smaller bigger cheaper longer shorter
  first last top bottom oldest newest biggest largest smallest highest lowest best worst next previous latest recent recently
  week weeks month months year years day days hour hours minute minutes ago today yesterday tomorrow tonight daily weekly monthly
  per excluding exclude sorted ordered
`);

/** Nouns for what something has, which no one has for a name: "get album lyrics" does not ask for an album of that name. */
const attributes = list(`
  history address profile balance location schedule price salary email password summary score photo avatar rating weather title name type status state size
  length width height weight color colour version owner author creator member manager date time age total count level rank order report result list log
  image picture video file document folder note comment review message post reply thread topic label tag category group team role user account customer
  invoice payment receipt refund budget plan quota limit usage traffic activity event task job run build release branch commit issue bug ticket
  data info text body header footer url link key token secret code config policy rule role access permission setting preference language country city
  calendar menu recipe song track artist album playlist genre movie actor book chapter page article feed channel forecast temperature
  detail overview metadata description content format template theme layout color font icon logo banner map route path distance duration speed
  cost revenue profit loss tax discount coupon cart basket stock inventory product brand vendor supplier order shipment delivery warehouse
`);

/** Also by their endings: "metrics", "settings", "availability". */
export function isAttribute(word: string): boolean {
  return attributes.has(word) || /(?:s|ing|ion|ity|ment|ness|ance|ence|ship|ware)$/.test(word);
}

const questionWords = list('what which who whom whose where when how is are does do has have am');

export function isQuestionWord(word: string): boolean {
  return questionWords.has(word);
}

/** Words after which nothing is done without asking. */
const forbidding = list(
  'not dont never no nothing nobody neither nor without except excluding cannot avoid instead rather unless why if whenever forget ignore',
);
const contained = /^(?:(?:is|are) )?(?:in|inside) /;
const pronouns = list('i you it he she we they there something someone');
const timing = list('when once after before until');

export function isForbidden(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind, lower }, at) => {
    if (kind !== 'word') return false;
    const next = tokens[at + 1]?.lower ?? '';
    // What is in a thing is not the thing.
    if (/^what(?:'s)?$/.test(lower) && contained.test(`${next} ${tokens[at + 2]?.lower ?? ''} `)) return true;
    if (lower === 'how') return /^(?:do|can|should|would|could|to|did)$/.test(next);
    if (timing.has(lower) && at > 0) return pronouns.has(next);
    return forbidding.has(lower) || lower.endsWith("n't");
  });
}

/** Words and signs that may begin another request. */
export const joining = list('and then also afterwards plus ; , .');
