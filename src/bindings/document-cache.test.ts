import { describe, expect, it } from 'vitest';
import { createDocumentCache } from './document-cache.ts';

describe('the document cache', () => {
  it('builds once per source and key, and forgets the oldest beyond its limit', () => {
    const cache = createDocumentCache(2);
    const source = {};
    const built: string[] = [];
    const get = (owner: object, key: string) => cache.get(owner, key, () => (built.push(key), `{"${key}":1}`));
    const first = get(source, 'a');
    expect(get(source, 'a')).toBe(first);
    get(source, 'b');
    get(source, 'c');
    expect(get(source, 'a').etag).toBe(first.etag);
    expect(built).toEqual(['a', 'b', 'c', 'a']);
    get({}, 'a');
    expect(built).toHaveLength(5);
  });

  it('has an ETag for the exact bytes', () => {
    const cache = createDocumentCache();
    const one = cache.get({}, 'k', () => 'é');
    expect(one.body.length).toBe(2);
    expect(cache.get({}, 'k', () => 'é').etag).toBe(one.etag);
    expect(cache.get({}, 'k', () => 'e').etag).not.toBe(one.etag);
  });
});
