// The gateway as a Fastify plugin: the same agent inside an existing server, in a scope of its own, so that the server's parsers and error
// handlers stay as they are, while its hooks guard the agent's addresses like all others. Documents are read when the server is
// ready, so that they can be made from its own routes; `upstreams: self` calls those routes inside the process.

import type { FastifyInstance, FastifyPluginAsync, FastifySchema } from 'fastify';
import fp from 'fastify-plugin';
import type { PublicUrl } from './bindings/public-url.ts';
import { createPublicUrl } from './bindings/public-url.ts';
import type { Config } from './config/build.ts';
import { buildGivenConfig, readConfig, type ConfigInput } from './config/config.ts';
import { GatewayError } from './errors.ts';
import { findConfigWarnings } from './gateway-documents.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { proxiesOf } from './net/proxies.ts';
import { registerBindings, registerPassthrough, type BindingDeps } from './server.ts';
import type { GivenDocument } from './spec/source.ts';
import type { Inject } from './upstream/self.ts';

type TargetInput = NonNullable<NonNullable<ConfigInput['targets']>[string]>;

/** As in the configuration file; the document may be a value, and `upstreams` the server itself. */
export type SkillgateTarget = Omit<TargetInput, 'upstreams'> & {
  /** In place of `spec`: the document, or what makes it once the server is ready. */
  readonly document?: GivenDocument;
  readonly upstreams?: 'self' | readonly string[];
};

export type SkillgateConfig = Omit<ConfigInput, 'targets'> & {
  readonly targets: Readonly<Record<string, SkillgateTarget>>;
};

export interface SkillgateOptions {
  /** The configuration: a file, or its keys as a value, or no more than its targets. */
  readonly configFile?: string;
  readonly config?: SkillgateConfig;
  readonly targets?: SkillgateConfig['targets'];
  /** What `${NAME}` in texts stands for, and where HTTP_PROXY and its like are; usually `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Whether `/healthz` and `/readyz` are answered here; default true. */
  readonly probes?: boolean;
}

const register: FastifyPluginAsync<SkillgateOptions> = async (app, options) => {
  const { config, documents } = await readOptions(options);
  const { publicUrl, trustedProxies } = config.gateway;
  const { log } = app;
  let gateway: Gateway | undefined;

  app.addHook('onReady', async () => {
    gateway = await createGateway({
      config,
      log,
      documents,
      proxies: proxiesOf(options.env ?? {}),
      self: createInject(app),
    });
    const { catalog } = gateway.published();
    for (const warning of findConfigWarnings(config, catalog)) log.warn(warning);
    const failed = catalog.targets.filter(({ failure }) => failure !== undefined);
    for (const { id, failure } of failed) log.warn({ target: id }, failure);
    if (failed.length === catalog.targets.length) throw new GatewayError('document_unreadable', failed[0]?.failure);
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('preClose', async () => gateway?.startShutdown());
  app.addHook('onClose', async () => gateway?.close());
  // A document that is made from the server's routes should not have the agent's own among them.
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true } as FastifySchema;
  });

  const deps: BindingDeps = {
    gateway: createLater(config, () => gateway),
    log,
    publicUrl: below(app.prefix, createPublicUrl({ publicUrl, trustedProxies })),
    alone: false,
    probes: options.probes ?? true,
  };
  await registerPassthrough(app, deps);
  await registerBindings(app, deps);
};

interface ReadOptions {
  readonly config: Config;
  readonly documents: ReadonlyMap<string, GivenDocument>;
}

async function readOptions({ configFile, config, targets, env = {} }: SkillgateOptions): Promise<ReadOptions> {
  const given = [configFile, config, targets].filter((value) => value !== undefined);
  if (given.length !== 1) {
    throw new GatewayError(
      'config_invalid',
      `skillgate takes one of configFile, config and targets, found ${given.length} of them.`,
    );
  }
  const documents = new Map<string, GivenDocument>();
  const read =
    configFile === undefined
      ? buildGivenConfig(toInput(config ?? { targets: targets ?? {} }, documents), env)
      : await readConfig(configFile, env);
  const root = read.targets.find(({ passthroughRoot }) => passthroughRoot);
  if (root === undefined) return { config: read, documents };
  throw new GatewayError(
    'config_invalid',
    `targets.${root.id}.passthroughRoot is for a gateway that stands alone: here the root is the server's.`,
  );
}

function toInput(config: SkillgateConfig, documents: Map<string, GivenDocument>): ConfigInput {
  const targets = Object.entries(config.targets).map(([id, { document, upstreams, ...target }]) => {
    if (document !== undefined) documents.set(id, document);
    return [
      id,
      {
        // Stands for the document that is given.
        ...(document === undefined ? {} : { spec: 'openapi.json' }),
        ...target,
        ...(upstreams === undefined ? {} : { upstreams: upstreams === 'self' ? ['self'] : [...upstreams] }),
      },
    ] as const;
  });
  return { ...config, targets: Object.fromEntries(targets) };
}

/** Stands for the gateway until it is there. */
function createLater(config: Config, find: () => Gateway | undefined): BindingDeps['gateway'] {
  const get = (): Gateway => {
    const gateway = find();
    if (gateway !== undefined) return gateway;
    throw new GatewayError('overloaded', 'The server is not ready yet.');
  };
  const policyOf = (wanted: string) => get().passthroughs.find(({ id }) => id === wanted)!.policy; // the same targets
  return {
    config,
    published: () => get().published(),
    handler: { handle: (request) => get().handler.handle(request) },
    readiness: async () => get().readiness(),
    open: async (request) => get().open(request),
    passthroughs: config.targets.flatMap(({ id, passthrough: mode }) =>
      mode === 'off'
        ? []
        : [
            {
              id,
              mode,
              root: false,
              get policy() {
                return policyOf(id);
              },
            },
          ],
    ),
  };
}

function createInject(app: FastifyInstance): Inject {
  return async ({ method, ...request }) => {
    const response = await app.inject({ method: method as 'GET', ...request, payloadAsStream: true });
    return { statusCode: response.statusCode, headers: response.headers, body: response.stream() };
  };
}

/** The public URL with the path that the plugin is registered under; one that is configured has it already. */
function below(prefix: string, publicUrl: PublicUrl): PublicUrl {
  if (publicUrl.fixed || prefix === '') return publicUrl;
  return { fixed: false, of: (request) => publicUrl.of(request) + prefix };
}

/**
 * @example
 * await app.register(skillgate, { targets: { shop: { document: () => app.swagger(), upstreams: 'self' } } });
 */
export const skillgate = fp(register, { name: 'skillgate', fastify: '5.x', encapsulate: true });
