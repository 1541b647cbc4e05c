// The flags for Node that the container image sets, read from the Dockerfile, so that both sides are measured as the gateway is deployed
// and the two cannot drift apart.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const dockerfile = join(import.meta.dirname, '../../Dockerfile');

export async function readContainerFlags(): Promise<readonly string[]> {
  const [, flags] = /^(?:ENV)?\s+NODE_OPTIONS="([^"]+)"/m.exec(await readFile(dockerfile, 'utf8')) ?? [];
  if (flags === undefined) throw new Error(`${dockerfile} sets no NODE_OPTIONS="…", whose flags both sides run with`);
  return flags.split(/\s+/);
}
