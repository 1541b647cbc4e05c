// The examples of `docs/configuration.md` are what the gateway really does: each file is read, and the faulty one gives the
// error that the page prints below it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8');
const blocks = [...page.matchAll(/^```(yaml|text)\n([^]*?)^```$/gm)].map(([, language, text = '']) => ({
  language,
  text,
}));
const files = blocks.flatMap(({ language, text }, at) => {
  const next = blocks[at + 1];
  return language === 'yaml' ? [{ text, error: next?.language === 'text' ? next.text.trim() : undefined }] : [];
});

const parse = (text: string, env: Readonly<Record<string, string>>) =>
  parseConfig(text, { path: 'config/gateway.yaml', env, readFile: () => 'token\n' });

describe('docs/configuration.md', () => {
  it.each(files.filter(({ error }) => error === undefined))('reads $text', ({ text }) => {
    expect(parse(text, { PORT: '9090', PETS_HOST: 'pets' }).targets.map(({ id }) => id)).toContain('pets');
  });

  it.each(files.filter(({ error }) => error !== undefined))('prints the error of $text', ({ text, error }) => {
    expect(() => parse(text, {})).toThrow(expect.objectContaining({ message: error }));
  });

  it('has both kinds', () => {
    expect(files.filter(({ error }) => error === undefined).length).toBeGreaterThan(4);
    expect(files.filter(({ error }) => error !== undefined)).toHaveLength(1);
  });
});
