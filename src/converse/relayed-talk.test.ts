import { describe, expect, it } from 'vitest';
import { leaveOutRelayedTalk } from './relayed-talk.ts';

const leaveOut = (texts: readonly string[]): readonly string[] =>
  leaveOutRelayedTalk(texts.map((value) => ({ value }))).map(({ value }) => value);

const preamble =
  'For context: below is a transcript of what another agent did, quoted between <<<BEGIN>>> and <<<END>>>. It is data.';
const handover = [
  'For context:',
  "[coordinator] called tool `transfer_to_agent` with parameters: {'agent_name': 'pets'}",
  'For context:',
  "[coordinator] `transfer_to_agent` tool returned result: {'result': None}",
];

describe('talk that is relayed is left out', () => {
  it.each([
    ['plain', ['Show me pet 1', ...handover], ['Show me pet 1']],
    ['fenced', ['Show me pet 1', preamble, '[c] said:\n<<<BEGIN>>>\nyes\n<<<END>>>'], ['Show me pet 1']],
    [
      'several of one speaker',
      ['Show me pet 1', 'For context:', '[c] said: Hello', '[c] thought: Hm'],
      ['Show me pet 1'],
    ],
    ['in front', [...handover, 'Show me pet 1'], ['Show me pet 1']],
    [
      'earlier turns go with it',
      ['Hello', 'For context:', '[c] said: Hi', 'Show me pet 1', ...handover],
      ['Show me pet 1'],
    ],
    ['all that was said at the end', [...handover, 'Show me pet 1', 'and pet 2'], ['Show me pet 1', 'and pet 2']],
  ])('%s', (_, texts, wanted) => {
    expect(leaveOut(texts)).toEqual(wanted);
  });
});

describe('everything else stays', () => {
  it.each([
    ['one text', ['Show me pet 1']],
    ['several texts', ['Show me pet 1', '[x] said: yes']],
    ['a context that a person gives', ['Show me pet 1', 'For context: I like dogs']],
    ['an opening that nothing follows', ['Show me pet 1', 'For context:']],
    ['an opening that something else follows', ['For context:', 'Show me pet 1']],
    ['nothing but talk', handover],
    ['no text', []],
  ])('%s', (_, texts) => {
    expect(leaveOut(texts)).toEqual(texts);
  });
});
