// The official clients of both versions against the card and the endpoint: each is built from the card's address alone.

import { ClientFactory as ClientFactoryV1 } from '@a2a-js/sdk/client';
import { Role } from '@a2a-js/sdk';
import { ClientFactory as ClientFactoryV03 } from 'a2a-sdk-v0.3/client';
import { describe, expect, it } from 'vitest';
import { startA2A } from '../../test/support/a2a-server.ts';

describe('the official client', () => {
  it('1.x resolves the card and calls', async () => {
    await using server = await startA2A();
    const client = await new ClientFactoryV1().createFromUrl(server.url);
    const card = await client.getAgentCard();
    expect(card.supportedInterfaces[0]).toMatchObject({ url: `${server.url}/a2a`, protocolVersion: '1.0' });
    const answer = await client.sendMessage({
      tenant: '',
      configuration: undefined,
      metadata: undefined,
      message: {
        messageId: 'm-1',
        role: Role.ROLE_USER,
        contextId: '',
        taskId: '',
        extensions: [],
        referenceTaskIds: [],
        metadata: undefined,
        parts: [
          {
            content: { $case: 'data', value: { operation: 'add', operands: [5, 3] } },
            metadata: undefined,
            filename: '',
            mediaType: '',
          },
        ],
      },
    });
    expect(answer).toMatchObject({ contextId: 'id-2', parts: [{ content: { $case: 'data', value: { result: 8 } } }] });
    await expect(client.getTask({ tenant: '', id: 'nope', historyLength: undefined })).rejects.toThrow(/not found/i);
  });

  it('0.3.x resolves the card and calls', async () => {
    await using server = await startA2A();
    const client = await new ClientFactoryV03().createFromUrl(server.url);
    const answer = await client.sendMessage({
      message: {
        kind: 'message',
        messageId: 'm-1',
        role: 'user',
        parts: [{ kind: 'data', data: { operation: 'add', operands: [5, 3] } }],
      },
    });
    expect(answer).toMatchObject({ kind: 'message', parts: [{ kind: 'data', data: { result: 8 } }] });
    await expect(client.getTask({ id: 'nope' })).rejects.toThrow(/not found/i);
  });
});
