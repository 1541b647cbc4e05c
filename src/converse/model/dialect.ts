// How a request is written for the server at hand. Servers differ in which settings they take, and say so by refusing the request:
// `max_completion_tokens` in place of `max_tokens`, no temperature, no tool_choice. What was learnt holds for all later requests.

import type { ChatRequest } from './wire.ts';

export interface Dialect {
  write(request: ChatRequest): Written;
}

export interface Written {
  /** Ready to be written as JSON. */
  readonly body: Readonly<Record<string, unknown>>;
  /** True when the refusal of this body was about a setting that can be changed, and is from now on: write it again. */
  learn(refusal: string): boolean;
}

interface Setting {
  readonly name: RegExp;
  write(request: ChatRequest): Readonly<Record<string, unknown>>;
  /** In place of it, once it was refused. */
  writeInstead(request: ChatRequest): Readonly<Record<string, unknown>>;
}

const settings: readonly Setting[] = [
  {
    name: /\bmax_tokens\b/,
    write: ({ maxTokens }) => ({ max_tokens: maxTokens }),
    writeInstead: ({ maxTokens }) => ({ max_completion_tokens: maxTokens }),
  },
  { name: /\btemperature\b/, write: () => ({ temperature: 0 }), writeInstead: () => ({}) },
  {
    name: /\btool_choice\b/,
    write: ({ tools }) => (tools === undefined ? {} : { tool_choice: 'auto' }),
    writeInstead: () => ({}),
  },
];

// A setting is also named where its value is wrong for this one request, which says nothing about the next.
const notTaken = /unsupported|not support|unknown|unrecogni[sz]ed|not permitted|forbidden|unexpected/i;

export function createDialect(model: string): Dialect {
  const refused = new Set<Setting>();
  return {
    write(request) {
      // Requests that are under way together are refused for the same.
      const left = settings.filter((setting) => !refused.has(setting));
      const written = settings.map((setting) =>
        left.includes(setting) ? setting.write(request) : setting.writeInstead(request),
      );
      const { messages, tools } = request;
      return {
        body: { model, messages, ...(tools !== undefined && { tools }), ...Object.assign({}, ...written) },
        learn(refusal) {
          const about = notTaken.test(refusal) ? left.filter(({ name }) => name.test(refusal)) : [];
          for (const setting of about) refused.add(setting);
          return about.length > 0;
        },
      };
    },
  };
}
