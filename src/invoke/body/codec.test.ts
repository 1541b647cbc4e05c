import { describe, expect, it } from 'vitest';
import type { Encoding } from '../../spec/operation.ts';
import { GatewayError } from '../../errors.ts';
import { parseJson } from '../../lib/json.ts';
import { UnsendableValue } from '../invalid-arguments.ts';
import { findBodyCodec } from './codec.ts';

function write(mediaType: string, value: unknown, encoding: Readonly<Record<string, Encoding>> = {}) {
  const media = { mediaType, schema: undefined, examples: [], encoding: new Map(Object.entries(encoding)) };
  return findBodyCodec(mediaType).compile(media, 'body')(value);
}

const form = 'application/x-www-form-urlencoded';
const bytes = Buffer.from([0, 1, 2, 255]);

describe('JSON bodies', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'application/merge-patch+json'])(
    'go out as %s, as written',
    (type) => {
      expect(write(type, { title: null })).toEqual({ body: '{"title":null}', contentType: type });
    },
  );

  it('keep digits, and names such as __proto__', () => {
    const text = '{"id":9007199254740993,"__proto__":{"a":1.10000000000000000001}}';
    expect(write('application/json', parseJson(text)).body).toBe(text);
  });

  it('carry bytes as base64', () => {
    expect(write('application/json', { scan: { bytes } }).body).toBe('{"scan":"AAEC/w=="}');
  });
});

describe('form bodies (OAS 3.1.1 §4.8.15)', () => {
  it.each<[unknown, Readonly<Record<string, Encoding>>, string]>([
    [{ grant: 'client', scope: 'a b&c', ttl: 60 }, {}, 'grant=client&scope=a+b%26c&ttl=60'],
    [{ list: ['x', 'y'], on: true, none: null, empty: '' }, {}, 'list=x&list=y&on=true&empty='],
    [{ meta: { ref: '1' } }, {}, 'meta=%7B%22ref%22%3A%221%22%7D'],
    [
      { meta: { ref: '6735' }, list: ['x', 'y'] },
      { meta: { style: 'deepObject', explode: true }, list: { style: 'form', explode: true } },
      'meta%5Bref%5D=6735&list=x&list=y',
    ],
    [{ list: ['x', 'y'] }, { list: { explode: false } }, 'list=x,y'],
    [{ list: ['x', 'y'] }, { list: { style: 'spaceDelimited' } }, 'list=x+y'],
    [{ list: ['x', 'y'] }, { list: { contentType: 'application/json' } }, 'list=%5B%22x%22%2C%22y%22%5D'],
    [{ url: 'https://x.example/?a+b' }, { url: { allowReserved: true } }, 'url=https://x.example/?a%2Bb'],
    [{}, {}, ''],
  ])('%j with the encoding %j is %s', (value, encoding, text) => {
    expect(write(form, value, encoding)).toEqual({ body: text, contentType: form });
  });

  it('read back as what was given', () => {
    const { body } = write(form, { a: 'x+y z&=%', 'ü ': ['1', '2'] });
    expect([...new URLSearchParams(String(body))]).toEqual([
      ['a', 'x+y z&=%'],
      ['ü ', '1'],
      ['ü ', '2'],
    ]);
  });

  it('refuse what has no fields', () => expect(() => write(form, ['x'])).toThrow(UnsendableValue));
});

describe('text and binary bodies', () => {
  it('sends characters, not their JSON form', () => {
    expect(write('text/plain', 'say "hi"')).toEqual({ body: 'say "hi"', contentType: 'text/plain; charset=utf-8' });
    expect(write('text/plain; charset=latin1', 5)).toEqual({ body: '5', contentType: 'text/plain; charset=utf-8' });
    expect(write('text/plain; charset=UTF-8', 'ü').contentType).toBe('text/plain; charset=UTF-8');
  });

  it('sends a file part of text under its own charset when the type is the same', () => {
    expect(write('text/csv', { bytes, mediaType: 'text/csv; charset=latin1' })).toEqual({
      body: bytes,
      contentType: 'text/csv; charset=latin1',
    });
    expect(write('text/csv', { bytes, mediaType: 'x/y\r\nX-Admin: 1' }).contentType).toBe('text/csv');
  });

  it('sends bytes as they are, and a string as UTF-8', () => {
    expect(write('application/octet-stream', { bytes })).toEqual({
      body: bytes,
      contentType: 'application/octet-stream',
    });
    expect(write('application/octet-stream', 'ü')).toEqual({
      body: Buffer.from('ü'),
      contentType: 'application/octet-stream',
    });
    expect(write('image/*', { bytes, mediaType: 'image/png' }).contentType).toBe('image/png');
    expect(write('image/*', { bytes, mediaType: 'x\r\ny' }).contentType).toBe('application/octet-stream');
  });

  it.each([
    ['image/png', 'image/jpeg'],
    ['image/*', 'video/mp4'],
    ['text/csv', 'image/png'],
    ['application/pdf', 'text/plain'],
  ])('%s refuses a file that says it is %s', (type, mediaType) => {
    expect(() => write(type, { bytes, mediaType })).toThrow(UnsendableValue);
  });

  it.each([
    ['application/octet-stream', 'image/png'],
    ['image/png', 'IMAGE/PNG; q=1'],
    ['image/png', 'application/octet-stream'],
    ['text/csv', 'text/plain'],
  ])('%s takes a file that says it is %s', (type, mediaType) => {
    expect(write(type, { bytes, mediaType })).toEqual({ body: bytes, contentType: type });
  });

  it.each([
    ['text/plain', { a: 1 }],
    ['application/octet-stream', { a: 1 }],
    ['application/pdf', 5],
  ])('%s refuses %j', (type, value) => {
    expect(() => write(type, value)).toThrow(UnsendableValue);
  });

  it.each(['multipart/form-data', 'application/xml'])('%s is not sent as something else', (type) => {
    expect(() => findBodyCodec(type)).toThrow(GatewayError);
  });
});
