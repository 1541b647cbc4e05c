// The sets of sentences and of search phrases: JSON lines, the first of which names the document under ../shared/specs.

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildCatalog } from '../../src/catalog/build-catalog.ts';
import type { Skill } from '../../src/catalog/skill.ts';
import { readApiDocument } from '../../src/spec/read-document.ts';
import { createNoNetwork } from '../support/document.ts';

export const specs = path.join(import.meta.dirname, '../../../shared/specs');
export const ownSets = import.meta.dirname;

/** What a careful person with the document at hand would expect. */
export interface Sentence {
  readonly say: string;
  /** `ask`: no one operation is meant, or none at all. */
  readonly expect: 'act' | 'confirm' | 'complete' | 'ask';
  readonly skill?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly missing?: readonly string[];
}

export interface Phrase {
  readonly say: string;
  readonly skill: string | readonly string[];
}

export interface TestSet<Line> {
  readonly name: string;
  readonly document: string;
  readonly lines: readonly Line[];
}

export function readSets<Line>(folder: string, kind: 'sentences' | 'phrases'): readonly TestSet<Line>[] {
  return globSync(`${kind}/*.jsonl`, { cwd: folder })
    .toSorted()
    .map((file) => {
      const [head, ...lines] = readFileSync(path.join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line): unknown => JSON.parse(line));
      return {
        name: path.basename(file, '.jsonl'),
        document: (head as { document: string }).document,
        lines: lines as Line[],
      };
    });
}

export async function readSkills(document: string): Promise<readonly Skill[]> {
  const source = path.join(specs, document);
  const target = {
    id: 'api',
    source,
    document: await readApiDocument(source, { fetcher: createNoNetwork() }),
    hasUpstreams: true,
    prefix: '',
    include: [],
    exclude: [],
    override: {},
  };
  return buildCatalog([target]).skills;
}
