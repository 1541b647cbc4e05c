import { describe, expect, it } from 'vitest';
import { isHost } from './public-url.ts';

describe('isHost', () => {
  it.each([
    'example.test',
    'example.test:8080',
    'localhost',
    'my_service:80',
    '127.0.0.1:8080',
    '[::1]',
    '[2001:db8::1]:443',
    'a-b.example.test.',
  ])('takes %s', (host) => {
    expect(isHost(host)).toBe(true);
  });

  it.each([
    '',
    '0.0.0.0',
    '0.0.0.0:8080',
    '[::]',
    '[::]:8080',
    '[0:0:0:0:0:0:0:0]',
    '::1',
    '[::1',
    '[zz]',
    '256.1.1.1',
    '1.2.3',
    'example.test:0',
    'example.test:99999',
    'example.test:x',
    'example.test/path',
    'user@example.test',
    'exa mple.test',
    'example..test',
    '-example.test',
    'example.test"',
    '<script>',
    'a'.repeat(300),
  ])('refuses %s', (host) => {
    expect(isHost(host)).toBe(false);
  });
});
