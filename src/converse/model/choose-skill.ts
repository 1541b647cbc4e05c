// One message, one choice: the model calls a tool or asks back. A call is checked like any other. What is wrong with it is told to the
// model, once; a second mistake ends it. It can choose only among the tools that it was given.

import type { Skill } from '../../catalog/skill.ts';
import type { GatewayError, Violation } from '../../errors.ts';
import type { Call } from '../../invoke/call.ts';
import { stringifyJson } from '../../lib/json.ts';
import type { Ask } from './chat-server.ts';
import { cleanText } from './clean-text.ts';
import { parseArguments, type ModelAnswer, type ToolCall } from './completion.ts';
import { ModelFailure } from './failure.ts';
import { buildPrompt, type Prompt, type PromptLimits } from './prompt.ts';
import { holdsSecret } from './secret-text.ts';
import type { ChatMessage } from './wire.ts';

export type ModelChoice =
  /** The skill accepts the arguments. */
  | { readonly kind: 'call'; readonly skill: Skill; readonly arguments: Readonly<Record<string, unknown>> }
  /** The model asks back, in its own words. */
  | { readonly kind: 'question'; readonly text: string };

export interface Choosing {
  readonly text: string;
  readonly skills: readonly Skill[];
  readonly limits: PromptLimits;
  readonly ask: Ask;
  check(call: Call): GatewayError | undefined;
  readonly key: string | undefined;
}

const rounds = 2;

/** Throws `ModelFailure`. */
export async function chooseSkill(choosing: Choosing): Promise<ModelChoice> {
  const prompt = buildPrompt(choosing.text, choosing.skills, choosing.limits);
  const tools = prompt.tools.definitions;
  let messages = prompt.messages;
  for (let round = 0; round < rounds; round += 1) {
    const { answer } = await choosing.ask({ messages, tools, maxTokens: prompt.maxTokens });
    const read = readAnswer(answer, prompt, choosing);
    if (read.kind !== 'mistake') return read;
    messages = [...messages, ...toRepair(read)];
  }
  throw new ModelFailure('bad_arguments');
}

interface Mistake {
  readonly kind: 'mistake';
  readonly call: ToolCall;
  /** As they were understood; servers refuse a call of before whose arguments are no JSON. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly violations: readonly Violation[];
}

function readAnswer(answer: ModelAnswer, { tools }: Prompt, choosing: Choosing): ModelChoice | Mistake {
  if (answer.kind === 'text') return toQuestion(answer.text, choosing);
  const skill = tools.skills.get(answer.name);
  if (skill === undefined) throw new ModelFailure('unknown_tool');
  const args = parseArguments(answer.arguments);
  if (!args.ok) {
    const violations = [{ field: 'arguments', description: `expected one JSON object: ${args.problem}` }];
    return { kind: 'mistake', call: answer, arguments: {}, violations };
  }
  const refused = choosing.check({ skill, arguments: args.value, coerce: false, resolvedBy: 'model' });
  if (refused !== undefined)
    return { kind: 'mistake', call: answer, arguments: args.value, violations: refused.violations };
  if (holdsSecret(stringifyJson(args.value), choosing.key)) throw new ModelFailure('secret');
  return { kind: 'call', skill, arguments: args.value };
}

const longestQuestion = 500;
// Of the scripts of the world: Latin, Chinese and Japanese, Arabic, Greek, Armenian, Ethiopic.
const questionMark = /[?\uFF1F\u061F\u037E\u055E\u1367]/;

// An answer in words that is no question would be one that nobody has looked up.
function toQuestion(text: string, { text: asked, key }: Choosing): ModelChoice {
  if (holdsSecret(text, key)) throw new ModelFailure('secret');
  const question = cleanText(text, longestQuestion, asked);
  if (question === undefined || !questionMark.test(question)) throw new ModelFailure('no_question');
  return { kind: 'question', text: question };
}

const shownViolations = 10;
const longestRepair = 4_000;

function toRepair({ call: { name, id }, arguments: given, violations }: Mistake): readonly ChatMessage[] {
  const args = stringifyJson(given);
  const list = violations.slice(0, shownViolations).map(({ field, description }) => `- ${field}: ${description}`);
  if (args.length + list.join('').length > longestRepair) throw new ModelFailure('bad_arguments');
  const content = `The call was not made, because its arguments are wrong:\n${list.join('\n')}\nCall the tool again with arguments that are right, or ask the caller for what the message does not say.`;
  if (id === undefined) {
    return [
      { role: 'assistant', content: null, function_call: { name, arguments: args } },
      { role: 'function', name, content },
    ];
  }
  return [
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: { name, arguments: args } }] },
    { role: 'tool', tool_call_id: id, content },
  ];
}
