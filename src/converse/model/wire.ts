// The shapes of a chat completion with tools, as far as they are sent. OpenAI API reference, "Create chat completion".

import type { SchemaObject } from '../../spec/json-schema.ts';

export interface ToolDefinition {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: SchemaObject };
}

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: null;
      readonly tool_calls: readonly {
        readonly id: string;
        readonly type: 'function';
        readonly function: FunctionCall;
      }[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }
  /** The form from before there were tools. */
  | { readonly role: 'assistant'; readonly content: null; readonly function_call: FunctionCall }
  | { readonly role: 'function'; readonly name: string; readonly content: string };

export interface FunctionCall {
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ToolDefinition[];
  /** Of the answer. */
  readonly maxTokens: number;
}
