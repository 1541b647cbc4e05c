// Reading and writing of the 0.3 wire and of the calculator dialect.

import { describe, expect, it } from 'vitest';
import { GatewayError } from '../errors.ts';
import type { Content } from '../invoke/outcome.ts';
import { codecCalculator } from './codec-calculator.ts';
import { codecV03 } from './codec-v03.ts';
import { errorToFailure, problemToFailure } from './failure.ts';

const problem = (content: Content) =>
  problemToFailure({ kind: 'problem', code: 'upstream_rejected', status: 404, message: 'no', content });

const withParts = (...parts: unknown[]) => ({ message: { messageId: 'm', role: 'user', parts } });

describe('parts', () => {
  it.each([
    [
      { kind: 'text', text: 'hi' },
      { kind: 'text', text: 'hi' },
    ],
    [
      { type: 'text', text: 'hi' },
      { kind: 'text', text: 'hi' },
    ],
    [{ text: 'hi' }, { kind: 'text', text: 'hi' }],
    [
      { kind: 'data', data: { a: 1 } },
      { kind: 'data', data: { a: 1 } },
    ],
    [
      { type: 'data', data: {} },
      { kind: 'data', data: {} },
    ],
    [
      { kind: 'data', data: { value: [1] }, metadata: { data_part_compat: true } },
      { kind: 'data', data: [1], metadata: { data_part_compat: true } },
    ],
    [
      { kind: 'data', data: { value: [1] } },
      { kind: 'data', data: { value: [1] } },
    ],
    [
      { kind: 'file', file: { bytes: 'aGk=', mimeType: 'image/png', name: 'a.png' } },
      { kind: 'bytes', bytes: Buffer.from('hi'), mediaType: 'image/png', filename: 'a.png' },
    ],
    [
      { kind: 'file', file: { uri: 'https://files.example.test/a', mimeType: null } },
      { kind: 'url', url: 'https://files.example.test/a' },
    ],
    [
      { kind: 'url', url: 'https://files.example.test/a', mimeType: 'text/csv' },
      { kind: 'url', url: 'https://files.example.test/a', mediaType: 'text/csv' },
    ],
    [
      { kind: 'url', uri: 'https://files.example.test/a' },
      { kind: 'url', url: 'https://files.example.test/a' },
    ],
  ])('%j', (part, expected) => {
    expect(codecV03.readSendMessage(withParts(part)).parts).toEqual([expected]);
  });

  it.each([
    [{ kind: 'video', text: 'x' }, /kind: expected text, data, file, url, found string "video"/],
    [{ kind: 'constructor' }, /kind/],
    [{ kind: 'text' }, /a part of kind text needs text/],
    [{ kind: 'text', text: 5 }, /expected a string/],
    [{ kind: 'data', data: [1] }, /expected an object/],
    [{ kind: 'data', data: null }, /needs data/],
    [{ kind: 'file' }, /needs file/],
    [{ kind: 'file', file: {} }, /exactly one of bytes, uri/],
    [{ kind: 'file', file: { bytes: 'aa', uri: 'x' } }, /exactly one of bytes, uri/],
    [{ kind: 'url' }, /exactly one of url, uri/],
    [{}, /exactly one of text, data, file, url; found none/],
    [{ text: 'x', data: {} }, /found text and data/],
  ])('refuses %j', (part, description) => {
    expect(() => codecV03.readSendMessage(withParts(part))).toThrow(description);
  });
});

describe('messages', () => {
  it.each([
    ['no messageId', { role: 'user', parts: [{ kind: 'text', text: 'x' }] }, /message.messageId is required/],
    [
      'the role of the agent',
      { messageId: 'm', role: 'agent', parts: [{ kind: 'text', text: 'x' }] },
      /message.role expected user/,
    ],
    ['no parts', { messageId: 'm', role: 'user', parts: [] }, /message.parts needs at least one/],
    ['no role', { messageId: 'm', parts: [{ kind: 'text', text: 'x' }] }, /message.role is required/],
  ])('refuse %s', (_name, message, text) => {
    expect(() => codecV03.readSendMessage({ message })).toThrow(text);
  });

  it('carry a skill, metadata, modes and a push configuration', () => {
    const request = codecV03.readSendMessage({
      ...withParts({ kind: 'text', text: 'x' }),
      skill: 'calculate',
      metadata: { a: 1 },
      configuration: {
        blocking: false,
        acceptedOutputModes: ['text/plain'],
        pushNotificationConfig: { url: 'https://hooks.example.test' },
      },
    });
    expect(request).toMatchObject({
      skill: 'calculate',
      requestMetadata: { a: 1 },
      acceptedOutputModes: ['text/plain'],
      push: { url: 'https://hooks.example.test', version: '0.3' },
      returnImmediately: true,
    });
  });
});

describe('answers', () => {
  const parts = [
    { kind: 'text', text: 'a' },
    { kind: 'json', json: ' {"n":9007199254740993}', mediaType: 'application/json' },
    { kind: 'json', json: 'null', mediaType: 'application/json' },
    { kind: 'bytes', base64: 'aGk=', mediaType: 'image/png', filename: 'a.png' },
  ] as const;

  it('write each kind of part, in both dialects', () => {
    const written =
      '[{"kind":"text","text":"a"},{"kind":"data","data": {"n":9007199254740993}},{"kind":"data","data":{"value":null}},{"kind":"file","file":{"bytes":"aGk=","mimeType":"image/png","name":"a.png"}}]';
    const message = { messageId: 'm', contextId: 'c', parts };
    expect(codecV03.writeMessage(message)).toBe(
      `{"kind":"message","messageId":"m","contextId":"c","role":"agent","parts":${written}}`,
    );
    expect(codecCalculator.writeMessage(message)).toBe(
      `{"messageId":"m","contextId":"c","role":"agent","parts":${written},"kind":"message","metadata":{}}`,
    );
  });
});

describe('the data of an error', () => {
  it.each([
    [
      'the JSON body as it came',
      problem({ kind: 'json', mediaType: 'application/json', text: '{"n": 1.0}' }),
      '{"n": 1.0}',
    ],
    ['the text body', problem({ kind: 'text', mediaType: 'text/plain', text: 'no "pet"' }), '"no \\"pet\\""'],
    ['nothing for an empty body', problem({ kind: 'empty' }), undefined],
    ['nothing for bytes', problem({ kind: 'bytes', mediaType: 'image/png', bytes: Buffer.from('x') }), undefined],
    [
      'the violations',
      errorToFailure(new GatewayError('invalid_params', 'x', { violations: [{ field: 'a', description: 'b' }] })),
      '{"violations":[{"field":"a","description":"b"}]}',
    ],
    ['facts', errorToFailure(new GatewayError('task_not_found', 'x', { metadata: { taskId: 't' } })), '{"taskId":"t"}'],
    ['nothing', errorToFailure(new GatewayError('unsupported_operation')), undefined],
  ])('is %s', (_name, failure, data) => {
    expect(codecV03.errorData(failure)).toBe(data);
  });
});

describe('a webhook without an id', () => {
  it.each([
    ['is the default one of its task', {}, 'default'],
    ['and one with an id keeps it', { id: 'mine' }, 'mine'],
  ])('%s', (_, fields, id) => {
    const pushNotificationConfig = { url: 'https://hooks.example.com/', ...fields };
    expect(codecV03.readSetPushConfig({ taskId: 't-1', pushNotificationConfig }).config.id).toBe(id);
  });
});
