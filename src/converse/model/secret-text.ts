// Whether a text repeats the API key. The server of the model knows the key; what it answers goes to callers and services.

// Servers that ask for no key are given words such as "none" or "ollama", which are no secrets and may be said.
const shortestSecret = 12;

export function holdsSecret(text: string, key: string | undefined): boolean {
  return key !== undefined && key.length >= shortestSecret && text.includes(key);
}
