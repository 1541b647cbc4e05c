// Rendered documents with their ETags, kept as long as what they were made from: at most `limit` per source, the oldest going
// first, since their keys hold what callers choose (the Host header).

import { createHash } from 'node:crypto';

export interface RenderedDocument {
  readonly body: Buffer;
  /** Strong: a hash of the exact bytes. */
  readonly etag: string;
}

export interface DocumentCache {
  /** `source` is replaced when what the document says has changed. */
  get(source: object, key: string, build: () => string): RenderedDocument;
}

export function createDocumentCache(limit = 64): DocumentCache {
  const bySource = new WeakMap<object, Map<string, RenderedDocument>>();
  return {
    get(source, key, build) {
      const documents = bySource.get(source) ?? new Map<string, RenderedDocument>();
      bySource.set(source, documents);
      const known = documents.get(key);
      if (known !== undefined) return known;
      const [oldest] = documents.keys();
      if (documents.size >= limit && oldest !== undefined) documents.delete(oldest);
      const rendered = render(build());
      documents.set(key, rendered);
      return rendered;
    },
  };
}

function render(text: string): RenderedDocument {
  const body = Buffer.from(text);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}
