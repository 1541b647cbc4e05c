import { describe, expect, it } from 'vitest';
import { createDialect } from './dialect.ts';

const request = {
  messages: [{ role: 'user', content: 'hello' }],
  tools: [{ type: 'function', function: { name: 'a', description: '', parameters: { type: 'object' } } }],
  maxTokens: 500,
} as const;

describe('a request', () => {
  it('has the settings that most servers take', () => {
    expect(createDialect('small').write(request).body).toEqual({
      model: 'small',
      messages: request.messages,
      tools: request.tools,
      tool_choice: 'auto',
      temperature: 0,
      max_tokens: 500,
    });
  });

  it('without tools has no choice of them', () => {
    const { tools: _, ...plain } = request;
    expect(Object.keys(createDialect('small').write(plain).body)).toEqual([
      'model',
      'messages',
      'max_tokens',
      'temperature',
    ]);
  });

  it.each([
    [
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { max_completion_tokens: 500, temperature: 0, tool_choice: 'auto' },
    ],
    ["Unsupported value: 'temperature' does not support 0 with this model.", { max_tokens: 500, tool_choice: 'auto' }],
    [
      '{"detail":[{"type":"extra_forbidden","loc":["body","tool_choice"],"msg":"Extra inputs are not permitted"}]}',
      { max_tokens: 500, temperature: 0 },
    ],
  ])('learns from %s', (refusal, settings) => {
    const dialect = createDialect('small');
    expect(dialect.write(request).learn(refusal)).toBe(true);
    const again = dialect.write(request);
    const { model: _, messages: __, tools: ___, ...written } = again.body;
    expect(written).toEqual(settings);
    expect(again.learn(refusal)).toBe(false);
  });

  it('is written again too when another has learnt the same meanwhile', () => {
    const dialect = createDialect('small');
    const [one, other] = [dialect.write(request), dialect.write(request)];
    const refusal = "'temperature' is not supported";
    expect([one.learn(refusal), other.learn(refusal)]).toEqual([true, true]);
  });

  it.each([
    '{"error":{"message":"model not found"}}',
    "'max_tokens' is too large: 1000. The context of this model has 512 tokens.",
    'unsupported: something else',
  ])('learns nothing from %s', (refusal) => {
    expect(createDialect('small').write(request).learn(refusal)).toBe(false);
  });
});
