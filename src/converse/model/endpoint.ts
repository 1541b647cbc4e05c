// Where chat completions are asked for, from the base URL as people write it: `https://api.openai.com/v1`, `http://ollama:11434`,
// or the whole address. A query stays.

const operation = '/chat/completions';

/** A URL without a path gets `/v1`, as the programs that are configured by such a URL have it. */
export function toCompletionsUrl(base: string): URL {
  const url = new URL(base);
  const path = url.pathname.replace(/\/+$/, '');
  url.hash = '';
  if (path.endsWith(operation)) url.pathname = path;
  else url.pathname = `${path === '' ? '/v1' : path}${operation}`;
  return url;
}
