// A line for curl names a skill by its request: `curl -X POST https://pets.example.test/pets -d '{"name":"Rex"}'`. Options that
// only say how curl shall work are passed over; one that would change the request in another way makes the text no call.

import type { Agent } from '../agent.ts';
import type { Located } from '../contents.ts';
import { toRouteCall } from '../route-call.ts';
import { afterLeadIn } from './lead-in.ts';
import { moodOf } from './request-words.ts';
import type { TypedCall } from './call-at-start.ts';

export function parseCurlCall(text: Located<string>, agent: Agent): TypedCall | undefined {
  for (const led of afterLeadIn(text.value)) {
    if (!/^curl\s/.test(led.text)) continue;
    const words = led.text.length > longestLine ? undefined : splitWords(led.text);
    const request = words === undefined ? undefined : readOptions(words.slice(1));
    if (request === undefined) return undefined;
    const call = toRouteCall({ ...request, field: text.field }, agent);
    return call?.skill.readOnly === false && moodOf(led.lead) !== 'order' ? undefined : call;
  }
  return undefined;
}

const longestLine = 100_000;

/** Words as a shell has them; undefined when a quote stays open, or for what a shell would do more with. */
function splitWords(line: string): readonly string[] | undefined {
  const wordHere = /(?:\\\r?\n|\s)*((?:[^\s"'\\|;&<>$`]|\\[^\n]|"(?:[^"\\$`]|\\[^])*"|'[^']*')+|$)/y;
  const words: string[] = [];
  for (;;) {
    const [whole, word = ''] = wordHere.exec(line) ?? [];
    if (whole === undefined) return undefined;
    if (word === '') return words;
    words.push(
      word.replace(
        /\\([^])|"((?:[^"\\]|\\[^])*)"|'([^']*)'/g,
        (_, escaped?: string, double?: string, single?: string) => {
          return escaped ?? single ?? (double ?? '').replace(/\\(["\\$`])/g, '$1');
        },
      ),
    );
  }
}

interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly rest: string;
}

const methodOptions: ReadonlySet<string> = new Set(['-X', '--request']);
const dataOptions: ReadonlySet<string> = new Set(['-d', '--data', '--data-raw', '--data-ascii', '--json']);
const plainOptions =
  /^(?:-[sSLkvfi]+|--silent|--show-error|--location|--insecure|--verbose|--fail|--include|--compressed)$/;
/** Headers that say no more than the gateway does itself. */
const plainHeader = /^(?:content-type:\s*application\/json\b|accept:)/i;

function readOptions(words: readonly string[]): CurlRequest | undefined {
  let method: string | undefined;
  let body: string | undefined;
  let url: string | undefined;
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (methodOptions.has(word)) method = left.shift();
    else if (/^-X[A-Za-z]+$/.test(word)) method = word.slice(2);
    else if (dataOptions.has(word) && body === undefined) body = left.shift();
    else if (word === '-H' || word === '--header') {
      if (!plainHeader.test(left.shift() ?? '')) return undefined;
    } else if (word === '--url' || !word.startsWith('-')) {
      if (url !== undefined) return undefined;
      url = word === '--url' ? left.shift() : word;
    } else if (!plainOptions.test(word)) return undefined;
  }
  if (url === undefined || !/^(?:https?:\/\/|\/)/.test(url)) return undefined;
  const isJson = body === undefined || body.trimStart().startsWith('{');
  return isJson
    ? { method: method ?? (body === undefined ? 'GET' : 'POST'), url, rest: body?.trim() ?? '' }
    : undefined;
}
