// The version of the gateway, from its package file: two folders up from here in the sources and in the build alike.

import { readFileSync } from 'node:fs';

const packageFile = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const version = packageFile.version;
