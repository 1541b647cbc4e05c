// A target that comes from the command line gets its id from the document's name: `pets.yaml` → `pets`,
// `petstore/openapi.json` → `petstore`, `https://api.example.test/openapi.json` → `api-example-test`.

import path from 'node:path';

const plainNames = new Set([
  'openapi',
  'swagger',
  'api',
  'api-docs',
  'spec',
  'index',
  'service',
  'docs',
  'v1',
  'v2',
  'v3',
]);

export function toTargetId(location: string, taken: ReadonlySet<string>): string {
  const base = shorten(isUrl(location) ? nameOfUrl(new URL(location)) : nameOfFile(location)) || 'api';
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base.slice(0, 28)}-${number}`;
    if (!taken.has(id)) return id;
  }
}

function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

function nameOfUrl(url: URL): string {
  const name = stem(url.pathname);
  return plainNames.has(name.toLowerCase()) || name === '' ? url.hostname : name;
}

function nameOfFile(location: string): string {
  const name = stem(location);
  return plainNames.has(name.toLowerCase()) ? path.basename(path.dirname(path.resolve(location))) : name;
}

function stem(location: string): string {
  return path.basename(location).replace(/\.[A-Za-z]+$/, '');
}

function shorten(name: string): string {
  return name
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 32);
}
