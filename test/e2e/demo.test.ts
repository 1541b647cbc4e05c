// The first screen of the README: the demo starts three services and the gateway, makes one call and prints its answer, and
// the calls that the README prints work while it is up. One file, for the demo has fixed ports.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import type { WireTask } from '../support/gateway.ts';
import { projectRoot, startProcess } from '../support/start-process.ts';
import { startCalculator } from '../upstreams/calculator.ts';

const demo = 'test/demo/demo.ts';
const port = String(await findFreePort());

const calculatorAnswer = {
  jsonrpc: '2.0',
  result: {
    messageId: expect.stringMatching(/./),
    contextId: expect.stringMatching(/./),
    role: 'agent',
    parts: [{ kind: 'data', data: { result: 8 } }],
    kind: 'message',
    metadata: {},
  },
  id: 1,
};

test('the demo makes the calculator call and prints the answer', async () => {
  await using run = startProcess({ args: [demo, '--once', '--port', port] });
  expect(await run.exited).toBe(0);
  const answer = /^ {2}(\{"jsonrpc".*\})$/m.exec(run.stdout())?.[1] ?? '';
  expect(JSON.parse(answer)).toEqual(calculatorAnswer);
});

test('the calls of the README work while the demo is up', async () => {
  await using run = startProcess({ args: [demo, '--port', port] });
  await run.waitForOutput(/Ctrl-C stops the demo/);
  const answers = await Promise.all(readCalls().map(send));
  expect(answers).toEqual([
    calculatorAnswer,
    expect.objectContaining({
      result: {
        message: expect.objectContaining({
          role: 'ROLE_AGENT',
          parts: [expect.objectContaining({ data: expect.objectContaining({ name: 'Rex' }) })],
        }),
      },
    }),
  ]);
  expect(await run.stop()).toBe(0);
});

test('every skill of the demo does what its first example says; what destroys is asked back first', async () => {
  await using run = startProcess({ args: [demo, '--port', port] });
  await run.waitForOutput(/Ctrl-C stops the demo/);
  const listed = await fetch(`http://127.0.0.1:${port}/skills`);
  const { skills } = (await listed.json()) as { readonly skills: readonly ListedSkill[] };
  // Those that remove something come last, for the others work on the same pet and the same order.
  const ordered = skills.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  const asked: string[] = [];
  const failed: unknown[] = [];
  for (const { id, method, examples } of ordered) {
    const [line] = examples;
    if (method === 'DELETE') {
      const question = (await send(toTextCall(line))) as { readonly result?: { readonly task?: WireTask } };
      if (question.result?.task?.status.state === 'TASK_STATE_INPUT_REQUIRED') asked.push(id);
    }
    const answer = await send(toTextCall(method === 'DELETE' ? `confirm ${line}` : line));
    if (!Object.hasOwn((answer as { result?: object }).result ?? {}, 'message')) failed.push({ id, answer });
  }
  expect(failed).toEqual([]);
  expect(asked).toEqual(['pets__deletePet', 'orders__cancelOrder']);
  expect(skills).toHaveLength(11);
});

test('the demo names the port that is taken', async () => {
  await using other = await startCalculator(5002);
  await using run = startProcess({ args: [demo, '--once', '--port', port] });
  expect(await run.exited).toBe(1);
  expect(run.stderr()).toContain(`Port ${other.port} is taken. The demo needs it for the pets`);
});

interface PrintedCall {
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

interface ListedSkill {
  readonly id: string;
  readonly method: string;
  readonly examples: readonly string[];
}

function toTextCall(text: string | undefined): PrintedCall {
  const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text }] };
  return {
    url: 'http://127.0.0.1:8080/a2a',
    headers: [
      ['content-type', 'application/json'],
      ['a2a-version', '1.0'],
    ],
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }),
  };
}

/** Every `curl` of the README with a body. */
function readCalls(): readonly PrintedCall[] {
  const page = readFileSync(join(projectRoot, 'README.md'), 'utf8');
  return [...page.matchAll(/curl -s (\S+)((?:\s+\\?\s*-H '[^']+')*)\s+\\?\s*-d '([^']+)'/g)].map(
    ([, url = '', headers = '', body = '']) => ({
      url,
      headers: [...headers.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']) => [name, value]),
      body,
    }),
  );
}

async function send(call: PrintedCall): Promise<object> {
  const response = await fetch(call.url.replace(':8080', `:${port}`), {
    method: 'POST',
    headers: call.headers.map(([name, value]) => [name, value] as [string, string]),
    body: call.body,
  });
  return (await response.json()) as object; // every answer is a JSON-RPC object
}
