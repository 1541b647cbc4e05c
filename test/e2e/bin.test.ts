// The installed command tells an old Node from a new one before it loads anything, and starts the command line otherwise.

import { describe, expect, test } from 'vitest';
import { startProcess } from '../support/start-process.ts';

const bin = './bin/skillgate.js';

describe('bin/skillgate.js', () => {
  test.each(['12.22.0', '20.20.2', '23.11.0'])('on Node %s: one line, exit code 1', async (version) => {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); import('${bin}');`;
    const old = startProcess({ args: ['--eval', pretend] });
    expect(await old.exited).toBe(1);
    expect(old.stderr()).toBe(`skillgate needs Node.js 24 or newer; this is ${version}.\n`);
    expect(old.stdout()).toBe('');
  });

  test('on this Node: the command line', async () => {
    const help = startProcess({ args: [bin, '--help'] });
    expect(await help.exited).toBe(0);
    expect(help.stdout()).toContain('skillgate serve');
  });
});
