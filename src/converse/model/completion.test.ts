import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../lib/json.ts';
import { parseArguments, parseCompletion } from './completion.ts';
import { ModelFailure } from './failure.ts';

function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof ModelFailure) return error.code;
    throw error;
  }
}

const reply = (message: unknown, finish_reason = 'stop', more: object = {}): string =>
  JSON.stringify({ choices: [{ message, finish_reason }], ...more });
const read = (message: unknown, finish?: string): unknown =>
  outcome(() => parseCompletion(reply(message, finish)).answer);
const tool = (call: unknown): unknown => read({ content: null, tool_calls: [call] });

describe('an answer', () => {
  it('is a call of a tool', () => {
    expect(tool({ id: 'c1', type: 'function', function: { name: 'getPet', arguments: '{"petId":1}' } })).toEqual({
      kind: 'call',
      name: 'getPet',
      arguments: '{"petId":1}',
      id: 'c1',
    });
  });

  it.each([
    ['no id', { function: { name: 'a', arguments: '{}' } }, 'call_1'],
    ['an empty id', { id: '', function: { name: 'a', arguments: '{}' } }, 'call_1'],
    ['an id without end', { id: 'x'.repeat(300), function: { name: 'a', arguments: '{}' } }, 'call_1'],
    ['an id that is no text', { id: 7, function: { name: 'a', arguments: '{}' } }, 'call_1'],
  ])('with %s gets one', (_, call, id) => {
    expect(tool(call)).toMatchObject({ kind: 'call', id });
  });

  it('is a call in the form from before there were tools', () => {
    const call = { name: 'a', arguments: '{}' };
    expect(read({ content: null, function_call: call })).toEqual({ kind: 'call', ...call, id: undefined });
  });

  it.each([
    ['a call as text', '{"name":"a","arguments":{"b":1}}'],
    ['with parameters', '{"name":"a","parameters":{"b":1}}'],
    ['in a fence', '```json\n{"name":"a","arguments":{"b":1}}\n```'],
    ['in a tag', '<tool_call>\n{"name":"a","arguments":{"b":1}}\n</tool_call>'],
    ['after a thought', '<think>The user wants {"name":"x"}.</think>\n{"name":"a","arguments":{"b":1}}'],
  ])('is %s', (_, content) => {
    expect(read({ content })).toEqual({ kind: 'call', name: 'a', arguments: { b: 1 }, id: undefined });
  });

  it.each([
    ['a text', 'Which pet?', 'Which pet?'],
    [
      'parts of text',
      [{ type: 'text', text: 'Which ' }, { type: 'image_url' }, { type: 'text', text: 'pet?' }],
      'Which pet?',
    ],
    ['a text after a thought', '<think>Hm.</think>\n\nWhich pet?', 'Which pet?'],
    ['a text after the end of a thought', 'Hm.</think>Which pet?', 'Which pet?'],
  ])('is %s', (_, content, text) => {
    expect(read({ content, tool_calls: [] })).toEqual({ kind: 'text', text });
  });

  it.each<readonly [string, unknown, string]>([
    ['two calls', { tool_calls: [{ function: { name: 'a' } }, { function: { name: 'b' } }] }, 'several_calls'],
    ['a refusal', { content: null, refusal: 'I cannot help with that.' }, 'declined'],
    ['nothing', { content: null }, 'malformed'],
    ['blanks', { content: ' \n ' }, 'malformed'],
    ['a thought without end', { content: '<think>Let me see, the pet' }, 'malformed'],
    ['JSON that is no call', { content: '{"petId":1}' }, 'malformed'],
    ['a call as text that breaks off', { content: '{"name":"a","argu' }, 'malformed'],
    ['a call without a function', { tool_calls: [{ id: 'x' }] }, 'malformed'],
    ['a call that is none', { tool_calls: ['a'] }, 'malformed'],
    ['a name that is no text', { tool_calls: [{ function: { name: ['a'], arguments: '{}' } }] }, 'malformed'],
    ['no object', 'hello', 'malformed'],
  ])('of %s is refused', (_, message, code) => {
    expect(read(message)).toBe(code);
  });

  it('that was cut off or filtered is refused', () => {
    const call = { content: 'Which', tool_calls: [{ function: { name: 'a', arguments: '{}' } }] };
    expect(read(call, 'length')).toBe('cut_off');
    expect(read(call, 'content_filter')).toBe('declined');
  });

  it.each([
    '',
    'null',
    '[]',
    '"x"',
    '{"choices":',
    '{}',
    '{"choices":[]}',
    '{"choices":{}}',
    '{"choices":[null]}',
    '<html>',
    '{"choices":[{}]}',
  ])('is no completion: %s', (body) => {
    expect(outcome(() => parseCompletion(body))).toBe('malformed');
  });

  it('of a depth that nothing has is refused', () => {
    const deep = `${'['.repeat(200_000)}1e400${']'.repeat(200_000)}`;
    expect(outcome(() => parseCompletion(`{"choices":[{"message":{"content":"a?","x":${deep}}}]}`))).toBe('malformed');
  });

  it.each<readonly [unknown, number | undefined]>([
    [{ total_tokens: 12 }, 12],
    [{ total_tokens: 0 }, 0],
    [{ total_tokens: -1 }, undefined],
    [{ total_tokens: 1.5 }, undefined],
    [{ total_tokens: '12' }, undefined],
    [{ total_tokens: 1e300 }, undefined],
    [{}, undefined],
    [null, undefined],
  ])('tells what it cost: %j', (usage, tokens) => {
    expect(parseCompletion(reply({ content: 'a?' }, 'stop', { usage })).tokens).toBe(tokens);
  });

  it('takes no time that grows with the square of its length', () => {
    const blanks = ' '.repeat(250_000);
    for (const content of [`\`\`\`${blanks}x`, `<think>${blanks}`, `${'<think>'.repeat(30_000)}x`, `{"name"${blanks}`])
      read({ content });
    expect(read({ content: `\`\`\`${blanks}x` })).toEqual({ kind: 'text', text: `\`\`\`${blanks}x` });
  }, 5_000);
});

describe('arguments', () => {
  it.each<readonly [string, unknown, string]>([
    ['JSON text', '{"a":1}', '{"a":1}'],
    ['an object', { a: 1 }, '{"a":1}'],
    ['a fence', '```json\n{"a":1}\n```', '{"a":1}'],
    ['a fence without a language', '```\n{"a":1}```', '{"a":1}'],
    ['JSON text within JSON text', '"{\\"a\\":1}"', '{"a":1}'],
    ['none', undefined, '{}'],
    ['null', null, '{}'],
    ['an empty text', '', '{}'],
    ['null as text', 'null', '{}'],
    [
      'all digits',
      '{"id":12345678901234567890,"rate":0.12345678901234567890}',
      '{"id":12345678901234567890,"rate":0.12345678901234567890}',
    ],
    ['names of prototypes', '{"__proto__":{"a":1},"constructor":2}', '{"__proto__":{"a":1},"constructor":2}'],
  ])('are read from %s', (_, given, expected) => {
    const args = parseArguments(given);
    expect(args.ok && stringifyJson(args.value)).toBe(expected);
  });

  it.each(['{"a":', '[1]', '5', 'true', '"text"', 'petId=1', "{'a':1}", '{"a":1} {"b":2}', '{"a":NaN}'])(
    'are none: %s',
    (given) => {
      expect(parseArguments(given)).toMatchObject({ ok: false, problem: expect.stringMatching(/./) });
    },
  );

  it('are none of: a list', () => {
    expect(parseArguments([1])).toMatchObject({ ok: false });
  });
});
