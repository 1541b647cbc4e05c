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
  const all = origins.includes('*');
  const exposed = exposedHeaders.join(', ');
  // Calls mostly come from programs, which send no Origin and need none of the headers. No cache keeps the answer to a POST, so
  // only there may it depend on the caller's Origin without a Vary.
  app.addHook('onRoute', (route) => {
    if (route.method === 'POST') route.config = { ...route.config, cors: false };
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin !== undefined && request.method === 'POST') {
      if (all || origins.includes(origin)) reply.header('access-control-allow-origin', all ? '*' : origin);
      reply.header('access-control-expose-headers', exposed);
    }
    done();
  });
  await app.register(cors, {
    origin: all ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'],
    // Texts, because the plugin would join lists anew for every request.
    allowedHeaders: allowedHeaders.join(', '),
    exposedHeaders: exposed,
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
