// What a function of a text makes of it, kept for the texts that were asked last: for headers and the like, of which there are few
// different ones and which are read again with each request. Strangers may send others without end, so no more than a few are kept.

const mostKept = 500;
const longestKept = 200;

/** The function has to give the same for the same text, always. */
export function memoise<Value>(read: (text: string) => Value): (text: string) => Value {
  const kept = new Map<string, Value>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const value = read(text);
    if (text.length > longestKept) return value;
    if (kept.size >= mostKept) kept.clear();
    kept.set(text, value);
    return value;
  };
}
