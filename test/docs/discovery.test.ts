// The commands of the pages about finding skills and about the agents of skills work as they stand, against the services of the demo.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { startDemo } from '../support/gateway.ts';
import { cliEntry, projectRoot, startProcess } from '../support/start-process.ts';

const run = promisify(execFile);
const blocksOf = (page: string): readonly string[] =>
  [...readFileSync(join(projectRoot, page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);

/** What each says when it works. */
const expected: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  'docs/skill-search.md': [
    /"query":"cancel an order","skills":\[\{"id":"orders__cancelOrder"/,
    /^cancelOrder/,
    /"id":"orders__cancelOrder"/,
    /Skills for \\"cancel an order\\", best first:\\n1\. Cancel an order/,
    '11 skills in 3 groups. To use one, send its line with your own values.\\n\\narithmetic (1)\\n- Calculate: Applies one',
  ],
  'docs/agents.md': [
    /"skills":\[\{"id":"pets__getPetById"/,
    /"name":"Rex"/,
    /"agents":\[\{"id":"calculator\.calculate"/,
  ],
};

describe.each(Object.entries(expected))('%s', (page, answers) => {
  const blocks = blocksOf(page);

  test('has as many commands', () => {
    expect(blocks).toHaveLength(answers.length);
  });

  test.each(blocks.map((block, at) => [block.split('\n')[0], block, answers[at] ?? '']))(
    '%s',
    async (_name, block, answer) => {
      const cli = /^npm run skillgate -- (.*)$/m.exec(block)?.[1];
      if (cli !== undefined) {
        const words = [...cli.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
        await using child = startProcess({ args: [cliEntry, ...words] });
        expect([await child.exited, child.stderr()]).toEqual([0, '']);
        expect(child.stdout()).toMatch(answer);
        return;
      }
      await using demo = await startDemo();
      const { stdout } = await run('bash', ['-c', block.replaceAll('http://127.0.0.1:8080', demo.gateway.url)]);
      expect(stdout).toMatch(answer);
    },
  );
});
