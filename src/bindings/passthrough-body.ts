// The body of a pass-through request, streamed as it comes and counted: more bytes than the limit end it with `body_too_large`, and so
// does a caller that breaks off. The connection to the caller stays open for the answer.

import { Transform, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { GatewayError } from '../errors.ts';

/** The caller left before all of its request, or its answer, had passed. */
export class CallerGone extends Error {
  constructor() {
    super('the caller has gone away');
    this.name = 'CallerGone';
  }
}

export function hasBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Undefined when there is none. Throws `body_too_large` when the caller says beforehand that it is. */
export function openBody(request: FastifyRequest, limit: number): Readable | undefined {
  if (!hasBody(request)) return undefined;
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) done(tooLarge(limit));
      else done(null, chunk);
    },
  });
  // Who reads it hears of its end; when nobody does any more, nobody needs to.
  counted.on('error', () => {});
  // Not `pipeline`: it would break the caller's connection when the body is refused.
  request.raw.pipe(counted);
  request.raw.once('close', () => {
    if (!request.raw.complete) counted.destroy(new CallerGone());
  });
  return counted;
}

function tooLarge(limit: number): GatewayError {
  return new GatewayError('body_too_large', `The request body is larger than ${limit} bytes.`);
}
