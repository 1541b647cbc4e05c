// What the container image sets for Node, read from the Dockerfile, so that both sides are measured as the gateway is deployed and the
// two cannot drift apart.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const dockerfile = join(import.meta.dirname, '../../Dockerfile');

export interface ContainerSettings {
  readonly nodeFlags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export async function readContainerSettings(): Promise<ContainerSettings> {
  const text = await readFile(dockerfile, 'utf8');
  const valueOf = (name: string): string => {
    const [, quoted, plain] = new RegExp(`^(?:ENV)?\\s+${name}=(?:"([^"]+)"|(\\S+))`, 'm').exec(text) ?? [];
    const value = quoted ?? plain;
    if (value === undefined) throw new Error(`${dockerfile} sets no ${name}, which both sides run with`);
    return value;
  };
  return {
    nodeFlags: valueOf('NODE_OPTIONS').split(/\s+/),
    env: { MALLOC_ARENA_MAX: valueOf('MALLOC_ARENA_MAX') },
  };
}
