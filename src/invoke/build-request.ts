// Step 4 of a call: valid arguments become the HTTP request. Values are filled into what was compiled; a value that the schema allows
// but HTTP cannot carry is refused by name.

import { createRecord } from '../lib/record.ts';
import { hash } from 'node:crypto';
import type { UpstreamRequest } from '../upstream/request.ts';
import type { WrittenBody } from './body/written.ts';
import type { CallContext, InvokeOptions } from './call.ts';
import type { CompiledArgument, CompiledBody, CompiledSkill } from './compile.ts';
import { eitherSignal } from './end-signal.ts';
import { buildHeaders } from './headers.ts';
import { invalidArguments, UnsendableValue } from './invalid-arguments.ts';
import { isAnyStream, isEventStream } from './stream/stream-form.ts';

type Named = Readonly<Record<string, unknown>>;

export interface BuiltRequest {
  readonly compiled: CompiledSkill;
  readonly request: UpstreamRequest;
  readonly forwardedCredentials: boolean;
  /** Headers that arguments set. */
  readonly fromArguments: Readonly<Record<string, string>>;
}

export interface Making {
  readonly context: CallContext;
  /** False when there are bytes among the arguments, or may be. */
  readonly isJson: boolean;
  readonly options: InvokeOptions | undefined;
}

/** A stream that is read to its end for a caller that waits may take ten times as long as another call. */
export function longestCall(timeout: number): number {
  return 10 * timeout;
}

export function buildRequest(compiled: CompiledSkill, args: Named, making: Making): BuiltRequest {
  try {
    return build(compiled, args, making);
  } catch (error) {
    if (!(error instanceof UnsendableValue)) throw error;
    throw invalidArguments(compiled.skill, [error.violation]);
  }
}

function build(compiled: CompiledSkill, args: Named, { context, isJson, options = {} }: Making): BuiltRequest {
  const { skill, safe, timeout } = compiled;
  const { streams = false, patient = false, abort } = options;
  const path = buildPath(compiled, args);
  const written = compiled.body === undefined ? undefined : writeBody(compiled.body, args, isJson);
  const fromArguments = writeHeaders(compiled, args);
  const { headers, forwardedCredentials } = buildHeaders(
    compiled.headerPlan,
    {
      fromArguments,
      contentType: written?.contentType,
      idempotencyKey:
        safe || context.idempotency === undefined ? undefined : toIdempotencyKey(context.idempotency, skill.id),
    },
    context,
  );
  const request: UpstreamRequest = {
    target: skill.target,
    method: skill.operation.method,
    baseUrl: compiled.baseUrl,
    path,
    headers,
    safe,
    timeout,
    body: written?.body,
    // A write that was sent runs on when its caller has gone: nobody could tell what became of it.
    signal: safe ? eitherSignal(context.signal, abort) : abort,
    patient,
    isStream: streams ? isAnyStream : isEventStream,
    streamTimeout: streams ? undefined : longestCall(timeout),
  };
  return { compiled, request, forwardedCredentials, fromArguments };
}

// The same for every repetition of the message, and for nobody else's. IETF draft "The Idempotency-Key HTTP Header Field".
function toIdempotencyKey(message: string, skill: string): string {
  return hash('sha256', JSON.stringify([message, skill]), 'base64url');
}

function buildPath({ template, query, ownQuery }: CompiledSkill, args: Named): string {
  const path = template.path(args);
  if (query.length === 0 && ownQuery.length === 0) return path;
  const pairs = [...writeAll(query, args), ...ownQuery];
  return pairs.length === 0 ? path : `${path}${template.querySign}${pairs.join('&')}`;
}

const noHeaders: Readonly<Record<string, string>> = Object.freeze(createRecord<string>());

function writeHeaders({ headers, cookies }: CompiledSkill, args: Named): Readonly<Record<string, string>> {
  if (headers.length === 0 && cookies.length === 0) return noHeaders;
  const written = createRecord<string>();
  for (const { key, name, write } of headers) {
    const text = write(args[key]);
    if (text !== undefined) written[name] = text;
  }
  const pairs = writeAll(cookies, args);
  if (pairs.length > 0)
    written['cookie'] = [...(written['cookie'] === undefined ? [] : [written['cookie']]), ...pairs].join('; ');
  return written;
}

function writeAll(compiled: readonly CompiledArgument[], args: Named): readonly string[] {
  const texts: string[] = [];
  for (const { key, write } of compiled) {
    const text = write(args[key]);
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

// A required body of which no field is given is an empty object; an optional one is not sent at all, nor is its content type.
function writeBody(body: CompiledBody, args: Named, isJson: boolean): WrittenBody | undefined {
  if (Object.hasOwn(args, body.key) && !body.keyIsField) return body.write(args[body.key], isJson);
  if (body.layout === 'whole') return undefined;
  const fields = body.isAll ? args : pickFields(body, args);
  return body.required || Object.keys(fields).length > 0 ? body.write(fields, isJson) : undefined;
}

function pickFields({ fields, parameters }: CompiledBody, args: Named): Named {
  const picked = createRecord<unknown>();
  for (const key of Object.keys(args)) {
    if (!parameters.has(key)) picked[fields.get(key) ?? key] = args[key];
  }
  return picked;
}
