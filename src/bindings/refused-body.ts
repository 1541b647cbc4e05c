// The answer to a body that is too large reaches its sender only if the rest of the body is taken, for a while: a connection that is
// closed while data arrives is reset, and the sender loses what it was told. Nothing of the rest is kept. RFC 9112 §9.6.

import type { FastifyReply, FastifyRequest } from 'fastify';

/** Milliseconds in which a sender should have read the answer and stopped. */
const lingerFor = 5_000;

/** Call it before the answer is sent. */
export function letAnswerThrough({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), lingerFor).unref();
  raw.once('close', () => clearTimeout(timer));
}
