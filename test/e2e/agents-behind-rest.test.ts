// The page docs/agents-behind-rest.md: a REST chat service behind the shipped configuration, and what its answers become. The service
// knows nothing of A2A; it chooses its behaviour by the id of the message.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { startAgent, type Agent } from '../conformance/agent.ts';
import { toSendMessage, type RpcAnswer } from '../support/gateway.ts';
import { projectRoot } from '../support/start-process.ts';

const v1 = { 'a2a-version': '1.0' };

function say({ gateway }: Agent, messageId: string, more: object = {}, parts: readonly unknown[] = [{ text: 'Tidy' }]) {
  return gateway.rpc(toSendMessage(parts, { messageId, ...more }), v1);
}

interface TaskAnswer {
  readonly task: { readonly id: string; readonly contextId: string };
}

// The state of a task is checked where it matters; here it only has to be one.
const taskOf = ({ body, text }: RpcAnswer): TaskAnswer['task'] => {
  const { task } = (body.result ?? {}) as Partial<TaskAnswer>;
  if (task === undefined) throw new Error(`no task: ${text}`);
  return task;
};

describe('what a chat service answers', () => {
  test.each<[string, string, object]>([
    ['text', 'tck-artifact-text-1', { artifacts: [{ parts: [{ text: 'Generated text content' }] }] }],
    [
      'JSON',
      'tck-artifact-data-1',
      { artifacts: [{ parts: [{ data: { key: 'value', count: 42 } }, { text: 'key: value\ncount: 42' }] }] },
    ],
    [
      'an attachment',
      'tck-artifact-file-1',
      {
        artifacts: [
          {
            name: 'output.txt',
            parts: [
              {
                raw: Buffer.from('Generated file content\n').toString('base64'),
                mediaType: 'text/plain',
                filename: 'output.txt',
              },
            ],
          },
        ],
      },
    ],
    [
      'a link to a file',
      'tck-artifact-file-url-1',
      {
        artifacts: [
          { parts: [{ url: 'https://example.com/output.txt', mediaType: 'text/plain', filename: 'output.txt' }] },
        ],
      },
    ],
    ['events', 'tck-stream-artifact-chunked-1', { artifacts: [{ parts: [{ text: 'chunk-1 chunk-2' }] }] }],
  ])('%s completes the task', async (_what, messageId, task) => {
    await using agent = await startAgent('1.0');
    expect((await say(agent, messageId)).body.result).toMatchObject({
      task: { status: { state: 'TASK_STATE_COMPLETED' }, ...task },
    });
  });

  test.each([
    ['a question', 'tck-input-required-1', 'TASK_STATE_INPUT_REQUIRED', 'What should be done with it?'],
    ['a demand for credentials', 'tck-auth-required-1', 'TASK_STATE_AUTH_REQUIRED', 'Sign in at the desk first.'],
    ['a refusal', 'tck-reject-task-1', 'TASK_STATE_REJECTED', 'This is nothing that the assistant does.'],
    ['a failure', 'tck-fail-task-1', 'TASK_STATE_FAILED', 'The assistant lost the thread.'],
  ])('%s is a state of the task, with its words', async (_what, messageId, state, words) => {
    await using agent = await startAgent('1.0');
    expect((await say(agent, messageId)).body.result).toMatchObject({
      task: {
        status: { state, message: { parts: expect.arrayContaining([{ text: expect.stringContaining(words) }]) } },
      },
    });
  });

  test('small talk is a message', async () => {
    await using agent = await startAgent('1.0');
    expect((await say(agent, 'tck-message-response-1')).body.result).toMatchObject({
      message: { parts: [{ text: 'Direct message response' }] },
    });
  });
});

describe('a conversation', () => {
  test('goes on in its task, with the session of the service', async () => {
    await using agent = await startAgent('1.0');
    const asked = taskOf(await say(agent, 'tck-input-required-1'));
    const again = await say(agent, 'tck-input-required-2', { taskId: asked.id }, [{ text: 'Into the drawer' }]);
    expect(again.body.result).toMatchObject({ task: { id: asked.id, status: { state: 'TASK_STATE_INPUT_REQUIRED' } } });
    const done = await say(agent, 'tck-complete-task-3', { taskId: asked.id });
    expect(done.body.result).toMatchObject({
      task: { id: asked.id, contextId: asked.contextId, status: { state: 'TASK_STATE_COMPLETED' } },
    });
    const sessions = agent.service.requests.map(({ headers }) => headers['x-job-id']);
    expect(sessions).toEqual([undefined, 'job-1', 'job-1']);
  });

  test('goes on by its context alone, when one task of it waits', async () => {
    await using agent = await startAgent('1.0');
    const asked = taskOf(await say(agent, 'tck-input-required-1', { contextId: 'talk' }));
    const answer = taskOf(await say(agent, 'tck-complete-task-1', { contextId: 'talk' }));
    expect(answer).toMatchObject({ id: asked.id, status: { state: 'TASK_STATE_COMPLETED' } });
    const fresh = taskOf(await say(agent, 'tck-complete-task-2', { contextId: 'talk' }));
    expect(fresh.id).not.toBe(asked.id);
  });

  test('has data and files beside the text', async () => {
    await using agent = await startAgent('1.0');
    const parts = [{ text: 'Look' }, { data: { id: 1 } }, { raw: 'aGk=', mediaType: 'text/plain' }];
    expect((await say(agent, 'tck-complete-task-1', {}, parts)).body.error).toBeUndefined();
    expect(JSON.parse(agent.service.requests[0]?.body ?? '')).toEqual({ text: 'Look', parts });
  });

  test.each([
    ['1.0.1', { error: { code: -32005 } }, 0],
    ['1.0.0', { result: { task: { status: { state: 'TASK_STATE_COMPLETED' } } } }, 1],
  ] as const)('with a file of an unknown kind, by the text of %s', async (errata, answer, requests) => {
    await using agent = await startAgent('1.0', { a2a: { errata } });
    const parts = [{ text: 'Look' }, { raw: 'aGk=', mediaType: 'application/x-unknown' }];
    expect((await say(agent, 'tck-complete-task-1', {}, parts)).body).toMatchObject(answer);
    expect(agent.service.requests).toHaveLength(requests);
  });

  test('leaves skills that are named alone', async () => {
    await using agent = await startAgent('1.0');
    expect((await say(agent, 'm-1', {}, [{ text: 'getItem itemId=1' }])).body.result).toMatchObject({
      message: { parts: [{ text: 'id: 1\nname: lamp' }, { data: { name: 'lamp' } }] },
    });
  });

  test('that is work is cancelled at the service', async () => {
    await using agent = await startAgent('1.0');
    const { id } = taskOf(
      await agent.gateway.rpc(
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'SendMessage',
          params: {
            message: { messageId: 'test-resubscribe-message-id-1', role: 'ROLE_USER', parts: [{ text: 'Tidy' }] },
            configuration: { returnImmediately: true },
          },
        },
        v1,
      ),
    );
    await expect.poll(() => agent.service.requests.length).toBeGreaterThan(0);
    const cancelled = await agent.gateway.rpc({ jsonrpc: '2.0', id: 2, method: 'CancelTask', params: { id } }, v1);
    expect(cancelled.body.result).toMatchObject({ id, status: { state: 'TASK_STATE_CANCELED' } });
    await expect
      .poll(() => agent.service.requests.map(({ method, path: at }) => `${method} ${at}`), { timeout: 5_000 })
      .toContain('DELETE /jobs/job-1');
    // Again: 1.0 gives the task (§3.3.1), 0.3 has an error for it (§8.2).
    const again = await agent.gateway.rpc({ jsonrpc: '2.0', id: 3, method: 'CancelTask', params: { id } }, v1);
    expect(again.body.result).toMatchObject({ id, status: { state: 'TASK_STATE_CANCELED' } });
    const refused = await agent.gateway.rpc({ jsonrpc: '2.0', id: 4, method: 'tasks/cancel', params: { id } });
    expect(refused.body.error?.code).toBe(-32002);
  });
});

test('the page shows the configuration as it is shipped', () => {
  const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8').replaceAll(/ *#.*$/gm, '');
  const keys = /conversation:\n( +\S.*\n?)+/.exec(read('docs/agents-behind-rest.md'))?.[0].split('\n') ?? [];
  const shipped = read('config/tck.yaml');
  expect(keys.length).toBeGreaterThan(5);
  expect(
    keys.map((line) => line.trim()).filter((line) => line !== '' && line !== '```' && !shipped.includes(line)),
  ).toEqual([]);
});
