import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeBody, parseCodings } from './decode.ts';

const text = Buffer.from('{"a":1}'.repeat(50));
const zeros = Buffer.alloc(5_000_000);

describe('parseCodings (RFC 9110 §8.4)', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['identity', []],
    ['GZIP', ['gzip']],
    [' gzip ,br, identity', ['gzip', 'br']],
  ])('%s', (header, codings) => expect(parseCodings(header)).toEqual(codings));
});

describe('decodeBody', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
  ])('undoes %s', async (header, body) => expect(await decodeBody(body, parseCodings(header), 1_000)).toEqual(text));

  it.each([
    ['gzip', gzipSync(zeros)],
    ['deflate', deflateSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    ['zstd', zstdCompressSync(zeros)],
    ['gzip, gzip', gzipSync(gzipSync(zeros))],
  ])('bounds a bomb of %s', async (header, body) => {
    await expect(decodeBody(body, parseCodings(header), 10_000)).rejects.toMatchObject({ problem: 'too_large' });
  });

  it.each([
    ['gzip', text],
    ['gzip', gzipSync(text).subarray(0, 30)],
    ['br', Buffer.from('no brotli here')],
    ['zstd', text],
    ['rot13', text],
    ['__proto__', text],
    ['gzip, gzip, gzip, gzip', text],
  ])('refuses what is not %s', async (header, body) => {
    await expect(decodeBody(body, parseCodings(header), 10_000)).rejects.toMatchObject({ problem: 'bad_encoding' });
  });
});
