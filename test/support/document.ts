// Documents for tests, from a text that stands in the test.

import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildCatalog } from '../../src/catalog/build-catalog.ts';
import type { Override } from '../../src/catalog/build-skills.ts';
import type { Catalog } from '../../src/catalog/catalog.ts';
import type { ApiDocument } from '../../src/spec/document.ts';
import { readApiDocument } from '../../src/spec/read-document.ts';

/** A fetcher that fails the test's document instead of reaching the network, and records what was asked for. */
export function createNoNetwork(): { readonly asked: string[]; get(url: string): Promise<never> } {
  const asked: string[] = [];
  return {
    asked,
    get: (url) => {
      asked.push(url);
      return Promise.reject(new Error(`no network: ${url}`));
    },
  };
}

export interface TextFiles {
  readonly [name: string]: string;
}

/** Writes the files into a new folder, gives the path of the first one to `use`, and removes the folder. */
export async function withFiles<Result>(
  files: TextFiles,
  use: (entry: string, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'skillgate-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
    return await use(path.join(folder, Object.keys(files)[0] ?? ''), folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function readText(text: string): Promise<ApiDocument> {
  return withFiles({ 'openapi.yaml': text }, (entry) => readApiDocument(entry, { fetcher: createNoNetwork() }));
}

export interface CatalogOptions {
  readonly hasUpstreams?: boolean;
  readonly prefix?: string;
  readonly override?: Readonly<Record<string, Override>>;
}

export function toCatalog(document: ApiDocument, options: CatalogOptions = {}): Catalog {
  const { hasUpstreams = true, prefix = '', override = {} } = options;
  return buildCatalog([
    { id: 'api', source: 'openapi.yaml', document, hasUpstreams, prefix, include: [], exclude: [], override },
  ]);
}

/** A document with this under `paths` (indented by two), and more at the top if wanted. */
export function openapi(paths: string, more = ''): string {
  return `openapi: 3.1.0\ninfo: {title: Test, version: "1"}\nservers: [{url: "https://api.example.test"}]\n${more}\npaths:\n${paths}`;
}
