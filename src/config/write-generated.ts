// Writes the files that are generated from the schema of the configuration. With `--check` it writes nothing, names the files
// that differ and ends with 1 if there are any. Run it as `node src/config/write-generated.ts`.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildReferencePage, buildSchemaData, buildSchemaFile } from './generate.ts';

const root = join(import.meta.dirname, '../..');
const generated = [
  ['src/config/schema.json', buildSchemaData()],
  ['config/gateway.schema.json', buildSchemaFile()],
  ['docs/configuration-reference.md', buildReferencePage()],
] as const;
const checkOnly = process.argv.includes('--check');

for (const [name, text] of generated) {
  const path = join(root, name);
  // A file that is not there yet differs like any other.
  const current = await readFile(path, 'utf8').catch(() => undefined);
  if (current === text) continue;
  if (checkOnly) process.exitCode = 1;
  else await writeFile(path, text);
  process.stdout.write(
    `${name} ${checkOnly ? 'differs from the schema: run node src/config/write-generated.ts' : 'written'}\n`,
  );
}
