// Whatever JSON comes as parameters: it is read, or refused as `invalid_params` with fields that can be found; nothing else.

import { assert, constantFrom, dictionary, jsonValue, oneof, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../errors.ts';
import { codecs } from './codecs.ts';

const names = constantFrom(
  'message',
  'messageId',
  'message_id',
  'role',
  'parts',
  'text',
  'data',
  'raw',
  'kind',
  'file',
  'configuration',
  'historyLength',
  '__proto__',
  'toString',
);
const scalars = oneof(jsonValue({ maxDepth: 2 }), constantFrom('ROLE_USER', 'user', 1, null, 'text', 'aGk='));
const message = dictionary(
  names,
  oneof(scalars, dictionary(names, scalars), constantFrom([{ text: 'x' }], [{}], [{ kind: 'text' }])),
);

/** The code of a refusal, undefined when there is none; anything else that is thrown goes on. */
function refusalOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) return error.code;
    throw error;
  }
}

describe('any parameters', () => {
  it.each(Object.values(codecs))('are read or refused', (codec) => {
    assert(
      property(oneof(jsonValue(), dictionary(names, oneof(scalars, message))), (params) => {
        for (const read of [
          codec.readSendMessage,
          codec.readGetTask,
          codec.readListTasks,
          codec.readCancelTask,
          codec.readSubscribe,
        ]) {
          expect(refusalOf(() => read(params))).toBeOneOf([undefined, 'invalid_params']);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each(Object.values(codecs))('leave the request itself as it was', (codec) => {
    const params = { message: { message_id: 'm', messageId: null, role: 'x', parts: [{ text: 'x' }] } };
    const before = structuredClone(params);
    expect(() => codec.readSendMessage(params)).toThrow(GatewayError);
    expect(params).toEqual(before);
  });
});
