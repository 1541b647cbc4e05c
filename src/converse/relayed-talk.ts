// What an agent that coordinates others tells of its own talk, beside the words of its user: a part "For context: …", then "[coordinator]
// said: …" and the like. It is there to be read by a model. As a request it would be misread, and a "yes" that it quotes is nobody's
// answer. In go the texts of a message, out come those that say what is wanted now: the ones after the last talk that was relayed, or
// between it and the talk before. A message of nothing but such talk stays as it is.

interface Text {
  readonly value: string;
}

const opening = /^For context:(?:$| below is a transcript of what another agent did)/;
const quoting = /^\[[^\]\n]{1,200}\] (?:said:|thought:|called tool `|`[^`\n]{1,200}` tool returned result:)/;

export function leaveOutRelayedTalk<T extends Text>(texts: readonly T[]): readonly T[] {
  let wanted: readonly T[] = [];
  let isRelayed = false;
  let isAfterTalk = false;
  for (const [at, text] of texts.entries()) {
    isRelayed = isOpening(text, texts[at + 1]) || (isRelayed && quoting.test(text.value));
    if (isRelayed) {
      isAfterTalk = true;
      continue;
    }
    wanted = isAfterTalk ? [text] : [...wanted, text];
    isAfterTalk = false;
  }
  return wanted.length === 0 ? texts : wanted;
}

function isOpening({ value }: Text, next: Text | undefined): boolean {
  return opening.test(value) && next !== undefined && quoting.test(next.value);
}
