// Messages to a task at work, over the wire: they wait for their turn and are answered by it, whoever waits, follows or has gone, and
// also when the gateway is killed in between.

import { describe, expect, test } from 'vitest';
import { openStream } from '../support/event-stream.ts';
import { createFolder } from '../support/folder.ts';
import { post, startGateway, type RpcAnswer } from '../support/gateway.ts';
import { cliEntry, startProcess, type RunningProcess } from '../support/start-process.ts';
import { held } from '../support/workshop.ts';
import { startJobs, type JobServer } from '../upstreams/jobs.ts';

const soon = { timeout: 20_000, interval: 10 };
const now = { 'retry-after': '0' };
const v1 = { 'a2a-version': '1.0' };

const files = (service: JobServer) => ({
  'chat.yaml': `openapi: 3.1.0
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
          reply: { text: /answer, state: /status, session: /talk }
`,
  'gateway.yaml': `gateway: { shutdownTimeout: 1s, listen: { port: 0 } }
targets: { chat: { spec: chat.yaml, upstreams: ["${service.url}"] } }
tasks: { store: "sqlite:tasks.db" }
`,
});

interface Part {
  readonly text?: string;
}

interface WireTask {
  readonly id: string;
  readonly status: { readonly state: string; readonly message?: { readonly parts: readonly Part[] } };
  readonly history: readonly { readonly parts: readonly Part[] }[];
  readonly artifacts?: readonly { readonly parts: readonly Part[] }[];
}

let lastMessage = 0;

function toRequest(method: string, text: string, { taskId, wait = true }: { taskId?: string; wait?: boolean } = {}) {
  lastMessage += 1;
  const ids = { messageId: `q-${lastMessage}`, ...(taskId === undefined ? {} : { taskId }) };
  const message = { ...ids, role: 'ROLE_USER', parts: [{ text }] };
  return { jsonrpc: '2.0', id: 1, method, params: { message, configuration: { returnImmediately: !wait } } };
}

const taskOf = ({ body, text }: RpcAnswer): WireTask => {
  const result = body.result as (WireTask & { readonly task?: WireTask }) | undefined;
  if (result === undefined) throw new Error(text);
  return result.task ?? result;
};
const look = async (url: string, id: string): Promise<WireTask> =>
  taskOf(await post(url, { jsonrpc: '2.0', id: 2, method: 'GetTask', params: { id } }, v1));
const textsOf = (messages: readonly { readonly parts: readonly Part[] }[] = []): readonly (string | undefined)[] =>
  messages.map(({ parts }) => parts[0]?.text);
const bodies = ({ requests }: JobServer): readonly unknown[] =>
  requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as unknown);

const question = { status: 'input-required', answer: 'Which colour?', talk: 't1' };

describe('a message to a task at work', () => {
  test('waits, and is the answer when the service asks back', async () => {
    await using service = await startJobs();
    await using folder = await createFolder(files(service));
    const targets = { chat: { spec: folder.file('chat.yaml'), upstreams: [service.url] } };
    await using gateway = await startGateway({ config: { targets } });
    const url = `${gateway.url}/a2a`;
    service.script('/chat', held(question), held({ status: 'completed', answer: 'Red it is.' }));
    const { id } = taskOf(await post(url, toRequest('SendMessage', 'Paint it', { wait: false }), v1));
    await expect.poll(() => service.requests.length, soon).toBe(1);
    const waiting = post(url, toRequest('SendMessage', 'Red', { taskId: id }), v1);
    await expect.poll(async () => textsOf((await look(url, id)).history), soon).toEqual(['Paint it', 'Red']);
    const stream = await openStream(url, toRequest('SendStreamingMessage', 'And hurry', { taskId: id }), v1);
    await stream.next();
    service.release();
    await stream.until('Which colour?');
    await expect.poll(() => service.requests.length, soon).toBe(2);
    service.release();

    const task = taskOf(await waiting);
    expect(task.status.state).toBe('TASK_STATE_COMPLETED');
    expect(textsOf(task.history)).toEqual(['Paint it', 'Red', 'And hurry', 'Which colour?']);
    expect(textsOf(task.artifacts)).toEqual(['Red it is.']);
    expect(bodies(service)).toEqual([{ text: 'Paint it' }, { text: 'Red', talk: 't1' }]);
    const rest = await stream.rest();
    expect(JSON.stringify(rest.at(-1)?.data)).toContain('TASK_STATE_COMPLETED');
    expect(JSON.stringify(rest)).not.toContain('INPUT_REQUIRED');
  });

  test('has its turn after the gateway was killed', async () => {
    await using service = await startJobs();
    await using folder = await createFolder(files(service));
    const serve = (): RunningProcess =>
      startProcess({ args: [cliEntry, 'serve', '--config', folder.file('gateway.yaml')] });
    const addressOf = async (serving: RunningProcess): Promise<string> =>
      (await serving.waitForOutput(/A2A +(http:\/\/127\.0\.0\.1:\d+\/a2a)/))[1] ?? '';
    service.script('/chat', { status: 202, headers: { location: '/jobs/1', ...now }, json: { status: 'running' } });
    service.script('/jobs/1', { headers: now, json: { status: 'running' } });
    await using first = serve();
    const url = await addressOf(first);
    const { id } = taskOf(await post(url, toRequest('SendMessage', 'Paint it', { wait: false }), v1));
    await post(url, toRequest('SendMessage', 'Red', { taskId: id, wait: false }), v1);
    expect(textsOf((await look(url, id)).history)).toEqual(['Paint it', 'Red']);
    await first.stop('SIGKILL');

    service.script('/jobs/1', { json: question });
    service.script('/chat', { json: { status: 'completed', answer: 'Red it is.' } });
    await using second = serve();
    const again = await addressOf(second);
    await expect
      .poll(async () => (await look(again, id)).status.state, { ...soon, timeout: 28_000 })
      .toMatch(/COMPLETED/);
    expect(textsOf((await look(again, id)).artifacts)).toEqual(['Red it is.']);
    expect(bodies(service)).toEqual([{ text: 'Paint it' }, { text: 'Red', talk: 't1' }]);
  });
});
