// What a server answered becomes a call of a tool, or a text. Takes the present form and the one from before there were tools, and
// the call as text of models whose server does not read it. More than one call is refused: one message is one action.

import { isJsonObject, parseJson } from '../../lib/json.ts';
import { ModelFailure } from './failure.ts';

export type ModelAnswer = ToolCall | { readonly kind: 'text'; readonly text: string };

export interface ToolCall {
  readonly kind: 'call';
  readonly name: string;
  /** As they came: JSON text, or an object from servers that parse it. */
  readonly arguments: unknown;
  /** Undefined in the form from before there were tools. */
  readonly id: string | undefined;
}

export interface Completion {
  readonly answer: ModelAnswer;
  /** Of prompt and answer, if the server tells. */
  readonly tokens: number | undefined;
}

/** Throws `ModelFailure`. */
export function parseCompletion(body: string): Completion {
  const reply = parse(body);
  const choices = isJsonObject(reply) ? reply['choices'] : undefined;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isJsonObject(choice) ? choice['message'] : undefined;
  if (!isJsonObject(reply) || !isJsonObject(choice) || !isJsonObject(message)) throw new ModelFailure('malformed');
  const finish = choice['finish_reason'];
  if (finish === 'length') throw new ModelFailure('cut_off');
  if (finish === 'content_filter' || isSaid(message['refusal'])) throw new ModelFailure('declined');
  return { answer: toAnswer(message), tokens: toTokens(reply['usage']) };
}

function parse(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    throw new ModelFailure('malformed');
  }
}

function toAnswer(message: Readonly<Record<string, unknown>>): ModelAnswer {
  const { tool_calls: calls, function_call: legacy, content } = message;
  if (Array.isArray(calls) && calls.length > 0) {
    if (calls.length > 1) throw new ModelFailure('several_calls');
    return toToolCall(calls[0]);
  }
  if (isJsonObject(legacy)) return toFunctionCall(legacy, undefined);
  const text = withoutThoughts(toText(content));
  if (text === '') throw new ModelFailure('malformed');
  return parseWrittenCall(text) ?? { kind: 'text', text };
}

// An id is only sent back to where it came from; one that is none would be refused there.
const longestId = 256;

function toToolCall(call: unknown): ToolCall {
  if (!isJsonObject(call) || !isJsonObject(call['function'])) throw new ModelFailure('malformed');
  const { id } = call;
  return toFunctionCall(call['function'], isSaid(id) && id.length <= longestId ? id : 'call_1');
}

function toFunctionCall(call: Readonly<Record<string, unknown>>, id: string | undefined): ToolCall {
  const { name } = call;
  if (!isSaid(name)) throw new ModelFailure('malformed');
  return { kind: 'call', name, arguments: call['arguments'], id };
}

/** A text, or the text parts of a list. */
function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (isJsonObject(part) && isSaid(part['text']) ? part['text'] : '')).join('');
}

/** Some models think aloud before they answer. A thought that does not end leaves nothing. */
function withoutThoughts(text: string): string {
  return text
    .replace(/^\s*<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/i, '')
    .replace(/^[\s\S]*<\/think(?:ing)?>/i, '')
    .trim();
}

/** `{"name": …, "arguments": …}` as the whole text, in a fence or in a tag: how models write a call that no server reads. */
function parseWrittenCall(text: string): ToolCall | undefined {
  const bare = withoutFence(between(text, '<tool_call>', '</tool_call>'));
  if (!bare.startsWith('{')) return undefined;
  const call = parse(bare);
  if (!isJsonObject(call)) return undefined;
  return toFunctionCall({ name: call['name'], arguments: call['arguments'] ?? call['parameters'] }, undefined);
}

export type ReadArguments =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string };

/** The arguments as an object, digits kept. None at all means none are needed. */
export function parseArguments(given: unknown): ReadArguments {
  let value = given;
  // Some servers encode them twice.
  for (let turn = 0; turn < 2 && typeof value === 'string'; turn += 1) {
    const text = withoutFence(value);
    try {
      value = text === '' ? {} : parseJson(text);
    } catch (error) {
      return { ok: false, problem: error instanceof Error ? error.message : String(error) };
    }
  }
  if (value === undefined || value === null) return { ok: true, value: {} };
  return isJsonObject(value) ? { ok: true, value } : { ok: false, problem: 'it is no JSON object' };
}

const fence = '```';

function withoutFence(text: string): string {
  return between(between(text, `${fence}json`, fence), fence, fence);
}

/** By hand, since an expression that skips the blanks on both sides takes time that grows with their square. */
function between(text: string, start: string, end: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith(start)) return trimmed;
  return trimmed
    .slice(start.length, trimmed.endsWith(end) && trimmed.length >= start.length + end.length ? -end.length : undefined)
    .trim();
}

function toTokens(usage: unknown): number | undefined {
  const total = isJsonObject(usage) ? usage['total_tokens'] : undefined;
  return Number.isSafeInteger(total) && Number(total) >= 0 ? Number(total) : undefined;
}

function isSaid(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
