// A chat service that answers each message and gives an id of the conversation: the next message of the context goes on with it, in
// whatever task or process that is, and nobody else's does.

import { describe, expect, test } from 'vitest';
import { openStream } from '../support/event-stream.ts';
import { createFolder } from '../support/folder.ts';
import { startGateway, toSendMessage, type RunningGateway } from '../support/gateway.ts';
import { startJobs, type JobServer } from '../upstreams/jobs.ts';

const chat = `openapi: 3.1.0
info: { title: Chat, version: '1' }
paths:
  /chat:
    post:
      operationId: chat
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [text]
              properties: { text: { type: string }, talk: { type: string } }
      responses: { '200': { description: The answer. } }
      x-skillgate:
        conversation:
          text: text
          session: talk
          reply: { text: /answer, state: /status, session: /talk, message: /small, delta: /delta }
`;
const ann = { 'a2a-version': '1.0', authorization: 'Bearer ann' };
const bob = { ...ann, authorization: 'Bearer bob' };
const bodies = ({ requests }: JobServer): readonly unknown[] => requests.map(({ body }) => JSON.parse(body) as unknown);

async function startChat(store = 'memory') {
  await using stack = new AsyncDisposableStack();
  const service = stack.use(await startJobs());
  const folder = stack.use(await createFolder({ 'chat.yaml': chat }));
  const targets = { chat: { spec: folder.file('chat.yaml'), upstreams: [service.url] } };
  const tasks = { store: store.replace('FOLDER', folder.file('')) };
  const start = (): Promise<RunningGateway> => startGateway({ config: { targets, tasks } });
  const moved = stack.move();
  return { service, start, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

let lastMessage = 0;

function say(gateway: RunningGateway, text: string, contextId: string, headers = ann) {
  lastMessage += 1;
  return gateway.rpc(toSendMessage([{ text }], { messageId: `s-${lastMessage}`, contextId }), headers);
}

describe('the session of a chat service', () => {
  test.each([
    ['a task', {}],
    ['a message', { small: true }],
  ])('stays with its context when the answer is %s', async (_what, more) => {
    await using scene = await startChat();
    await using gateway = await scene.start();
    scene.service.script('/chat', { json: { status: 'done', answer: 'Hello.', talk: 't1', ...more } });
    await say(gateway, 'Hello', 'c-1');
    await say(gateway, 'Again', 'c-1');
    await say(gateway, 'Elsewhere', 'c-2');
    await say(gateway, 'By another', 'c-1', bob);
    expect(bodies(scene.service)).toEqual([
      { text: 'Hello' },
      { text: 'Again', talk: 't1' },
      { text: 'Elsewhere' },
      { text: 'By another' },
    ]);
  });

  test('is the one that the service gave last, also when it had asked back', async () => {
    await using scene = await startChat();
    await using gateway = await scene.start();
    scene.service.script(
      '/chat',
      { json: { status: 'input-required', answer: 'Which colour?', talk: 't1' } },
      { json: { status: 'done', answer: 'Red it is.' } },
      { json: { status: 'done', answer: 'And blue.', talk: 't2' } },
    );
    for (const text of ['Paint it', 'Red', 'Another', 'And another']) await say(gateway, text, 'c-1');
    expect(bodies(scene.service)).toEqual([
      { text: 'Paint it' },
      { text: 'Red', talk: 't1' },
      { text: 'Another', talk: 't1' },
      { text: 'And another', talk: 't2' },
    ]);
  });

  test('is found in the events of a stream, whoever reads it', async () => {
    await using scene = await startChat();
    await using gateway = await scene.start();
    const pieces = ['data: {"talk":"t1","delta":"Hel"}\n\n', 'data: {"delta":"lo"}\n\n'];
    scene.service.script('/chat', { headers: { 'content-type': 'text/event-stream' }, pieces });
    await say(gateway, 'Hello', 'c-1');
    const message = { messageId: 's-stream', contextId: 'c-1', role: 'ROLE_USER', parts: [{ text: 'As a stream' }] };
    const request = { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message } };
    const stream = await openStream(`${gateway.url}/a2a`, request, ann);
    expect(JSON.stringify(await stream.rest())).toContain('COMPLETED');
    await say(gateway, 'Streams alone', 'c-2');
    scene.service.script('/chat', { json: { status: 'done', answer: 'Yes.' } });
    await say(gateway, 'Again', 'c-2');
    expect(bodies(scene.service)).toEqual([
      { text: 'Hello' },
      { text: 'As a stream', talk: 't1' },
      { text: 'Streams alone' },
      { text: 'Again', talk: 't1' },
    ]);
  });

  test('of a stream that its caller follows stays, too', async () => {
    await using scene = await startChat();
    await using gateway = await scene.start();
    const pieces = ['data: {"talk":"t1","delta":"Hel"}\n\n', 'data: {"delta":"lo"}\n\n'];
    scene.service.script('/chat', { headers: { 'content-type': 'text/event-stream' }, pieces });
    const message = { messageId: 's-first', contextId: 'c-1', role: 'ROLE_USER', parts: [{ text: 'Hello' }] };
    const request = { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message } };
    await (await openStream(`${gateway.url}/a2a`, request, ann)).rest();
    await say(gateway, 'Again', 'c-1');
    expect(bodies(scene.service)).toEqual([{ text: 'Hello' }, { text: 'Again', talk: 't1' }]);
  });

  test('is not kept of an answer that failed, and outlives the process in a store that does', async () => {
    await using scene = await startChat('sqlite:FOLDER/tasks.db');
    scene.service.script(
      '/chat',
      { json: { status: 'failed', answer: 'No.', talk: 't0' } },
      { json: { status: 'done', answer: 'Hello.', talk: 't1' } },
    );
    {
      await using gateway = await scene.start();
      await say(gateway, 'Hello', 'c-1');
      await say(gateway, 'Hello', 'c-1');
    }
    await using gateway = await scene.start();
    await say(gateway, 'Again', 'c-1');
    expect(bodies(scene.service)).toEqual([{ text: 'Hello' }, { text: 'Hello' }, { text: 'Again', talk: 't1' }]);
  });
});
