// REST pass-through: requests below an address of the gateway go to one target as they are, and its replies come back as they are.
// `exposed` lets through what is a skill, `all` everything below the base URL. @fastify/http-proxy takes the requests in and keeps
// them below their prefix; the upstream room sends them, so that replicas, breaker, limits and the egress check are those of calls.

import type { FastifyPluginAsync } from 'fastify';
import { createPass, sendRefusal, type PassOptions } from './passthrough-request.ts';
import { parsePassedPath } from './passthrough-path.ts';

export interface PassthroughOptions extends PassOptions {
  /** Default: all methods. */
  readonly methods?: readonly string[];
  /** Throws for an address below the prefix that is not the service's. */
  readonly refuse?: (url: string) => void;
}

const passedMethods = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT', 'OPTIONS'];

/**
 * @example
 * await app.register(passthrough, { prefix: '/proxy/pets', at: '/proxy/pets', target, catalog, open, publicUrl, bodyLimit, log });
 */
export const passthrough: FastifyPluginAsync<PassthroughOptions> = async (app, options) => {
  const { methods = passedMethods, refuse } = options;
  const pass = createPass(options, app.prefix);

  // All bodies stay streams, whatever the server around this does with them, and whatever they say they are: Fastify refuses what is no
  // media type, so it is told that it is one.
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.raw.headers['content-type'] !== undefined)
      request.headers = { 'content-type': 'application/octet-stream' };
    done();
  });
  app.setErrorHandler((thrown, request, reply) => sendRefusal(request, reply, thrown));
  // On demand, because it brings an HTTP client of its own into memory, which is not used here.
  const { default: httpProxy } = await import('@fastify/http-proxy');
  await app.register(httpProxy, {
    // Only what relative paths are checked against: where a request goes is decided for each by the upstream room.
    upstream: 'http://upstream.invalid',
    rewritePrefix: '/',
    httpMethods: [...methods],
    globalAgent: true,
    preHandler: (request, _reply, done) => {
      try {
        refuse?.(request.url);
        parsePassedPath(request.url, app.prefix);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    handler: pass,
  });
};
