// The official test kit of A2A 0.3 (branch `0.3.x`), its JSON-RPC part, against the shipped example. What may fail is listed with the
// reason, and must fail.

import { describe, expect, test } from 'vitest';
import { startAgent } from './agent.ts';
import { findKit, runKit } from './kit.ts';

const folder = findKit('A2A_TCK_0_3');

interface Category {
  readonly name: string;
  readonly args: readonly string[];
  /** From the kit's name of a test to why it must fail. */
  readonly expectedFailures: ReadonlyMap<string, string>;
}

const categories: readonly Category[] = [
  {
    name: 'mandatory',
    args: ['tests/mandatory', '-m', 'mandatory_jsonrpc or mandatory_protocol'],
    expectedFailures: new Map(),
  },
  {
    name: 'capabilities',
    args: ['tests/optional/capabilities'],
    expectedFailures: new Map([
      [
        'tests/optional/capabilities/test_transport_security.py::test_https_url_in_agent_card',
        'wants HTTPS on the card; the agent is on loopback here, and the kit itself expects that to fail',
      ],
    ]),
  },
  {
    name: 'quality',
    args: ['tests/optional/quality'],
    expectedFailures: new Map(),
  },
  { name: 'features', args: ['tests/optional/features'], expectedFailures: new Map() },
];

describe.skipIf(folder === undefined)('the kit of 0.3 (needs A2A_TCK_0_3)', () => {
  for (const { name, args, expectedFailures } of categories) {
    test(`${name}, over JSON-RPC: only what is listed fails`, async () => {
      await using agent = await startAgent('both');
      const result = await runKit({
        folder: folder ?? '',
        args: [...args, `--sut-url=${agent.gateway.url}/a2a`, '--test-scope=all', '--transports=jsonrpc'],
      });
      console.log(`${name}: ${result.passed} passed, ${result.skipped} skipped`);
      expect(result.failed, result.output).toEqual([...expectedFailures.keys()].toSorted());
    });
  }
});
