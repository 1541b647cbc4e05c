import { describe, expect, it } from 'vitest';
import { forms, type FormName } from './form.ts';

const good: readonly (readonly [FormName, readonly string[]])[] = [
  ['duration', ['0s', '5m', '400d']],
  ['timeout', ['1ms', '30s', '24d']],
  ['size', ['1b', '10mb']],
  ['base-url', ['http://127.0.0.1:5000', 'https://api.example.test/v2/', 'http://[::1]:80', 'HTTPS://API.example']],
  ['web-url', ['https://docs.example/page?x=1#top']],
  ['origin', ['*', 'https://app.example', 'http://localhost:3000']],
  ['spec-location', ['../openapi/pets.yaml', '/a b.json', 'C:\\pets.yaml', 'https://api.example/openapi.json?v=2']],
  ['host', ['127.0.0.1', '::', '::1', 'localhost', 'gateway.internal', 'my_service']],
  ['network', ['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', 'fd00::/8', '::1/128']],
  ['target-id', ['pets', 'a_b-C9', 'constructor', '__proto__', 'x'.repeat(32)]],
  ['header-name', ['X-API-Key', 'authorization', 'cookie']],
  ['header-value', ['abc', 'Bearer a.b.c', 'a\tb', 'caf\u00e9']],
  ['forwarded-header', ['authorization', 'cookie', 'X-Request-Id']],
  [
    'store',
    ['memory', 'sqlite:./a.db', 'redis://host', 'rediss://u:p@host:1/2', 'valkey://host:6379', 'valkeys://host'],
  ],
  ['method', ['GET', 'patch', 'M-SEARCH']],
  ['path-match', ['/pets/{id}', '/pets/*', '/admin/**', '**']],
];

const bad: readonly (readonly [FormName, readonly string[]])[] = [
  ['duration', ['', '5', '5 minutes']],
  ['store', ['', 'sqlite:', 'redis:host', 'valkeyss://host', 'postgres://host']],
  ['timeout', ['0s', '25d', '30']],
  ['size', ['0mb', '10']],
  [
    'base-url',
    [
      '',
      'api.example',
      '//api.example',
      'ftp://api.example',
      'http://',
      'http:///x',
      'http://a b',
      ' http://a',
      'http://a?x',
      'http://a/#',
      'http://u:p@a',
    ],
  ],
  ['web-url', ['docs', 'javascript:alert(1)', 'https://user@docs.example']],
  [
    'origin',
    [
      'null',
      'app.example',
      'https://app.example/',
      'https://app.example/x',
      'https://app.example?x',
      'https://*.example/x',
    ],
  ],
  ['spec-location', ['', ' ', 'ftp://x/y', 'file:///etc/x', 'https://u:p@api.example/x', 'a\0b']],
  ['host', ['', '*', '[::1]', 'localhost:80', 'a b', 'http://a', '-x-..y']],
  ['network', ['', 'localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', 'fd00::/129', '10.0.0/8']],
  ['target-id', ['', 'a b', 'a.b', 'caf\u00e9', 'x'.repeat(33), 'a\n']],
  [
    'header-name',
    ['', 'a b', 'a:b', 'a\r\nb', 'Host', 'Content-Length', 'connection', 'Transfer-Encoding', 'TE', 'expect'],
  ],
  ['header-value', ['', 'a\nb', 'a\r\nX: y', ' a', 'a ', 'a\0', '\u20ac', '\u007f']],
  ['forwarded-header', ['*', 'host', 'keep-alive', 'Content-Type', 'upgrade', 'proxy-authorization']],
  ['method', ['', 'GE T', 'GET\n']],
  ['path-match', ['', 'pets', '/pets?x', '/a b']],
];

const flatten = (table: typeof good) => table.flatMap(([name, texts]) => texts.map((text) => [name, text] as const));

describe('forms', () => {
  it.each(flatten(good))('%s takes %j', (name, text) => {
    expect(forms[name].refuse(text)).toBeUndefined();
  });

  it.each(flatten(bad))('%s refuses %j', (name, text) => {
    expect(forms[name].refuse(text)).toBeTypeOf('string');
  });

  it.each(flatten(good))('the editor pattern of %s takes %j too', (name, text) => {
    const form = forms[name];
    const pattern = 'pattern' in form ? form.pattern : '';
    expect(text).toMatch(new RegExp(pattern));
  });

  it('never repeats the text in a reason', () => {
    const reasons = flatten(bad).map(([name, text]) => [text, forms[name].refuse(`${text}hunter2`) ?? ''] as const);
    expect(reasons.filter(([, reason]) => reason.includes('hunter2'))).toEqual([]);
  });
});
