// The table of docs/conformance.md is true to the tests: each test that it names exists, in that file and under that title.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/start-process.ts';

interface Requirement {
  readonly section: string;
  readonly must: string;
  readonly tests: readonly { readonly title: string; readonly file: string }[];
}

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');

const requirements: readonly Requirement[] = read('docs/conformance.md')
  .split('\n')
  .map((line) => /^\| ([\d.]+) \| (.+?) \| (.+) \|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, section = '', must = '', cell = '']) => ({
    section,
    must,
    tests: [...cell.matchAll(/“([^”]+)” in \[[^\]]+\]\(\.\.\/([^)]+)\)/g)].map(([, title = '', file = '']) => ({
      title,
      file,
    })),
  }));

describe('requirements of A2A 1.0', () => {
  it('are in the table', () => {
    expect(requirements.length).toBeGreaterThan(50);
  });

  it.each(requirements)('§$section: $must', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter(({ title, file }) => !read(file).includes(`'${title}'`))).toEqual([]);
  });

  it('are listed once each', () => {
    const rows = requirements.map(({ section, must }) => `${section} ${must}`);
    expect(new Set(rows).size).toBe(rows.length);
  });
});
