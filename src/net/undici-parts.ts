// The parts of undici that the network uses, each from its own file: the package's entry also loads fetch, web sockets, caches and
// mocks, which would cost a running gateway 7 MB. These paths are no contract of undici, but its version is pinned.

import { createRequire } from 'node:module';
import type * as Undici from 'undici';

const load = createRequire(import.meta.url);

export const Agent = load('undici/lib/dispatcher/agent.js') as typeof Undici.Agent;
export const buildConnector = load('undici/lib/core/connect.js') as typeof Undici.buildConnector;

/** Its requests to the proxy need what only the entry puts together, so those who have a proxy load all of it. */
export function loadEnvHttpProxyAgent(): typeof Undici.EnvHttpProxyAgent {
  return (load('undici') as typeof Undici).EnvHttpProxyAgent;
}
