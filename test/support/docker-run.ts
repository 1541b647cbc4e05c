// The `docker run` lines of a page: the image, what is mounted and published, and the command given to the image. Every flag but
// the two without a value is taken to have one.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './start-process.ts';

export interface RunCommand {
  readonly image: string;
  readonly volumes: readonly { readonly source: string; readonly target: string }[];
  readonly ports: readonly string[];
  readonly command: readonly string[];
}

export function readRunCommands(path: string): readonly RunCommand[] {
  const page = readFileSync(join(projectRoot, path), 'utf8');
  return [...page.matchAll(/^docker run (.*)$/gm)].map(([, line = '']) => {
    const words = line.split(/\s+/).map((word) => word.replaceAll('"', ''));
    const options = new Map<string, string[]>();
    while (words[0]?.startsWith('-')) {
      const flag = words.shift() ?? '';
      const values = ['--rm', '--read-only'].includes(flag) ? [] : [words.shift() ?? ''];
      options.set(flag, [...(options.get(flag) ?? []), ...values]);
    }
    const [image = '', ...command] = words;
    const volumes = (options.get('-v') ?? []).map((volume) => {
      const [source = '', target = ''] = volume.replace('$PWD/', '').split(':');
      return { source, target };
    });
    return { image, volumes, ports: options.get('-p') ?? [], command };
  });
}
