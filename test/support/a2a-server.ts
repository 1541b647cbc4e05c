// The A2A bindings on a real Fastify server and port, over a resolver and an invoker of the test's choice: what is tested is
// the wire. `answer` says what the service behind the one skill replies to the arguments.

import { fastify } from 'fastify';
import { pino } from 'pino';
import type { AnswerLimits } from '../../src/a2a/answer-form.ts';
import type { AgentFacts, CardShape } from '../../src/a2a/card.ts';
import type { A2AHandlerDeps } from '../../src/a2a/exchange.ts';
import { allCapabilities, type Capabilities } from '../../src/a2a/capabilities.ts';
import { createA2AHandler } from '../../src/a2a/handler.ts';
import type { ReplyPolicy } from '../../src/a2a/reply-policy.ts';
import { crossOrigin } from '../../src/bindings/cross-origin.ts';
import { discovery } from '../../src/bindings/discovery.ts';
import type { Every } from '../../src/bindings/event-streams.ts';
import { jsonRpcBinding } from '../../src/bindings/jsonrpc.ts';
import { operations, type Readiness } from '../../src/bindings/operations.ts';
import { createPublicUrl } from '../../src/bindings/public-url.ts';
import { findAgent, publish } from '../../src/bindings/published.ts';
import type { Catalog } from '../../src/catalog/catalog.ts';
import type { Skill } from '../../src/catalog/skill.ts';
import type { Turn } from '../../src/converse/turn.ts';
import { GatewayError } from '../../src/errors.ts';
import type { CallContext, InvokeOptions, PreparedRequest } from '../../src/invoke/call.ts';
import type { Outcome } from '../../src/invoke/outcome.ts';
import { systemClock } from '../../src/task/clock.ts';
import type { TaskService } from '../../src/task/service.ts';
import { createScriptedTasks, type ScriptedTasks } from './scripted-tasks.ts';
import { createSkill } from './skills.ts';

export const calculate = createSkill({
  id: 'calculate',
  name: 'Calculate',
  route: 'POST /api/v1/calculate',
  readOnly: true,
  arguments: {
    operation: ['field!', { type: 'string' }],
    operands: ['field!', { type: 'array', items: { type: 'number' } }],
  },
  examples: ['calculate {"operation":"add","operands":[5,3]}'],
});

export interface A2AServerOptions {
  readonly answer?: (args: unknown, context: CallContext, options?: InvokeOptions) => Outcome | Promise<Outcome>;
  /** Throws for arguments that no call takes. */
  readonly prepare?: (args: unknown) => void;
  readonly skills?: readonly Skill[];
  readonly facts?: AgentFacts;
  readonly publicUrl?: string;
  readonly trustedProxies?: readonly string[];
  readonly origins?: readonly string[];
  readonly headerless?: CardShape;
  readonly bodyLimit?: number;
  readonly readiness?: () => Readiness;
  readonly capabilities?: Capabilities;
  readonly policy?: Partial<ReplyPolicy>;
  readonly answers?: AnswerLimits;
  /** What happens to tasks; by default nothing does until the test says so. */
  readonly work?: (taskId: string, tasks: ScriptedTasks) => void;
  readonly every?: Every;
  /** The task service, in place of the scripted one. */
  readonly service?: TaskService;
}

export interface A2AServer extends AsyncDisposable {
  readonly url: string;
  readonly turns: readonly Turn[];
  readonly tasks: ScriptedTasks;
  /** Lines of the log, parsed. */
  readonly lines: readonly Record<string, unknown>[];
}

export const json = (text: string): Outcome => ({
  kind: 'success',
  status: 200,
  content: { kind: 'json', mediaType: 'application/json', text },
});

export async function startA2A(options: A2AServerOptions = {}): Promise<A2AServer> {
  const { answer = () => json('{"result":8}'), skills = [calculate], trustedProxies = [] } = options;
  const { capabilities = allCapabilities, work } = options;
  const tasks = createScriptedTasks(work === undefined ? {} : { work });
  const turns: Turn[] = [];
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'info', base: null },
    { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const published = publish(toCatalog(skills), {
    facts: options.facts ?? { name: 'Demo' },
    capabilities,
    builtAt: new Date('2026-03-01T09:30:00.500Z'),
  });
  let ids = 0;
  const deps: A2AHandlerDeps = {
    resolver: {
      resolve(turn) {
        turns.push(turn);
        const skill = skills[0] ?? calculate;
        const call = { skill, arguments: readArguments(turn), coerce: false, resolvedBy: 'only skill' } as const;
        return { kind: 'call', call, spoken: false };
      },
      answer: () => Promise.reject(new Error('nothing is asked here')),
      mayAnswer: () => false,
      askForArguments: () => {
        throw new Error('nothing is asked here');
      },
    },
    asks: true,
    invoker: {
      invoke: async (call, context, given) => answer(call.arguments, context, given),
      prepare: (call) => {
        options.prepare?.(call.arguments);
        return prepared;
      },
      check: () => undefined,
    },
    capabilities,
    answers: options.answers ?? { text: 8192 },
    errata: '1.0.1',
    tasks: {
      service: options.service ?? tasks.service,
      callerOf: ({ headers }) => {
        const owner = String(headers['authorization'] ?? '');
        return { owner, anonymous: owner === '' };
      },
      policyOf: () => ({ reply: 'auto', failures: 'task', mayOutlast: false, ...options.policy }),
      clock: systemClock,
      longestWait: 60_000,
    },
    newId: () => `id-${(ids += 1)}`,
  };
  const app = fastify({
    ...(trustedProxies.length > 0 && { trustProxy: [...trustedProxies] }),
    bodyLimit: options.bodyLimit ?? 1_000_000,
    // Clients keep connections that they have not used yet.
    forceCloseConnections: true,
  });
  await app.register(async (scope) => {
    await scope.register(crossOrigin, { origins: options.origins ?? ['*'] });
    await scope.register(discovery, {
      published: () => published,
      publicUrl: createPublicUrl({ publicUrl: options.publicUrl, trustedProxies }),
      headerless: options.headerless ?? 'both',
      maxAge: 300,
      home: true,
    });
    const binding = { handler: createA2AHandler(deps), log, ...(options.every && { every: options.every }) };
    await scope.register(jsonRpcBinding, { ...binding, prefix: '/a2a', agentOf: () => ({ id: 'root', skills }) });
    await scope.register(jsonRpcBinding, {
      ...binding,
      prefix: '/agents/:agent/a2a',
      agentOf: ({ params }) => findAgent(published, (params as { agent: string }).agent),
    });
  });
  const readiness =
    options.readiness ??
    (() => ({
      shuttingDown: false,
      targets: [{ id: 'demo', document: 'loaded' as const, upstream: 'up' as const, skills: skills.length }],
    }));
  await app.register(operations, { readiness, skillCount: () => skills.length, capabilities });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, turns, tasks, lines, [Symbol.asyncDispose]: () => app.close() };
}

/** Nobody looks at it. */
const prepared: PreparedRequest = {
  request: {
    target: 'demo',
    method: 'GET',
    path: '/',
    headers: {},
    timeout: 1,
  } as unknown as PreparedRequest['request'],
  secretHeaders: [],
  secretQuery: [],
  droppedHeaders: [],
};

function readArguments({ parts }: Turn): unknown {
  const data = parts.find((part) => part.kind === 'data');
  if (data?.kind === 'data') return data.data;
  if (parts.some((part) => part.kind === 'text')) return {};
  throw new GatewayError('skill_unresolved');
}

function toCatalog(skills: readonly Skill[]): Catalog {
  const byId = new Map(skills.map((skill) => [skill.id, skill]));
  return { skills, byId, targets: [], find: (id) => byId.get(id), suggest: (_id, limit) => skills.slice(0, limit) };
}

export interface RpcAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly body:
    | {
        readonly result?: unknown;
        readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
        readonly id?: unknown;
      }
    | undefined;
}

export async function post(
  server: A2AServer,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  path = '/a2a',
): Promise<RpcAnswer> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text.startsWith('{') ? JSON.parse(text) : undefined,
  };
}
