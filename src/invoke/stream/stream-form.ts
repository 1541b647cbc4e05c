// How a reply arrives in pieces, by its own Content-Type: server-sent events, JSON lines, JSON text sequences, or plain text that is
// sent without a length. The document's idea does not count: services stream where the document says JSON.

import { essenceOf } from '../../lib/media-type.ts';

export type StreamForm = 'events' | 'lines' | 'sequence' | 'text';

type Headers = Readonly<Record<string, string>>;

const forms: ReadonlyMap<string, StreamForm> = new Map([
  ['text/event-stream', 'events'],
  ['application/x-ndjson', 'lines'],
  ['application/ndjson', 'lines'],
  ['application/jsonl', 'lines'],
  ['application/x-jsonl', 'lines'],
  ['application/jsonlines', 'lines'],
  ['application/x-jsonlines', 'lines'],
  ['application/json-lines', 'lines'],
  ['application/stream+json', 'lines'],
  ['application/json-seq', 'sequence'],
  ['application/geo+json-seq', 'sequence'],
]);

export function streamFormOf(headers: Headers): StreamForm | undefined {
  const type = essenceOf(headers['content-type'] ?? '');
  return forms.get(type) ?? (type === 'text/plain' ? 'text' : undefined);
}

/** True for what cannot be read as one value: asked of every reply. */
export function isEventStream(status: number, headers: Headers): boolean {
  const form = isSuccess(status) ? streamFormOf(headers) : undefined;
  return form !== undefined && form !== 'text';
}

/** The same, and plain text of unknown length, for callers that take pieces. A file is a whole. */
export function isAnyStream(status: number, headers: Headers): boolean {
  const form = isSuccess(status) ? streamFormOf(headers) : undefined;
  if (form !== 'text') return form !== undefined;
  return headers['content-length'] === undefined && headers['content-disposition'] === undefined;
}

// 202 says that there is a job, and where; what comes along is no stream.
function isSuccess(status: number): boolean {
  return status >= 200 && status < 300 && status !== 202 && status !== 204;
}
