import { describe, expect, it } from 'vitest';
import { GatewayError } from '../errors.ts';
import { decodeText, parseText } from './parse-text.ts';

const failure = (text: string): GatewayError => {
  try {
    parseText(text, 'api.yaml');
  } catch (error) {
    if (error instanceof GatewayError) return error;
  }
  throw new Error('the text was accepted');
};

describe('parseText', () => {
  it.each([
    ['JSON', '{"a": 1}', { a: 1 }],
    ['JSON with a byte order mark', '\uFEFF{"a": 1}', { a: 1 }],
    ['JSON with comments', '{"a": "http://x", // why\n /* and */ "b": 2}', { a: 'http://x', b: 2 }],
    ['JSON with a trailing comma', '{"a": 1,}', { a: 1 }],
    ['YAML', 'a: 1\nb: [x, y]\n', { a: 1, b: ['x', 'y'] }],
    ['dates as strings', 'a: 2024-05-01\n', { a: '2024-05-01' }],
    ['yes and no as strings', 'a: yes\nb: no\n', { a: 'yes', b: 'no' }],
    ['number keys as text', '200: ok\n', { '200': 'ok' }],
    [
      'merge keys, own keys win',
      'x: &x {in: query, name: a}\ny: {<<: *x, name: b}\n',
      { x: { in: 'query', name: 'a' }, y: { in: 'query', name: 'b' } },
    ],
    [
      'tags that it does not know',
      'a: !Sub "x"\nb: !Join [1, 2]\nc: !Ref {d: 1}\ne: !!timestamp 2024-05-01\nf: !!str 5\n',
      { a: 'x', b: [1, 2], c: { d: 1 }, e: '2024-05-01', f: '5' },
    ],
    ['the OpenAPI part of several documents', 'kind: Note\n---\nopenapi: 3.1.0\n', { openapi: '3.1.0' }],
  ])('reads %s', (_name, text, value) => {
    expect(parseText(text, 'api.yaml').value).toEqual(value);
  });

  it('refuses a path that stands twice, with key and line: one would be lost', () => {
    const error = failure('openapi: 3.0.3\npaths:\n  /lamps:\n    get: {}\n  /lamps:\n    post: {}\n');
    expect(error.code).toBe('document_unreadable');
    expect(error.message).toMatch(/"\/lamps" twice, again at line 5/);
  });

  it('notes another key that stands twice; the last one counts', () => {
    const parsed = parseText('info:\n  title: a\n  title: b\n', 'api.yaml');
    expect(parsed.value).toEqual({ info: { title: 'b' } });
    expect(parsed.notes).toEqual([expect.stringMatching(/"title" stands twice, again at line 3/)]);
  });

  it.each([
    ['a tab as indentation', 'a:\n\tb: 1\n', /line 2/],
    ['truncated JSON', '{"openapi": "3.1.0", "paths": {', /line \d/],
    ['an unclosed quote', 'a: "b\nc: d\n', /line \d/],
  ])('refuses %s with the line', (_name, text, message) => {
    expect(failure(text).message).toMatch(message);
  });

  it.each([
    ['<!doctype html><html><body><p>Docs: here</p></body></html>', /found an HTML page, .*such as \/openapi\.json/],
    ['\n  <html lang=en>\n<head><title>API</title>', /found an HTML page/],
    ['<?xml version="1.0"?>\n<html xmlns="x"><body/></html>', /found an HTML page/],
    ['<?xml version="1.0"?>\n<application xmlns="wadl">a: b</application>', /found XML, expected JSON or YAML/],
  ])('tells a page from a document: %s', (text, message) => {
    expect(failure(text).message).toMatch(message);
  });

  it('keeps prototype names as ordinary keys', () => {
    const { value } = parseText('{"__proto__": {"x": 1}}', 'api.json');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
  });
});

describe('decodeText', () => {
  it.each([
    ['UTF-8', Buffer.from('é'), 'é'],
    ['UTF-16 with a mark, little end first', Buffer.from([0xff, 0xfe, 0xe9, 0]), 'é'],
    ['UTF-16 with a mark, big end first', Buffer.from([0xfe, 0xff, 0, 0xe9]), 'é'],
  ])('reads %s', (_name, bytes, text) => {
    expect(decodeText(bytes)).toBe(text);
  });
});
