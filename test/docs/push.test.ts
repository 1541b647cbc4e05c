// The receiver's code on the page about push notifications, run against notifications as they are sent.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildNotification } from '../../src/task/push/request.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/push.md'), 'utf8');
const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
  isGenuine: (headers: Readonly<Record<string, string>>, body: Buffer, token: string) => boolean;
};

const config = { id: 'a', taskId: 't', url: 'https://hooks.example/', token: '4f1c ü', version: '1.0' } as const;
const facts = { body: '{"statusUpdate":"ü"}', seq: 1, now: Date.now() };

describe('isGenuine', () => {
  it.each([undefined, "the operator's"])('takes what is ours (operator: %s)', (secret) => {
    const { headers, body } = buildNotification(config, { ...facts, ...(secret === undefined ? {} : { secret }) });
    expect(isGenuine(headers, body, config.token)).toBe(true);
  });

  it('refuses another body, another token, another time, an old notification, and one without signature', () => {
    const { headers, body } = buildNotification(config, facts);
    const old = buildNotification(config, { ...facts, now: facts.now - 600_000 });
    const { 'x-skillgate-signature': _signature, ...unsigned } = headers;
    expect(isGenuine(headers, Buffer.from('{}'), config.token)).toBe(false);
    expect(isGenuine(headers, body, 'other')).toBe(false);
    expect(
      isGenuine({ ...headers, 'x-skillgate-timestamp': String(Math.floor(facts.now / 1000) - 1) }, body, config.token),
    ).toBe(false);
    expect(isGenuine({ ...headers, 'x-skillgate-timestamp': 'x' }, body, config.token)).toBe(false);
    expect(isGenuine(old.headers, old.body, config.token)).toBe(false);
    expect(isGenuine(unsigned, body, config.token)).toBe(false);
  });
});
