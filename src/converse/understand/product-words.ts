// Words that name the service and not one of its operations: of the target's id and of the server's host name.

import { splitWords, toTerm } from '../../catalog/search/words.ts';
import type { Skill } from '../../catalog/skill.ts';

const everywhere = new Set([
  'com',
  'org',
  'net',
  'io',
  'dev',
  'app',
  'api',
  'www',
  'http',
  'https',
  'local',
  'localhost',
  'example',
  'test',
  'v1',
  'v2',
]);

export function readProductWords(skills: readonly Skill[]): ReadonlySet<string> {
  const words = new Set<string>();
  const hosts = new Set<string>();
  for (const { target, operation, baseUrl } of skills) {
    hosts.add(target);
    for (const url of [operation.server, baseUrl])
      if (url !== undefined && URL.canParse(url)) hosts.add(new URL(url).hostname);
  }
  for (const host of hosts) for (const word of splitWords(host)) if (!everywhere.has(word)) words.add(toTerm(word));
  return words;
}
