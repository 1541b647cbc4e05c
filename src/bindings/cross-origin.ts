// What browsers need to call this gateway from other pages: CORS for everything in the scope that it is registered in, with
// preflight on each path. Credentials in cookies are not among it. WHATWG Fetch §3.2.

import cors from '@fastify/cors';
import type { FastifyPluginAsync } from 'fastify';
import fp from 'fastify-plugin';

export interface CrossOriginOptions {
  /** Origins such as `https://console.example.test`, or `*` for all. */
  readonly origins: readonly string[];
}

const allowedHeaders = [
  'content-type',
  'authorization',
  'a2a-version',
  'a2a-extensions',
  'x-a2a-extensions',
  'x-request-id',
  'traceparent',
  'tracestate',
];
const exposedHeaders = ['a2a-extensions', 'etag', 'last-modified', 'x-request-id', 'www-authenticate', 'retry-after'];

const register: FastifyPluginAsync<CrossOriginOptions> = async (app, { origins }) => {
  await app.register(cors, {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'],
    // Texts, because the plugin would join lists anew for every request.
    allowedHeaders: allowedHeaders.join(', '),
    exposedHeaders: exposedHeaders.join(', '),
    maxAge: 600,
    // An OPTIONS that is no preflight gets an empty answer instead of an error.
    strictPreflight: false,
  });
};

/**
 * @example
 * await app.register(async (scope) => {
 *   await scope.register(crossOrigin, { origins: ['*'] });
 *   await scope.register(discovery, { published, publicUrl, headerless: 'both', maxAge: 300 });
 * });
 */
export const crossOrigin = fp(register, { name: 'skillgate-cross-origin' });
