// A crowd of tasks on gateways of which one is killed: 1,000 tasks of all kinds are begun and in flight, a gateway is ended with
// SIGKILL while more messages come in, and everything that was seen and told is compared with what the store holds in the end.

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { crowdDocument, startCrowd, type Crowd } from '../upstreams/crowd.ts';
import { followTask, type Follower, type SeenEvent } from './follower.ts';
import { createFolder, type Folder } from './folder.ts';
import { findFreePort } from './free-port.ts';
import { post, type RpcAnswer } from './gateway.ts';
import { cliEntry, startProcess, type RunningProcess } from './start-process.ts';
import { startWebhook, type Webhook } from './webhook.ts';

export interface Site extends AsyncDisposable {
  readonly crowd: Crowd;
  readonly hook: Webhook;
  /** Starts one gateway on the store; on a given port again after it was killed. */
  serve(port?: number): Promise<RunningGatewayProcess>;
}

export interface RunningGatewayProcess extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly process: RunningProcess;
}

/** `store` as in the configuration; a path of SQLite is relative to the folder of the site. */
export async function startSite(store: string): Promise<Site> {
  const stack = new AsyncDisposableStack();
  const crowd = stack.use(await startCrowd());
  const hook = stack.use(await startWebhook());
  const folder: Folder = stack.use(
    await createFolder({
      'crowd.json': crowdDocument,
      'gateway.yaml': [
        'targets:',
        `  crowd: { spec: crowd.json, upstreams: ["${crowd.url}"], timeout: 60s }`,
        'network: { allow: [127.0.0.1] }',
        'log: { level: warn }',
        `tasks: { store: "${store}" }`,
      ].join('\n'),
    }),
  );
  const config = join(folder.path, 'gateway.yaml');
  const serve: Site['serve'] = async (given) => {
    const port = given ?? (await findFreePort());
    const args = [cliEntry, 'serve', '--config', config, '--port', String(port)];
    const process = stack.use(startProcess({ args }));
    const url = `http://127.0.0.1:${port}`;
    await process.waitForOk(`${url}/healthz`, 60_000);
    return { url, port, process, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() };
  };
  return { crowd, hook, serve, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** One caller's task: who follows it, and what its work is. */
export interface Charge {
  readonly name: string;
  readonly work: 'job' | 'stream';
  readonly push: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** The gateway that the message was sent to. */
  readonly sentTo: string;
  readonly followers: readonly Follower[];
  readonly taskId: string;
}

export interface Plan {
  readonly name: string;
  /** Base URLs of the gateways, the one that gets the message first. */
  readonly urls: readonly string[];
  readonly hook: string;
}

const callers = 20;

/** The kinds take turns: a job and a stream that are followed, and both of them with a webhook. */
export async function beginCharge({ name, urls, hook }: Plan, number: number): Promise<Charge> {
  const work = number % 2 === 0 ? 'job' : 'stream';
  const push = number % 4 >= 2;
  const headers = { authorization: `Bearer caller-${number % callers}` };
  const skill = work === 'job' ? 'startJob' : 'openStream';
  const message = {
    messageId: name,
    role: 'ROLE_USER',
    parts: [{ data: { skillId: skill, arguments: { name } } }],
  };
  const facts = { name, work, push, headers, sentTo: urls[0] ?? '' } as const;
  if (!push) {
    const follower = followTask({ urls, headers, start: { params: { message } } });
    return { ...facts, followers: [follower], taskId: await follower.taskId };
  }
  const configuration = { returnImmediately: true, taskPushNotificationConfig: { url: hook } };
  const answer = await sendUntilAnswered({ urls, headers, params: { message, configuration } });
  const { id: taskId } = (answer.body.result as { task: { id: string } }).task;
  // Its caller hears of a half of these at the other gateway as well.
  const followers = number % 8 >= 4 ? [] : [followTask({ urls: urls.toReversed(), headers, start: { taskId } })];
  return { ...facts, followers, taskId };
}

interface Sending {
  readonly urls: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly params: object;
}

/** The same message again at the next gateway, when a connection breaks. */
async function sendUntilAnswered({ urls, headers, params }: Sending): Promise<RpcAnswer> {
  for (let tries = 0; ; tries += 1) {
    const request = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params };
    const url = urls[tries % urls.length] ?? '';
    try {
      const answer = await post(`${url}/a2a`, request, { 'a2a-version': '1.0', ...headers });
      if (answer.body.error !== undefined) throw Object.assign(new Error(answer.text), { isFinal: true });
      return answer;
    } catch (error) {
      if ((error instanceof Error && 'isFinal' in error) || tries > 200) throw error;
      await pause(250);
    }
  }
}

/** Begins so many, a few at a time. */
export async function beginCharges(count: number, plan: (number: number) => Plan): Promise<readonly Charge[]> {
  const charges: Charge[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const number = next;
      next += 1;
      charges.push(await beginCharge(plan(number), number));
    }
  };
  await Promise.all(Array.from({ length: 24 }, lane));
  return charges;
}

/** Every task is at work, and has told its followers and its webhook of it. */
export async function allAtWork({ crowd, hook }: Site, charges: readonly Charge[]): Promise<void> {
  const streams = charges.filter(({ work }) => work === 'stream').length;
  const isHeard = ({ followers, push, taskId }: Charge): boolean =>
    followers.every(({ events }) => events.length > 1) && (!push || hook.told.has(taskId));
  await expect
    .poll(() => [crowd.streaming(), charges.filter((charge) => !isHeard(charge)).map(({ name }) => name)], {
      timeout: 120_000,
      interval: 200,
    })
    .toEqual([streams, []]);
}

/** So many jobs of this prefix have reached the service. */
export async function allSent({ begun }: Crowd, count: number, prefix: string): Promise<void> {
  const sent = (): number => [...begun.keys()].filter((name) => name.startsWith(prefix)).length;
  await expect.poll(sent, { timeout: 60_000, interval: 1 }).toBeGreaterThanOrEqual(count);
}

/** Every job is looked at again, by whoever has it now. */
export async function allLookedAt({ looks }: Crowd, charges: readonly Charge[]): Promise<void> {
  const before = new Map(looks);
  const names = charges.filter(({ work }) => work === 'job').map(({ name }) => name);
  const isForgotten = (name: string): boolean => (looks.get(name) ?? 0) <= (before.get(name) ?? 0);
  await expect.poll(() => names.filter(isForgotten), { timeout: 120_000, interval: 500 }).toEqual([]);
}

/** How tasks ended, by their kind: `job completed`, `stream failed`. */
export type Endings = Readonly<Record<string, number>>;

/** Waits for all of them to end, and compares what was seen and told with all that happened, as `url` tells of it. */
export async function checkAll({ crowd, hook }: Site, charges: readonly Charge[], url: string): Promise<Endings> {
  await Promise.all(charges.flatMap(({ followers }) => followers.map(({ done }) => done)));
  const endings: Record<string, number> = {};
  for (let at = 0; at < charges.length; at += 25) {
    await Promise.all(
      charges.slice(at, at + 25).map(async (charge) => {
        const { work, taskId, headers, followers, name } = charge;
        const replay = followTask({ urls: [url], headers, start: { taskId, after: 0 } });
        const state = await replay.done;
        const all = replay.events;
        expect(
          all.map(({ seq }) => seq),
          name,
        ).toEqual(all.map((_, index) => index + 1));
        for (const follower of followers) checkFollower(follower, all, name);
        if (charge.push) await checkWebhook({ hook, taskId }, all);
        const isCompleted = state === 'TASK_STATE_COMPLETED';
        // An interrupted call may not have reached the service; none reaches it twice.
        if (work === 'job') expect(crowd.begun.get(name) ?? (isCompleted ? 0 : 1), name).toBe(1);
        else if (isCompleted) expect(textOf(all), name).toBe(crowd.said(name));
        const ending = `${work} ${state.replace('TASK_STATE_', '').toLowerCase()}`;
        endings[ending] = (endings[ending] ?? 0) + 1;
      }),
    );
  }
  return endings;
}

/** A snapshot first, then each event once and in order, whatever connection it came over. */
function checkFollower({ events }: Follower, all: readonly SeenEvent[], name: string): void {
  const [first, ...rest] = events;
  expect(Object.keys(first?.result ?? {}), name).toEqual(['task']);
  const since = first?.seq ?? 0;
  expect(rest, name).toEqual(all.filter(({ seq }) => seq > since));
}

/** Everything in order; an event comes twice only right after itself, from the gateway that took over. */
async function checkWebhook(
  { hook, taskId }: { readonly hook: Webhook; readonly taskId: string },
  all: readonly SeenEvent[],
): Promise<void> {
  const last = all.at(-1)?.seq;
  await expect.poll(() => hook.told.get(taskId)?.at(-1)?.seq, { timeout: 60_000, interval: 200 }).toBe(last);
  const told = hook.told.get(taskId) ?? [];
  const once = told.filter(({ seq }, at) => told[at - 1]?.seq !== seq);
  expect(once.map(({ seq }) => seq)).toEqual(all.map(({ seq }) => seq));
  expect(once.map(({ body }) => body)).toEqual(all.map(({ result }) => result));
}

function textOf(events: readonly SeenEvent[]): string {
  return events
    .flatMap(({ result }) => result.artifactUpdate?.artifact.parts ?? [])
    .map(({ text = '' }) => text)
    .join('');
}
