import { describe, expect, it } from 'vitest';
import { parseFilename } from './filename.ts';

describe('Content-Disposition (RFC 6266 §5, RFC 8187 §3.2)', () => {
  it.each([
    ['attachment; filename="an example.html"', 'an example.html'],
    ['Attachment; FileName=example.html', 'example.html'],
    ['attachment; filename="EURO.txt"; filename*=UTF-8\'\'%e2%82%ac%20rates', '€ rates'],
    ["attachment; filename*=iso-8859-1'en'%A3%20rates", '£ rates'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    [String.raw`attachment; filename="C:\temp\a.txt"`, 'a.txt'],
    ["attachment; filename*=UTF-8''..%2F..%2Fa.txt", 'a.txt'],
    [String.raw`attachment; filename="a \"b\".txt"`, 'a "b".txt'],
    ['attachment; filename="a\u0000b.txt"', 'ab.txt'],
    ['attachment; filename=".."', undefined],
    ['attachment; filename*="UTF-8\'\'a%20b.pdf"', 'a b.pdf'],
    ['attachment; filename="a.pdf"; filename*=UTF-8\'\'%FF%FE', 'a.pdf'],
    ["attachment; filename=a.pdf; filename*=UTF-8''", 'a.pdf'],
    ['attachment; name="x; filename=other.pdf"; filename="a;b.pdf"', 'a;b.pdf'],
    ['attachment; filename = "a.pdf" ; size=3', 'a.pdf'],
    ['attachment; filename=my report.pdf; size=3', 'my report.pdf'],
    ['attachment;filename=a.pdf;filename=b.pdf', 'a.pdf'],
    ['filename=a.pdf', 'a.pdf'],
    [`attachment; filename="${Buffer.from('naïve.pdf').toString('latin1')}"`, 'naïve.pdf'],
    ['attachment; filename="naïve.pdf"', 'naïve.pdf'],
    ['attachment; filename=""', undefined],
    ['attachment', undefined],
    [undefined, undefined],
  ])('%j names %j', (header, name) => expect(parseFilename(header)).toBe(name));
});
