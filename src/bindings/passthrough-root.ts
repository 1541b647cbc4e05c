// The pass-through at `/`: one host and port for a service's own addresses and for the agent. The gateway's addresses go first, with
// all that is below them. CORS preflights go to the service, whose rules they ask for, before the hook of `crossOrigin` sees them.

import type { FastifyPluginAsync } from 'fastify';
import fp from 'fastify-plugin';
import { GatewayError } from '../errors.ts';
import { createPass, sendRefusal, type PassOptions } from './passthrough-request.ts';
import { passthrough } from './passthrough.ts';

/** First segments of the gateway's own addresses. */
const own: ReadonlySet<string> = new Set([
  '.well-known',
  'a2a',
  'agents',
  'console',
  'healthz',
  'mcp',
  'metrics',
  'proxy',
  'readyz',
  'skills',
]);

/** True when the address is the gateway's, in any spelling that the router takes for it. */
function isOwnAddress(url: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1);
  const [, segment = ''] = path.split('/', 2);
  try {
    return own.has(decodeURIComponent(segment));
  } catch {
    return false;
  }
}

const register: FastifyPluginAsync<Omit<PassOptions, 'at'>> = async (app, given) => {
  const options = { ...given, at: '' };
  const pass = createPass(options, '');
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS' || isOwnAddress(request.url)) return undefined;
    try {
      return await pass(request, reply);
    } catch (thrown) {
      return sendRefusal(request, reply, thrown);
    }
  });
  await app.register(passthrough, {
    ...options,
    methods: ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'],
    refuse: (url) => {
      if (isOwnAddress(url))
        throw new GatewayError('not_found', `There is nothing at ${url.slice(0, 200)}; it is the gateway's own.`);
    },
  });
};

/**
 * @example
 * await server.register(passthroughRoot, { target, catalog, open, publicUrl, bodyLimit, log });
 */
export const passthroughRoot = fp(register, { name: 'skillgate-passthrough-root' });
