// Sends documents that are made of what is published: rendered once, kept until it is replaced, with validators and the base URL that
// the caller knows.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendDocument, type DocumentHeaders } from './conditional-reply.ts';
import { createDocumentCache } from './document-cache.ts';
import type { PublicUrl } from './public-url.ts';
import type { Published } from './published.ts';

export interface PublishedDocument {
  /** Which cache it is kept in; what callers think up, or what there is a thousand of, must not crowd out the main documents. */
  readonly kind: 'main' | 'single' | 'search';
  readonly key: string;
  /** `baseUrl` has no trailing slash. */
  readonly build: (baseUrl: string) => string;
  readonly headers?: Partial<DocumentHeaders>;
}

export type SendPublished = (request: FastifyRequest, reply: FastifyReply, document: PublishedDocument) => FastifyReply;

export interface SendOptions {
  readonly published: () => Published;
  readonly publicUrl: PublicUrl;
  /** Seconds that answers may be cached. */
  readonly maxAge: number;
}

export function createSendPublished({ published, publicUrl, maxAge }: SendOptions): SendPublished {
  const caches = { main: createDocumentCache(), single: createDocumentCache(256), search: createDocumentCache() };
  const cacheControl = `${publicUrl.fixed ? 'public' : 'private'}, max-age=${Math.floor(maxAge)}`;
  return (request, reply, { kind, key, build, headers }) => {
    const source = published();
    const baseUrl = publicUrl.of(request);
    const rendered = caches[kind].get(source, `${key} ${baseUrl}`, () => build(baseUrl));
    return sendDocument(request, reply, {
      ...rendered,
      type: 'application/json; charset=utf-8',
      lastModified: source.builtAt,
      cacheControl,
      ...headers,
    });
  };
}
