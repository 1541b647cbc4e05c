// Reading and writing of the 1.0 wire. Section numbers are those of A2A 1.0.

import { describe, expect, it } from 'vitest';
import { GatewayError, type Violation } from '../errors.ts';
import { parseJson } from '../lib/json.ts';
import { codecV1 } from './codec-v1.ts';

const withParts = (...parts: unknown[]) => ({ message: { messageId: 'm', role: 'ROLE_USER', parts } });
const withMessage = (fields: object) => ({
  message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }], ...fields },
});
const withConfiguration = (configuration: unknown) => ({ ...withMessage({}), configuration });

function violationsOf(read: () => unknown): readonly Violation[] {
  try {
    read();
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'invalid_params') return error.violations;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('parts (§4.1.6)', () => {
  it.each([
    [{ text: 'hi' }, { kind: 'text', text: 'hi' }],
    [{ text: '' }, { kind: 'text', text: '' }],
    [
      { text: 'hi', mediaType: 'text/markdown', filename: 'a.md' },
      { kind: 'text', text: 'hi', mediaType: 'text/markdown', filename: 'a.md' },
    ],
    [{ data: { a: 1 } }, { kind: 'data', data: { a: 1 } }],
    [{ data: null }, { kind: 'data', data: null }],
    [{ data: [1] }, { kind: 'data', data: [1] }],
    [{ data: false }, { kind: 'data', data: false }],
    [
      { data: null, text: null },
      { kind: 'data', data: null },
    ],
    [
      { raw: 'aGk=', media_type: 'image/png' },
      { kind: 'bytes', bytes: Buffer.from('hi'), mediaType: 'image/png' },
    ],
    [{ raw: '-_8' }, { kind: 'bytes', bytes: Buffer.from([251, 255]) }],
    [{ url: 'https://files.example.test/a' }, { kind: 'url', url: 'https://files.example.test/a' }],
    [
      { kind: 'whatever', text: 'x', more: 1 },
      { kind: 'text', text: 'x' },
    ],
  ])('%j', (part, expected) => {
    expect(codecV1.readSendMessage(withParts(part)).parts).toEqual([expected]);
  });

  it('keep the digits of data', () => {
    const params = parseJson('{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"data":9007199254740993}]}}');
    expect(JSON.stringify(codecV1.readSendMessage(params).parts[0])).toBe('{"kind":"data","data":9007199254740993}');
  });
});

describe('the lenient side (§5.5, §5.7)', () => {
  it('reads snake_case, enum numbers, null as unset, and ignores what it does not know', () => {
    const request = codecV1.readSendMessage({
      message: {
        message_id: 'm',
        role: 1,
        parts: [{ text: 'x' }],
        context_id: 'c',
        task_id: null,
        reference_task_ids: ['a'],
        futureField: {},
      },
      configuration: { accepted_output_modes: ['text/plain'], history_length: '3', return_immediately: null },
      metadata: null,
      tenant: '',
    });
    expect(request).toMatchObject({
      contextId: 'c',
      taskId: undefined,
      acceptedOutputModes: ['text/plain'],
      push: undefined,
      returnImmediately: false,
      historyLength: 3,
      referenceTaskIds: ['a'],
      requestMetadata: {},
    });
  });

  it.each(['5', 5, 5.0, '5.0'])('takes %j for an int32', (pageSize) => {
    expect(codecV1.readListTasks({ pageSize, historyLength: pageSize })).toMatchObject({
      query: { pageSize: 5 },
      historyLength: 5,
    });
  });

  it('takes absent and null params for an empty object', () => {
    const all = { query: { pageSize: 50 }, historyLength: undefined, includeArtifacts: false };
    expect(codecV1.readListTasks(undefined)).toEqual(all);
    expect(codecV1.readListTasks(null)).toEqual(all);
  });

  it.each(['TASK_STATE_WORKING', 2, 'TASK_STATE_UNSPECIFIED', 0])('takes the state %j', (status) => {
    expect(() => codecV1.readListTasks({ status })).not.toThrow();
  });

  it.each(['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.123456789Z', '2026-03-01T09:30:00+02:00'])(
    'takes the time %s',
    (statusTimestampAfter) => {
      expect(() => codecV1.readListTasks({ statusTimestampAfter })).not.toThrow();
    },
  );

  it('knows an inline push configuration in both spellings', () => {
    const url = 'https://hooks.example.test';
    const pushOf = (configuration: unknown) => codecV1.readSendMessage(withConfiguration(configuration)).push;
    expect(pushOf({ taskPushNotificationConfig: { url } })).toEqual({ url, version: '1.0' });
    expect(
      pushOf({
        task_push_notification_config: {
          url,
          id: '',
          token: 't',
          authentication: { scheme: 'Bearer', credentials: 'c' },
        },
      }),
    ).toEqual({
      url,
      version: '1.0',
      token: 't',
      authentication: { scheme: 'Bearer', credentials: 'c' },
    });
    expect(pushOf({ taskPushNotificationConfig: null })).toBeUndefined();
  });

  it('takes prototype names for ordinary names', () => {
    const params = JSON.parse(
      '{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}],"metadata":{"__proto__":{"skillId":"x"}},"__proto__":{"taskId":"t"}}}',
    );
    const request = codecV1.readSendMessage(params);
    expect(request.taskId).toBeUndefined();
    expect(Object.keys(request.metadata)).toEqual(['__proto__']);
  });
});

describe('the strict side (§3.3.2)', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['no message', {}, 'message', /is required/],
    ['message null', { message: null }, 'message', /is required/],
    ['message a text', { message: 'hi' }, 'message', /expected an object, found string "hi"/],
    ['no role', { message: { messageId: 'm', parts: [{ text: 'x' }] } }, 'message.role', /is required/],
    ['no messageId', { message: { role: 'ROLE_USER', parts: [{ text: 'x' }] } }, 'message.messageId', /is required/],
    ['blank messageId', withMessage({ messageId: ' ' }), 'message.messageId', /not blank/],
    ['messageId a number', withMessage({ messageId: 5 }), 'message.messageId', /expected a string, found number 5/],
    [
      'role of the agent',
      withMessage({ role: 'ROLE_AGENT' }),
      'message.role',
      /expected ROLE_USER, found string "ROLE_AGENT"/,
    ],
    ['role of the agent by number', withMessage({ role: 2 }), 'message.role', /ROLE_USER/],
    ['role unspecified', withMessage({ role: 0 }), 'message.role', /ROLE_USER/],
    ['role unknown', withMessage({ role: 'NOPE' }), 'message.role', /ROLE_USER/],
    ['role with a number out of range', withMessage({ role: 9 }), 'message.role', /a string|ROLE_USER/],
    ['no parts', withMessage({ parts: [] }), 'message.parts', /at least one/],
    ['parts a text', withMessage({ parts: 'x' }), 'message.parts', /expected an array/],
    ['an empty part', withParts({}), 'message.parts[0]', /exactly one of text, raw, url, data; found none/],
    ['a part of two contents', withParts({ text: 'x', data: null }), 'message.parts[0]', /found text and data/],
    [
      'text a number',
      withParts({ text: 'a' }, { text: 5 }),
      'message.parts[1].text',
      /expected a string, found number 5/,
    ],
    ['raw no base64', withParts({ raw: '***' }), 'message.parts[0].raw', /base64/],
    ['metadata a number', withMessage({ metadata: 7 }), 'message.metadata', /expected an object/],
    [
      'metadata a long number',
      withMessage({ metadata: parseJson('12345678901234567890') }),
      'message.metadata',
      /found a number/,
    ],
    ['extensions a text', withMessage({ extensions: 'urn:x' }), 'message.extensions', /expected an array/],
    ['a context id beyond the limit', withMessage({ contextId: 'c'.repeat(129) }), 'message.contextId', /128/],
    ['negative historyLength', withConfiguration({ historyLength: -1 }), 'configuration.historyLength', /at least 0/],
    ['fractional historyLength', withConfiguration({ historyLength: 1.5 }), 'configuration.historyLength', /integer/],
    ['historyLength beyond int32', withConfiguration({ historyLength: 3e9 }), 'configuration.historyLength', /at most/],
    [
      'returnImmediately a text',
      withConfiguration({ returnImmediately: 'true' }),
      'configuration.returnImmediately',
      /boolean/,
    ],
    ['a tenant', { ...withMessage({}), tenant: 'acme' }, 'tenant', /no tenant/],
  ])('refuses %s', (_name, params, field, description) => {
    const violations = violationsOf(() => codecV1.readSendMessage(params));
    expect(violations).toContainEqual({ field, description: expect.stringMatching(description) });
  });

  it('names all that is wrong, up to a limit', () => {
    const three = violationsOf(() => codecV1.readSendMessage({ message: { role: 'NOPE', parts: [] } }));
    expect(three.map(({ field }) => field).toSorted()).toEqual(['message.messageId', 'message.parts', 'message.role']);
    expect(
      violationsOf(() => codecV1.readSendMessage(withParts(...Array.from({ length: 900 }, () => ({}))))),
    ).toHaveLength(50);
  });

  it('refuses a list of a million wrong parts at once', () => {
    const parts = Array.from({ length: 1_000_000 }, () => ({}));
    const started = performance.now();
    expect(violationsOf(() => codecV1.readSendMessage(withParts(...parts.slice(0, 1)))).length).toBe(1);
    const violations = violationsOf(() =>
      codecV1.readSendMessage({ message: { messageId: 'm', role: 'ROLE_USER', parts } }),
    );
    expect(violations).toEqual([
      { field: 'message.parts', description: 'expected at most 1000 elements, found 1000000' },
    ]);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe('answers', () => {
  it('write each kind of part, JSON as it came', () => {
    const text = codecV1.writeMessage({
      messageId: 'm',
      contextId: 'c"',
      parts: [
        { kind: 'text', text: 'a\n' },
        { kind: 'json', json: '{"n": 1.50}', mediaType: 'application/json' },
        { kind: 'bytes', base64: 'aGk=', mediaType: 'image/png', filename: 'a.png' },
        { kind: 'url', url: 'https://files.example.test/a', mediaType: 'image/png' },
      ],
    });
    expect(text).toContain('{"n": 1.50}');
    expect(JSON.parse(text)).toEqual({
      message: {
        messageId: 'm',
        contextId: 'c"',
        role: 'ROLE_AGENT',
        parts: [
          { text: 'a\n' },
          { data: { n: 1.5 }, mediaType: 'application/json' },
          { raw: 'aGk=', mediaType: 'image/png', filename: 'a.png' },
          { url: 'https://files.example.test/a', mediaType: 'image/png' },
        ],
      },
    });
  });
});
