import * as undici from 'undici';
import { expect, it } from 'vitest';
import { Agent, buildConnector, loadEnvHttpProxyAgent } from './undici-parts.ts';

it('the parts are those that undici exports', () => {
  expect([Agent, buildConnector, loadEnvHttpProxyAgent()]).toEqual([
    undici.Agent,
    undici.buildConnector,
    undici.EnvHttpProxyAgent,
  ]);
});
