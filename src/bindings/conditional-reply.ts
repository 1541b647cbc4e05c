// Sends a rendered document with its validators, or 304 when the caller has it already. If-None-Match wins over
// If-Modified-Since. RFC 9110 §13.1, §15.4.5.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RenderedDocument } from './document-cache.ts';

export interface DocumentHeaders {
  readonly type: string;
  readonly lastModified: Date;
  readonly cacheControl: string;
  readonly vary?: string;
}

export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: RenderedDocument & DocumentHeaders,
): FastifyReply {
  const { body, etag, type, lastModified, cacheControl, vary } = document;
  reply.header('etag', etag).header('last-modified', lastModified.toUTCString()).header('cache-control', cacheControl);
  // CORS may have put `Origin` there.
  if (vary !== undefined) reply.header('vary', joinVary(reply.getHeader('vary'), vary));
  if (isUnchanged(request, etag, lastModified)) return reply.code(304).send();
  return reply.type(type).send(body);
}

function joinVary(present: ReturnType<FastifyReply['getHeader']>, added: string): string {
  return present === undefined ? added : `${String(present)}, ${added}`;
}

function isUnchanged({ headers }: FastifyRequest, etag: string, lastModified: Date): boolean {
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined) {
    return noneMatch.trim() === '*' || noneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && Math.floor(lastModified.getTime() / 1000) * 1000 <= since;
}
