// The official test kit of A2A 1.0 (branch `1.0-dev`), its JSON-RPC part, against the shipped example. What may fail is listed with
// the reason, and must fail: a list that is too long is as wrong as one that is too short.

import { describe, expect, test } from 'vitest';
import { startAgent } from './agent.ts';
import { findKit, runKit } from './kit.ts';

const folder = findKit('A2A_TCK_1_0');

/** From the kit's name of a test to why it must fail. */
const expectedFailures: ReadonlyMap<string, string> = new Map([
  [
    'tests/compatibility/core_operations/test_requirements.py::test_must_requirement[CORE-SEND-003-jsonrpc]',
    'wants success for a part of an unknown media type; A2A 1.0 §3.1.1 asks for ContentTypeNotSupportedError',
  ],
]);

describe.skipIf(folder === undefined)('the kit of 1.0 (needs A2A_TCK_1_0)', () => {
  test('over JSON-RPC, only what is listed fails', async () => {
    await using agent = await startAgent('1.0');
    const result = await runKit({
      folder: folder ?? '',
      args: ['tests/compatibility', `--sut-host=${agent.gateway.url}`, '--transport=jsonrpc'],
    });
    console.log(`${result.passed} passed, ${result.skipped} skipped (other bindings, or not declared)`);
    expect(result.failed, result.output).toEqual([...expectedFailures.keys()].toSorted());
  });

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
