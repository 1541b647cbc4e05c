import { describe, expect, it } from 'vitest';
import { startA2A } from '../../test/support/a2a-server.ts';
import type { TargetReadiness } from './operations.ts';

const target = (
  upstream: TargetReadiness['upstream'],
  document: TargetReadiness['document'] = 'loaded',
): TargetReadiness => ({ id: upstream, document, upstream, skills: 1 });

describe('readyz', () => {
  it.each([
    ['all work', false, [target('up'), target('unknown')], 200, 'ready'],
    ['one is down', false, [target('up'), target('down')], 200, 'degraded'],
    ['one document is broken', false, [target('up'), target('unknown', 'failed')], 200, 'degraded'],
    ['none works', false, [target('down'), target('up', 'failed')], 503, 'not ready'],
    ['there is none', false, [], 503, 'not ready'],
    ['shutting down', true, [target('up')], 503, 'shutting down'],
  ])('%s', async (_name, shuttingDown, targets, status, word) => {
    await using server = await startA2A({ readiness: () => ({ shuttingDown, targets }) });
    const response = await fetch(`${server.url}/readyz`);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ ready: status === 200, status: word, targets });
  });
});

describe('the other addresses', () => {
  it('tell that the process lives and what the endpoint offers', async () => {
    await using server = await startA2A();
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${server.url}/a2a/health`)).json()).toEqual({ status: 'ok' });
    const capabilities = (await (await fetch(`${server.url}/a2a/capabilities`)).json()) as { methods: string[] };
    expect(capabilities).toMatchObject({
      protocolVersions: ['1.0', '0.3'],
      streaming: true,
      pushNotifications: true,
      extendedAgentCard: false,
      skills: 1,
    });
    expect(capabilities.methods).toContain('SendMessage');
    expect(capabilities.methods).toContain('message/send');
    expect(capabilities.methods).toContain('message/stream');
    expect(capabilities.methods).not.toContain('GetExtendedAgentCard');
  });
});
