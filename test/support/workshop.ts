// A service with quick, slow, streaming and long-running operations behind the whole gateway, for tests of tasks. The service does as
// it is scripted; callers are told apart by their bearer tokens.

import type { ConfigInput } from '../../src/config/config.ts';
import { startJobs, type JobServer } from '../upstreams/jobs.ts';
import { openStream, type OpenedStream } from './event-stream.ts';
import { createFolder } from './folder.ts';
import { startGateway, type Headers, type RpcAnswer, type RunningGateway } from './gateway.ts';

export const workshopDocument = `openapi: 3.0.0
info: { title: Workshop, version: '1' }
paths:
  /plan: { get: { operationId: readPlan, responses: { '200': { description: ok } } } }
  /talk: { get: { operationId: talk, responses: { '200': { description: ok } } } }
  /notes:
    post:
      operationId: addNote
      requestBody: { content: { application/json: { schema: { type: object, properties: { text: { type: string } } } } } }
      responses: { '201': { description: made } }
  /memos:
    post:
      operationId: addMemo
      requestBody: { content: { application/json: { schema: { type: object, properties: { text: { type: string } } } } } }
      responses:
        '201':
          description: made
          content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: integer } } } } }
        default:
          description: not made
          content: { application/json: { schema: { type: object, required: [code, message], properties: { code: { type: string } } } } }
  /reports: { post: { operationId: makeReport, responses: { '202': { description: taken } } } }
  /reports/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readReport, responses: { '200': { description: ok } } }
    delete: { operationId: dropReport, responses: { '204': { description: gone } } }
`;

export interface WorkshopCaller {
  rpc(method: string, params: object): Promise<RpcAnswer>;
  /** SendMessage in 1.0 of a call of the skill. */
  send(skillId: string, options?: SendOptions): Promise<RpcAnswer>;
  /** SendStreamingMessage in 1.0 of a call of the skill. */
  stream(skillId: string, options?: SendOptions): Promise<OpenedStream>;
  /** SubscribeToTask in 1.0. */
  follow(id: string, headers?: Headers): Promise<OpenedStream>;
}

export interface SendOptions {
  readonly arguments?: object;
  readonly messageId?: string;
  readonly contextId?: string;
  readonly taskId?: string;
  readonly configuration?: object;
}

export interface Workshop extends AsyncDisposable {
  readonly gateway: RunningGateway;
  readonly service: JobServer;
  /** Without a token: nobody in particular. */
  caller(token?: string): WorkshopCaller;
}

export async function startWorkshop(
  config: Omit<ConfigInput, 'targets'> = {},
  target: Partial<NonNullable<ConfigInput['targets']>[string]> = {},
): Promise<Workshop> {
  const stack = new AsyncDisposableStack();
  const service = stack.use(await startJobs());
  const folder = stack.use(await createFolder({ 'workshop.yaml': workshopDocument }));
  const targets = { workshop: { spec: folder.file('workshop.yaml'), upstreams: [service.url], ...target } };
  const gateway = stack.use(
    await startGateway({ config: { ...config, gateway: { shutdownTimeout: '1s', ...config.gateway }, targets } }),
  );
  return {
    gateway,
    service,
    caller: (token) => createCaller(gateway, token),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const toRequest = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });

let lastMessage = 0;

function createCaller(gateway: RunningGateway, token: string | undefined): WorkshopCaller {
  const headers = { 'a2a-version': '1.0', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const open = (method: string, params: object, more: Headers = {}) =>
    openStream(`${gateway.url}/a2a`, toRequest(method, params), { ...headers, ...more });
  return {
    rpc: (method, params) => gateway.rpc(toRequest(method, params), headers),
    send: (skillId, options = {}) => gateway.rpc(toRequest('SendMessage', toParams(skillId, options)), headers),
    stream: (skillId, options = {}) => open('SendStreamingMessage', toParams(skillId, options)),
    follow: (id, more) => open('SubscribeToTask', { id }, more),
  };
}

function toParams(skillId: string, { arguments: args = {}, messageId, configuration, ...ids }: SendOptions): object {
  lastMessage += 1;
  const parts = [{ data: { skillId, arguments: args } }];
  const message = { messageId: messageId ?? `w-${lastMessage}`, role: 'ROLE_USER', parts, ...ids };
  return { message, ...(configuration === undefined ? {} : { configuration }) };
}

/** Answers only when it is released. */
export const held = (json: unknown) => ({
  headers: { 'content-type': 'application/json' },
  pieces: ['wait', JSON.stringify(json)],
});

/** An event stream of these pieces; `wait` waits for a release, `break` breaks the connection. */
export const eventStream = (...pieces: readonly string[]) => ({
  headers: { 'content-type': 'text/event-stream' },
  pieces,
});
