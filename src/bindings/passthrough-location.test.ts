import { describe, expect, it } from 'vitest';
import { rewriteLocation } from './passthrough-location.ts';

const bases = { upstream: 'http://pets:5000/v1', public: 'https://agents.example.test/proxy/pets' };

describe('rewriteLocation', () => {
  it.each([
    ['http://pets:5000/v1/pets/7?x=1#y', 'https://agents.example.test/proxy/pets/pets/7?x=1#y'],
    ['/v1/pets/7', 'https://agents.example.test/proxy/pets/pets/7'],
    ['/v1', 'https://agents.example.test/proxy/pets'],
    ['HTTP://PETS:5000/v1/a', 'https://agents.example.test/proxy/pets/a'],
    ['//pets:5000/v1/a', 'https://agents.example.test/proxy/pets/a'],
    ['7', '7'],
    ['?page=2', '?page=2'],
    ['', ''],
    ['/v10/a', '/v10/a'],
    ['/other', '/other'],
    ['/v1/../admin', '/v1/../admin'],
    ['https://pets:5000/v1/a', 'https://pets:5000/v1/a'],
    ['http://pets:5001/v1/a', 'http://pets:5001/v1/a'],
    ['http://pets:5000@evil.example.test/v1/', 'http://pets:5000@evil.example.test/v1/'],
    ['http://[', 'http://['],
    ['mailto:nobody@example.test', 'mailto:nobody@example.test'],
  ])('%s becomes %s', (location, expected) => {
    expect(rewriteLocation(location, '/pets', bases)).toBe(expected);
  });
});
