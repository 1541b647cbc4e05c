// A call line that says at once that it is meant: `confirm deletePet petId=10`, `yes, deletePet {"petId":10}`. Skills may have such
// names themselves ("Confirm order"): read the text as it is first, and take the word off only if it is no call.

export interface Confirmation {
  /** Without the words that confirm. */
  readonly text: string;
  readonly confirmed: boolean;
}

// "Ok" and "sure" begin many a sentence; what destroys something waits for a plainer word.
const word = '(?:(?:i\\s+)?confirm(?:ed)?|yes(?:\\s+please)?)';
const confirmation = new RegExp(`^${word}(?:[\\s,:;.!-]+(?:and\\s+)?${word}){0,3}(?:[\\s,:;.!-]+|$)`, 'i');
const longestConfirmation = 100;

export function stripConfirmation(text: string): Confirmation {
  const start = text.trimStart();
  const [words = ''] = confirmation.exec(start.slice(0, longestConfirmation)) ?? [];
  return { text: start.slice(words.length).trim(), confirmed: words !== '' };
}
