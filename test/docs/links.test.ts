// Every link of our pages that stays in the project leads to a file, and to a heading where it names one.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/start-process.ts';

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: projectRoot });

test('there are pages', () => {
  expect(pages).toContain('README.md');
});

test.each(pages)('%s links to what is there', (page) => {
  expect(readLinks(page).filter((link) => !leadsSomewhere(page, link))).toEqual([]);
});

/** Targets of `[text](target)` outside code, without addresses on the web. */
function readLinks(page: string): readonly string[] {
  const text = readFileSync(join(projectRoot, page), 'utf8').replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gm, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#', 2);
  const target = path === '' ? join(projectRoot, page) : join(projectRoot, dirname(page), path);
  if (!existsSync(target)) return false;
  return heading === undefined || readHeadings(target).has(heading);
}

/** The anchors that a Markdown page gets from its headings. */
function readHeadings(file: string): ReadonlySet<string> {
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);
  return new Set(
    headings.map((title) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
