// The chat service of `openapi/tck.yaml`, which knows nothing of A2A. The official test kits say by the prefix of the message's id
// which behaviour they want; this service has all of them in plain HTTP: texts, files, links, data, events, questions, refusals and
// jobs. How a job stands follows from the clock alone.

import { parseJsonObject, Refusal, runUpstream, startUpstream } from './start.ts';
import type { RecordedRequest, Reply, RunningUpstream, Service } from './start.ts';

interface Job {
  readonly id: string;
  /** Milliseconds; the turn that the job works on. */
  readonly startedAt: number;
  readonly lasts: number;
  /** What it is when the time is over. */
  readonly ends: 'waiting-for-input' | 'completed' | 'cancelled';
}

interface Said {
  readonly messageId: string;
  /** The job that the message goes on with. */
  readonly job: Job | undefined;
}

export interface TckOptions {
  readonly port?: number;
  readonly host?: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export function startTck({ port = 0, host, now = Date.now }: TckOptions = {}): Promise<RunningUpstream> {
  return startUpstream(createDesk(now), port, host);
}

const hello = 'Hello from TCK';
const items = ['lamp', 'stapler', 'notebook'].map((name, at) => ({ id: at + 1, name }));
const manual = `${'How to sit at a desk. '.repeat(4_600)}\n`.repeat(20);

function createDesk(now: () => number): Service {
  const jobs = new Map<string, Job>();

  function keep(said: Said, lasts: number, ends: Job['ends']): Job {
    const job = { id: said.job?.id ?? `job-${jobs.size + 1}`, startedAt: now(), lasts, ends };
    jobs.set(job.id, job);
    return job;
  }

  const statusOf = ({ startedAt, lasts, ends }: Job): string => (now() < startedAt + lasts ? 'running' : ends);

  const accept = (said: Said, lasts: number, ends: Job['ends']): Reply => {
    const job = keep(said, lasts, ends);
    return { status: 202, headers: { ...headersOf(job), 'retry-after': '1' }, json: { id: job.id, status: 'running' } };
  };

  const ask = (said: Said, status: number, type: string): Reply => {
    const { headers, ...reply } = problem(status, type, questions.get(type));
    return { ...reply, headers: { ...headers, ...headersOf(keep(said, 0, 'waiting-for-input')) } };
  };

  const finish = (said: Said, reply: Reply): Reply => {
    if (said.job !== undefined) keep(said, 0, 'completed');
    return reply;
  };

  /** By prefix of the message's id; the first that fits decides. */
  const behaviours: readonly (readonly [string, (said: Said) => Reply])[] = [
    ['tck-artifact-text', () => say('Generated text content')],
    ['tck-artifact-file-url', () => ({ status: 204, headers: { link: enclosure } })],
    ['tck-artifact-file', () => attachment('Generated file content\n')],
    ['tck-artifact-data', () => ({ status: 200, json: { key: 'value', count: 42 } })],
    ['tck-message-response', () => say('Direct message response', { 'x-small-talk': 'yes' })],
    ['tck-input-required', (said) => ask(said, 409, 'input-required')],
    ['tck-auth-required', (said) => ask(said, 401, 'auth-required')],
    ['tck-reject-task', () => problem(422, 'rejected', 'This is nothing that the assistant does.')],
    ['tck-fail-task', () => problem(500, 'failed', 'The assistant lost the thread.')],
    ['tck-delayed-complete', (said) => accept(said, 1_000, 'completed')],
    ['tck-stream-artifact-file', () => attachment('Streamed file content\n')],
    ['tck-stream-artifact-text', () => events('Streamed text content')],
    ['tck-stream-artifact-chunked', () => events('chunk-1 ', 'chunk-2')],
    ['tck-stream-001', () => events('Stream hello from TCK')],
    ['tck-stream-003', () => events('Stream task lifecycle')],
    ['tck-stream-ordering-001', () => events('Ordered output')],
    ['tck-', (said) => finish(said, say(hello))],
    // The kit of 0.3 follows this one for twice its streaming timeout, which is 2 s unless it is told otherwise.
    ['test-resubscribe-message-id', (said) => accept(said, 10_000, 'completed')],
    // Its other messages expect a conversation that still works when they are answered, can go on and be cancelled.
    ['', (said) => accept(said, 3_000, 'waiting-for-input')],
  ];

  function hear(request: RecordedRequest): Reply {
    const { text } = parseJsonObject(request);
    const messageId = request.headers['x-message-id'];
    const jobId = request.headers['x-job-id'];
    if (typeof text !== 'string' || typeof messageId !== 'string')
      throw new Refusal(400, 'Send X-Message-Id and a text');
    const job = typeof jobId === 'string' ? find(jobId) : undefined;
    const behave = behaviours.find(([prefix]) => messageId.startsWith(prefix))?.[1];
    return behave === undefined ? say(hello) : behave({ messageId, job });
  }

  function look(job: Job): Reply {
    const status = statusOf(job);
    const message = status === 'running' ? `Working since ${Math.floor((now() - job.startedAt) / 1_000)} s` : undefined;
    const headers = { ...headersOf(job), ...(status === 'running' && { 'retry-after': '1' }) };
    const asked = status === 'waiting-for-input' ? questions.get('input-required') : message;
    return {
      status: 200,
      headers,
      json: { id: job.id, status, message: asked, ...(status === 'completed' && { result: hello }) },
    };
  }

  function stop(job: Job): Reply {
    const status = statusOf(job);
    if (status === 'completed' || status === 'cancelled') return problem(409, 'finished', `The job is ${status}.`);
    jobs.set(job.id, { ...job, lasts: 0, ends: 'cancelled' });
    return { status: 204 };
  }

  function find(id: string): Job {
    const job = jobs.get(id);
    if (job === undefined) throw new Refusal(404, `There is no job ${id}`);
    return job;
  }

  return (request, url) => {
    const [, collection, id = '', ...rest] = url.pathname.split('/');
    if (rest.length > 0) throw new Refusal(404, 'There is nothing here');
    switch (`${request.method} /${collection}${id === '' ? '' : '/:id'}`) {
      case 'POST /messages':
        return hear(request);
      case 'GET /jobs/:id':
        return look(find(id));
      case 'DELETE /jobs/:id':
        return stop(find(id));
      case 'GET /items':
        return { status: 200, json: items };
      case 'GET /items/:id':
        return lookAtItem(Number(id));
      case 'GET /manual':
        return say(manual);
      default:
        throw new Refusal(404, 'There is nothing here');
    }
  };
}

const questions: ReadonlyMap<string, string> = new Map([
  ['input-required', 'What should be done with it?'],
  ['auth-required', 'Sign in at the desk first.'],
]);

const enclosure = '<https://example.com/output.txt>; rel="enclosure"; type="text/plain"; title="output.txt"';

function say(text: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 200, text, headers };
}

function attachment(text: string): Reply {
  return say(text, { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="output.txt"' });
}

function events(...pieces: readonly string[]): Reply {
  return say(pieces.map((piece) => `data: ${piece}\n\n`).join(''), { 'content-type': 'text/event-stream' });
}

function problem(status: number, type: string, detail?: string): Reply {
  const title = type.replaceAll('-', ' ');
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    json: { type: `https://example.com/problems/${type}`, title, status, detail },
  };
}

function headersOf({ id }: Job): Readonly<Record<string, string>> {
  return { location: `/jobs/${id}`, 'x-job-id': id };
}

function lookAtItem(id: number): Reply {
  const item = items.find((known) => known.id === id);
  return item === undefined ? problem(404, 'unknown-item', `There is no item ${id}.`) : { status: 200, json: item };
}

if (import.meta.main) await runUpstream('desk', (port, host) => startTck({ port, host }));
