// An error on our own addresses (card, skills, health) as JSON with the status of its row: `{"error":{code, reason, message}}`.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '../a2a/failure.ts';
import { failures } from '../errors.ts';
import { letAnswerThrough } from './refused-body.ts';
import { toRequestFailure } from './request-failure.ts';

export function sendPlainError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const { failure, detail } = toRequestFailure(thrown, request.id);
  const row = failures[failure.code];
  if (failure.code === 'body_too_large') letAnswerThrough(request, reply);
  if (row.level !== 'info')
    request.log[row.level]({ requestId: request.id, code: failure.code, detail }, failure.message);
  return sendPlainFailure(reply, failure);
}

/** The same for whoever writes its own line for the log. */
export function sendPlainFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  const row = failures[failure.code];
  const { suggestions, ...metadata } = failure.metadata;
  const list = suggestions === undefined ? {} : { suggestions: suggestions === '' ? [] : suggestions.split(', ') };
  return reply
    .code(row.http)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({ error: { code: row.http, reason: row.reason, message: failure.message, ...metadata, ...list } }),
    );
}
