import { describe, expect, it } from 'vitest';
import { toCompletionsUrl } from './endpoint.ts';

describe('the address of chat completions', () => {
  it.each([
    ['https://api.openai.com/v1', 'https://api.openai.com/v1/chat/completions'],
    ['https://api.openai.com/v1/', 'https://api.openai.com/v1/chat/completions'],
    ['https://api.openai.com', 'https://api.openai.com/v1/chat/completions'],
    ['http://ollama:11434', 'http://ollama:11434/v1/chat/completions'],
    ['http://ollama:11434/', 'http://ollama:11434/v1/chat/completions'],
    ['https://models.example/inference', 'https://models.example/inference/chat/completions'],
    ['https://models.example/chat/completions', 'https://models.example/chat/completions'],
    ['https://models.example/v1/chat/completions/', 'https://models.example/v1/chat/completions'],
    [
      'https://models.example/openai/v1?api-version=1',
      'https://models.example/openai/v1/chat/completions?api-version=1',
    ],
    ['https://models.example/v1#top', 'https://models.example/v1/chat/completions'],
  ])('%s', (base, expected) => {
    expect(toCompletionsUrl(base).href).toBe(expected);
  });
});
