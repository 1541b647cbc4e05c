// One message over JSON-RPC in either version, streamed or not, and what came back in neutral words: the events in their order, each
// with its JSON as it was on the wire. For callers that imitate others; refuses nothing and repairs nothing.

import { randomUUID } from 'node:crypto';
import { openStream } from './event-stream.ts';
import { post, type Headers } from './gateway.ts';

export interface Wire {
  readonly version: '0.3' | '1.0';
  readonly streams: boolean;
  readonly headers?: Headers;
}

export interface Outgoing {
  readonly text: readonly TextPart[];
  readonly contextId?: string | undefined;
  readonly taskId?: string | undefined;
  readonly referenceTaskIds?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly configuration?: Readonly<Record<string, unknown>>;
}

export interface TextPart {
  readonly text: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface PartHeard {
  readonly text?: string;
  readonly data?: unknown;
}

export type State = 'submitted' | 'working' | 'input-required' | 'completed' | 'failed' | 'canceled' | 'rejected';

interface Ids {
  readonly taskId?: string;
  readonly contextId?: string;
  /** The JSON of the event. */
  readonly wire: Readonly<Record<string, unknown>>;
}

export type Heard = Ids &
  (
    | { readonly kind: 'message'; readonly parts: readonly PartHeard[] }
    | {
        readonly kind: 'task';
        readonly state: State;
        readonly said: readonly PartHeard[];
        readonly artifacts: readonly (readonly PartHeard[])[];
        readonly history: readonly { readonly role: 'user' | 'agent'; readonly parts: readonly PartHeard[] }[];
      }
    | { readonly kind: 'status'; readonly state: State; readonly said: readonly PartHeard[] }
    | { readonly kind: 'artifact'; readonly parts: readonly PartHeard[]; readonly append: boolean }
    | { readonly kind: 'error'; readonly code: number; readonly message: string }
  );

const methods = {
  '0.3': { send: 'message/send', stream: 'message/stream' },
  '1.0': { send: 'SendMessage', stream: 'SendStreamingMessage' },
} as const;

export async function exchange(url: string, wire: Wire, outgoing: Outgoing): Promise<readonly Heard[]> {
  const { version, streams, headers = {} } = wire;
  const method = methods[version][streams ? 'stream' : 'send'];
  const body = { jsonrpc: '2.0', id: randomUUID(), method, params: toParams(version, outgoing) };
  const sent = version === '1.0' ? { 'a2a-version': '1.0', ...headers } : headers;
  if (!streams) {
    const { body: answer, status, text } = await post(`${url}/a2a`, body, sent);
    // Most clients raise on any other status before they read the body.
    if (status !== 200) throw new Error(`HTTP ${status}: ${text}`);
    return [toHeard(answer)];
  }
  const stream = await openStream(`${url}/a2a`, body, sent);
  if (stream.status !== 200) throw new Error(`HTTP ${stream.status}`);
  return (await stream.rest()).map(({ data }) => toHeard(data));
}

function toParams(version: Wire['version'], { text, configuration, ...rest }: Outgoing): object {
  const isOld = version === '0.3';
  const message = {
    ...(isOld ? { kind: 'message' } : {}),
    messageId: randomUUID(),
    role: isOld ? 'user' : 'ROLE_USER',
    parts: isOld ? text.map((part) => ({ kind: 'text', ...part })) : text,
    ...rest,
  };
  return { message, ...(configuration === undefined ? {} : { configuration }) };
}

interface WireMessage {
  readonly role: string;
  readonly parts: readonly PartHeard[];
}

/** What both versions have in common; in 1.0 it stands one level deeper. */
interface WireEvent {
  readonly id?: string;
  readonly taskId?: string;
  readonly contextId?: string;
  readonly parts?: readonly PartHeard[];
  readonly status?: { readonly state: string; readonly message?: WireMessage };
  readonly artifacts?: readonly { readonly parts: readonly PartHeard[] }[];
  readonly artifact?: { readonly parts: readonly PartHeard[] };
  readonly history?: readonly WireMessage[];
  readonly append?: boolean;
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

const kinds = {
  message: 'message',
  task: 'task',
  'status-update': 'status',
  statusUpdate: 'status',
  'artifact-update': 'artifact',
  artifactUpdate: 'artifact',
} as const;

function toHeard({ result, error }: Answer): Heard {
  if (error !== undefined) return { kind: 'error', ...error, wire: {} };
  const wire = result as Readonly<Record<string, unknown>>; // every answer without an error has one
  const name = (wire['kind'] ?? Object.keys(wire)[0]) as keyof typeof kinds;
  const event = (wire['kind'] === undefined ? wire[name] : wire) as WireEvent;
  const kind = kinds[name];
  const { contextId, status } = event;
  const taskId = kind === 'task' ? event.id : event.taskId;
  const ids = { ...(taskId === undefined ? {} : { taskId }), ...(contextId === undefined ? {} : { contextId }), wire };
  const state = toState(status?.state);
  const said = status?.message?.parts ?? [];
  switch (kind) {
    case 'message':
      return { ...ids, kind, parts: event.parts ?? [] };
    case 'status':
      return { ...ids, kind, state, said };
    case 'artifact':
      return { ...ids, kind, parts: event.artifact?.parts ?? [], append: event.append === true };
    default:
      return {
        ...ids,
        kind,
        state,
        said,
        artifacts: (event.artifacts ?? []).map(({ parts }) => parts),
        history: (event.history ?? []).map(({ role, parts }) => ({
          role: /agent/i.test(role) ? 'agent' : 'user',
          parts,
        })),
      };
  }
}

function toState(state = ''): State {
  return state.replace('TASK_STATE_', '').toLowerCase().replaceAll('_', '-') as State;
}
