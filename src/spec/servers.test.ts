// The base URL of an operation, and what a relative one says of it: OAS 3.1 §4.8.5.

import { describe, expect, it } from 'vitest';
import { chooseServer } from './servers.ts';

describe('a server', () => {
  it.each([
    ['/api/v3/', 'file:///openapi.yaml', { kind: 'none', path: '/api/v3' }],
    ['api', 'file:///openapi.yaml', { kind: 'none', path: '/api' }],
    ['/', 'file:///openapi.yaml', { kind: 'none', path: '' }],
    ['/api', 'https://shop.example/docs/openapi.json', { kind: 'url', url: 'https://shop.example/api' }],
    ['//shop.example/api', 'file:///openapi.yaml', { kind: 'url', url: 'https://shop.example/api' }],
  ])('%s in %s', (url, document, choice) => {
    expect(chooseServer([[], [{ url }]], document)).toEqual(choice);
  });

  it('is unknown without any', () => {
    expect(chooseServer([[], []], 'file:///openapi.yaml')).toEqual({ kind: 'none', path: '' });
  });
});
