// What a service behind a mapping is told of a message: its words together, and its parts as A2A 1.0 writes them.

import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../lib/json.ts';
import type { TaskMessage, TaskPart } from './task.ts';
import { toTurnFacts } from './turn-facts.ts';

const messageOf = (...parts: readonly TaskPart[]): TaskMessage => ({ messageId: 'm-1', role: 'user', parts });
const ids = { contextId: 'c-1', taskId: 't-1' };

describe('the facts of a turn', () => {
  it('have the text of all text parts, a line each', () => {
    const message = messageOf(
      { kind: 'text', text: 'one' },
      { kind: 'json', json: '{}' },
      { kind: 'text', text: 'two' },
    );
    expect(toTurnFacts(message, ids)).toMatchObject({ text: 'one\ntwo', messageId: 'm-1', ...ids });
  });

  it('have the session only when there is one', () => {
    expect(toTurnFacts(messageOf(), ids)).not.toHaveProperty('session');
    expect(toTurnFacts(messageOf(), { ...ids, session: 's-1' })).toMatchObject({ session: 's-1' });
  });

  it.each<[string, TaskPart, string]>([
    ['text', { kind: 'text', text: 'hi', mediaType: 'text/markdown' }, '{"text":"hi","mediaType":"text/markdown"}'],
    ['data with its digits', { kind: 'json', json: '{"id":9007199254740993}' }, '{"data":{"id":9007199254740993}}'],
    ['null as data', { kind: 'json', json: 'null' }, '{"data":null}'],
    ['bytes', { kind: 'bytes', base64: 'aGk=', filename: 'hi.txt' }, '{"raw":"aGk=","filename":"hi.txt"}'],
    [
      'an address',
      { kind: 'url', url: 'https://a.test/x', metadata: { a: 1 } },
      '{"url":"https://a.test/x","metadata":{"a":1}}',
    ],
  ])('have the parts in the shape of 1.0: %s', (_, part, json) => {
    expect(stringifyJson(toTurnFacts(messageOf(part), ids).parts?.())).toBe(`[${json}]`);
  });
});
