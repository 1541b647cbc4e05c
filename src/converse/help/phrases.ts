// The sentences by which people and models ask what an agent can do: "help", "hi", "what can you do?", "list all skills", and with a
// subject, "help pets". Nothing else of a longer text is taken for one.

export type HelpRequest =
  /** `noun`: what was asked for by name: a service behind the agent may have things called so. */
  | { readonly kind: 'overview'; readonly noun?: string }
  | { readonly kind: 'greeting' }
  | { readonly kind: 'subject'; readonly subject: string; readonly isCommand: boolean };

const longest = 120;
const mostWords = 8;

export function readHelpRequest(text: string): HelpRequest | undefined {
  if (text.length > longest || text.includes('\n')) return undefined;
  if (/^[\s?!]*\?[\s?!]*$/.test(text)) return { kind: 'overview' };
  const folded = fold(text);
  if (folded === '' || folded.split(' ').length > mostWords) return undefined;
  if (greeting.test(folded)) return { kind: 'greeting' };
  const plain = folded.replace(politeStart, '').replace(politeEnd, '');
  if (questions.some((question) => question.test(plain))) return { kind: 'overview' };
  for (const list of lists) {
    const noun = list.exec(plain)?.[1];
    if (noun !== undefined) return { kind: 'overview', noun };
  }
  return readSubject(text);
}

/** Lower case, one space between words, no punctuation but that within words. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\b(what|who|how)'s\b/g, '$1 is')
    .replaceAll(/[^\p{L}\p{N}'\s]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const politeStart = /^(?:(?:hi|hello|hey|ok|okay|so|well|please|there|good morning|good afternoon|good evening)\s+)+/;
const politeEnd = /(?:\s+(?:please|thanks|thank you|exactly|here|today|now|for me|bot|agent))+$/;

const greeting =
  /^(?:hi|hello|hey|howdy|greetings|good (?:morning|afternoon|evening|day))(?: (?:there|all|everyone|again|agent|bot))?$/;

const questions = [
  /^(?:help|usage|menu|instructions|manual|start|getting started|get started|h)$/,
  /^(?:help me|help me out|i need (?:some )?help|show (?:me )?(?:the )?(?:help|menu|usage))$/,
  /^(?:can|could|would|will) you help(?: me)?(?: out)?$/,
  /^what (?:all )?(?:can|could|do) (?:you|it|i|we|this|this agent|the agent) (?:all )?do(?: with (?:you|this|it))?$/,
  /^what (?:can|could) (?:you|this agent) (?:help|assist)(?: me| us)?(?: with)?$/,
  /^what (?:can|could) i (?:ask|say|ask you|tell you|ask for)$/,
  /^what are you(?: for| good for| good at| capable of| able to do)?$/,
  /^(?:what|who) (?:is this|are you)$/,
  /^how (?:can|could) you (?:help|assist)(?: me| us)?$/,
  /^how (?:do|can|should) i (?:use|call|talk to) (?:you|this|it|this agent)$/,
  /^how (?:do|does) (?:you|this|it) work$/,
  /^(?:show|tell)(?: me)? what (?:you|this agent|it) (?:can )?do(?:es)?$/,
];

const noun = '(skills?|tools?|commands?|operations?|capabilit(?:y|ies)|functions?|actions?|abilities|features)';
const owned = `(?:(?:all|of|the|your|its|available|supported|possible)\\s)*${noun}`;
const ending =
  '(?: (?:do|can|could|may|does|you|i|we|this|agent|have|has|are|is|there|available|use|take|perform|offer|support|supported|list|provide|got))*';
const lists = [
  new RegExp(`^(?:list|show|display|print|give|tell|enumerate|see|view|get)(?: me)?(?: a list of)? ${owned}${ending}$`),
  new RegExp(`^(?:what|which)(?: (?:are|is))? ${owned}${ending}$`),
  new RegExp(`^(?:all|your|available)?\\s?${owned}(?: available)?$`),
];

/** `help pets`, `/help getPetById`, `help with pets`, `how do I use getPetById?` */
function readSubject(text: string): HelpRequest | undefined {
  const help =
    /^\s*(\/?)help[\s:]+(?:me\s+)?(?:(?:with|on|about|for|using)\s+)?(?:the\s+(?:skill|tool|group|tag)\s+)?(.+?)[\s?!.]*$/i.exec(
      text,
    );
  const how = /^\s*(?:how\s+(?:do|can|should)\s+i\s+(?:use|call))\s+(?:the\s+(?:skill|tool)\s+)?(.+?)[\s?!.]*$/i.exec(
    text,
  );
  const subject = (help?.[2] ?? how?.[1] ?? '').replace(/^(["'`])(.*)\1$/, '$2').trim();
  return subject === '' ? undefined : { kind: 'subject', subject, isCommand: help?.[1] === '/' };
}
