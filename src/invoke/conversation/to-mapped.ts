// The reply of an operation that is an agent itself, in A2A's words: by its mapping where it has one, else by what HTTP says.
// Undefined for a failure that is not one of the conversation: it stays the problem that it is.

import { atPointer } from '../../lib/json-pointer.ts';
import { isJsonObject, parseJson } from '../../lib/json.ts';
import type { UpstreamResponse } from '../../upstream/request.ts';
import type { Content, Mapped, Problem, Success } from '../outcome.ts';
import { findWords, tidy } from '../reply/describe-failure.ts';
import { parseFilename } from '../reply/filename.ts';
import { readEnclosures } from './enclosures.ts';
import type { Conversation } from './read-conversation.ts';
import { toContent } from './to-content.ts';
import { readProblemState, readState, type ConversationState } from './states.ts';

type Artifact = Mapped['artifacts'][number];

export interface MappedSource {
  readonly outcome: Success | Problem;
  readonly response: Pick<UpstreamResponse, 'headers' | 'body'>;
  /** What relative links start from. */
  readonly url: string;
  /** Where it is known already. */
  readonly state?: ConversationState;
  /** The session so far, for replies that do not repeat it. */
  readonly session?: string;
}

export function toMapped(source: MappedSource, conversation: Conversation): Mapped | undefined {
  const { outcome, response } = source;
  const body = outcome.content.kind === 'json' ? parseJson(outcome.content.text) : undefined;
  const find = (place: string | undefined): unknown => findAt(place, body, response.headers);
  const word = outcome.kind === 'success' ? find(conversation.reply.state) : undefined;
  const state = source.state ?? readState(word, conversation.states);
  const found = outcome.kind === 'success' ? (state ?? 'completed') : stateOf(outcome, body, conversation);
  // A reply that says that it goes on, and gives no address to ask: what it gave is all that there will be.
  const shown = found === 'working' ? 'completed' : found === 'canceled' ? 'failed' : found;
  if (shown === undefined) return undefined;
  const session = toText(find(conversation.reply.session)) ?? source.session;
  const said = toText(find(conversation.reply.text)) ?? saidOtherwise(shown, outcome, body);
  return {
    kind: 'mapped',
    status: outcome.status,
    state: shown,
    ...(said === undefined ? {} : { text: said }),
    artifacts: shown === 'completed' ? readArtifacts(source, conversation, find) : [],
    ...(session === undefined ? {} : { session }),
    asMessage: isTrue(find(conversation.reply.message)),
  };
}

// 401 and 403 ask for credentials; 422 says that the request itself will not do. All else needs a word of the service. RFC 9110 §15.5.
function stateOf({ status }: Problem, body: unknown, { reply, states }: Conversation): ConversationState | undefined {
  const named = isJsonObject(body) ? readProblemState(body, states) : undefined;
  if (named !== undefined) return named;
  const word = reply.state?.startsWith('/') === true ? readState(atPointer(body, reply.state), states) : undefined;
  if (word === 'input-required' || word === 'auth-required' || word === 'rejected') return word;
  if (status === 401 || status === 403) return 'auth-required';
  return status === 422 ? 'rejected' : undefined;
}

/** What a state other than done is about, where no pointer says so. */
function saidOtherwise(state: Mapped['state'], { content }: Success | Problem, body: unknown): string | undefined {
  if (state === 'completed') return undefined;
  if (content.kind === 'text') return tidy(content.text);
  const asked = ['prompt', 'question', 'detail', 'message', 'text', 'reply', 'answer'].map((name) => own(body, name));
  const words = asked.find((value) => typeof value === 'string' && value.trim() !== '');
  if (typeof words === 'string') return words;
  return content.kind === 'json' ? findWords(content.text, 0) : undefined;
}

function readArtifacts(
  { outcome: { content }, response, url }: MappedSource,
  { reply }: Conversation,
  find: (place: string | undefined) => unknown,
): readonly Artifact[] {
  const links = readEnclosures(response.headers['link'], url);
  const disposition = response.headers['content-disposition'];
  if (disposition?.trim().toLowerCase().startsWith('attachment') === true && response.body.length > 0)
    return [...links, toFile(content, response, disposition)];
  if (content.kind !== 'json' || (reply.text === undefined && reply.artifacts === undefined))
    return content.kind === 'empty' ? links : [...links, { content }];
  const found = find(reply.artifacts);
  const items = Array.isArray(found) ? found : found === undefined || found === null ? [] : [found];
  const artifacts = items.map((item): Artifact => ({ content: toContent(item) }));
  // Where neither place holds anything, the whole reply is better than nothing.
  if (links.length + artifacts.length === 0 && toText(find(reply.text)) === undefined) return [{ content }];
  return [...links, ...artifacts];
}

function toFile(content: Content, { body, headers }: MappedSource['response'], disposition: string): Artifact {
  const filename = parseFilename(disposition);
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? 'application/octet-stream';
  const file: Content =
    content.kind === 'bytes'
      ? content
      : { kind: 'bytes', mediaType, bytes: body, ...(filename !== undefined && { filename }) };
  return { ...(filename !== undefined && { name: filename }), content: file };
}

/** A JSON pointer into the body, or the name of a header. */
function findAt(place: string | undefined, body: unknown, headers: UpstreamResponse['headers']): unknown {
  if (place === undefined) return undefined;
  return place.startsWith('/') ? atPointer(body, place) : headers[place.toLowerCase()];
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' ? String(value) : undefined;
}

function isTrue(value: unknown): boolean {
  if (typeof value === 'string') return !['', '0', 'false', 'no', 'task'].includes(value.trim().toLowerCase());
  return value === true || (typeof value === 'number' && value !== 0);
}

function own(body: unknown, name: string): unknown {
  return isJsonObject(body) && Object.hasOwn(body, name) ? body[name] : undefined;
}
