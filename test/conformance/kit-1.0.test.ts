// The official test kit of A2A 1.0 (branch `1.0-dev`), its JSON-RPC part, against the shipped example. What may fail is listed with
// the reason, and must fail: a list that is too long is as wrong as one that is too short.

import { describe, expect, test } from 'vitest';
import { startAgent } from './agent.ts';
import { findKit, runKit } from './kit.ts';

const folder = findKit('A2A_TCK_1_0');

/** From `a2a.errata` to the kit's names of tests, and why they must fail. */
const expectedFailures: readonly (readonly ['1.0.0' | '1.0.1', ReadonlyMap<string, string>])[] = [
  ['1.0.0', new Map()],
  [
    '1.0.1',
    new Map([
      [
        'tests/compatibility/core_operations/test_requirements.py::test_must_requirement[CORE-SEND-003-jsonrpc]',
        'wants success for a part of an unknown media type; A2A 1.0 §3.1.1 asks for ContentTypeNotSupportedError',
      ],
    ]),
  ],
];

describe.skipIf(folder === undefined)('the kit of 1.0 (needs A2A_TCK_1_0)', () => {
  test.each(expectedFailures)(
    'over JSON-RPC, with the text of %s: only what is listed fails',
    async (errata, listed) => {
      await using agent = await startAgent('1.0', { a2a: { errata } });
      const result = await runKit({
        folder: folder ?? '',
        args: ['tests/compatibility', `--sut-host=${agent.gateway.url}`, '--transport=jsonrpc'],
      });
      console.log(`${errata}: ${result.passed} passed, ${result.skipped} skipped (other bindings, or not declared)`);
      expect(result.failed, result.output).toEqual([...listed.keys()].toSorted());
    },
  );

  test('over JSON-RPC, an agent without streams and push notifications says so', async () => {
    await using agent = await startAgent('1.0', { tasks: { streaming: false, pushNotifications: false } });
    const result = await runKit({
      folder: folder ?? '',
      args: [
        'tests/compatibility',
        `--sut-host=${agent.gateway.url}`,
        '--transport=jsonrpc',
        '-k',
        'Capability or not_supported or unsupported',
      ],
    });
    console.log(`${result.passed} passed, ${result.skipped} skipped`);
    expect(result.failed, result.output).toEqual([]);
    expect(result.passed).toBeGreaterThan(0);
  });
});
