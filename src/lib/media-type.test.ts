import { describe, expect, it } from 'vitest';
import {
  essenceOf,
  isJson,
  isMediaRange,
  isMediaType,
  isSameMediaType,
  isText,
  isXml,
  lastMediaType,
  parameterOf,
} from './media-type.ts';

describe('media types (RFC 9110 §8.3.1)', () => {
  it.each([
    ['application/json', 'application/json'],
    [' Application/JSON ; charset=utf-8', 'application/json'],
    ['nonsense', 'nonsense'],
  ])('the essence of %j is %j', (text, essence) => expect(essenceOf(text)).toBe(essence));

  it('compares without case and parameters', () => {
    expect(isSameMediaType('application/json; charset=utf-8', 'APPLICATION/JSON')).toBe(true);
    expect(isSameMediaType('application/json', 'application/problem+json')).toBe(false);
  });

  it.each([
    ['application/json', true, false],
    ['application/vnd.demo.v2+json; v=2', true, false],
    ['application/PROBLEM+JSON', true, false],
    ['application/jsonl', false, true],
    ['text/html', false, true],
    ['image/svg+xml', false, true],
    ['application/x-ndjson', false, true],
    ['application/octet-stream', false, false],
    ['image/png', false, false],
    ['', false, false],
  ])('%j is JSON: %j, text: %j', (text, json, readable) => {
    expect([isJson(text), isText(text)]).toEqual([json, readable]);
  });

  it('knows XML by its suffix', () => {
    expect([isXml('application/atom+xml'), isXml('text/xml; charset=x'), isXml('text/plain')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('reads parameters, quoted or not', () => {
    expect(parameterOf('text/plain; Charset="ISO-8859-1"', 'charset')).toBe('ISO-8859-1');
    expect(parameterOf('text/plain; charset=utf-16', 'charset')).toBe('utf-16');
    expect(parameterOf('text/plain', 'charset')).toBeUndefined();
    expect(parameterOf('nonsense; charset=x', 'charset')).toBeUndefined();
  });

  it.each([
    ['a/b; c=d', true],
    ['json', false],
    ['a/b;\r\nx: 1', false],
    ['ä/b', false],
  ])('%j can stand in a header: %j', (text, can) => expect(isMediaType(text)).toBe(can));

  it('tells a range from a type', () => {
    expect([isMediaRange('*/*'), isMediaRange('image/*;q=1'), isMediaRange('image/png')]).toEqual([true, true, false]);
  });

  it.each([
    ['application/json', 'application/json'],
    ['application/json, application/json; charset=utf-8', 'application/json; charset=utf-8'],
    ['text/html, application/json', 'application/json'],
    ['application/json, nonsense', 'application/json'],
    ['application/json, */*', 'application/json'],
    ['multipart/mixed; boundary="a,b/c"', 'multipart/mixed; boundary="a,b/c"'],
    ['multipart/mixed; boundary="a,b', 'multipart/mixed; boundary="a,b'],
    ['a, b', 'a, b'],
    [',', ','],
  ])('of the several types of %j the last counts: %j', (header, type) => expect(lastMediaType(header)).toBe(type));
});
