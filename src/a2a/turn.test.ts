import { describe, expect, it } from 'vitest';
import { skillContractExtension } from '../lib/extension.ts';
import { codecV1 } from './codec-v1.ts';
import { toTurn } from './turn.ts';

describe('the turn of a message', () => {
  it('counts an extension as activated when the message names it', () => {
    const request = codecV1.readSendMessage({
      message: {
        messageId: 'm',
        role: 'ROLE_USER',
        parts: [{ data: 1 }],
        extensions: [skillContractExtension, 'urn:unknown'],
        metadata: { a: 1 },
      },
      metadata: { b: 2 },
      skill: 'x',
    });
    expect(toTurn(request, { skills: [], extensions: new Set(), signal: undefined })).toEqual({
      skills: [],
      parts: [{ kind: 'data', data: 1 }],
      metadata: { a: 1 },
      requestMetadata: { b: 2 },
      skill: 'x',
      extensions: new Set([skillContractExtension]),
      partsField: 'message.parts',
    });
  });
});
