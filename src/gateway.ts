// Builds the rooms from a Config: documents are read, skills compiled into a catalog, cards made, and the long-lived parts
// (network, upstream, invoker) put behind one request handler. It listens to nothing; `server.ts` does that.

import type { AgentFacts } from './a2a/card.ts';
import type { A2AHandler } from './a2a/exchange.ts';
import { createA2AHandler } from './a2a/handler.ts';
import type { Readiness } from './bindings/operations.ts';
import type { PassthroughTarget } from './bindings/passthrough-target.ts';
import { publish, type Published } from './bindings/published.ts';
import { checkExamples } from './catalog/check-examples.ts';
import { rankingOf } from './catalog/search/ranking.ts';
import { buildCatalog } from './catalog/build-catalog.ts';
import type { Config } from './config/build.ts';
import { createModel } from './converse/model/model.ts';
import { createResolver } from './converse/resolve.ts';
import { GatewayError } from './errors.ts';
import type { Call, Invoker } from './invoke/call.ts';
import { createCallTrace } from './invoke/call-trace.ts';
import { createInvoker } from './invoke/invoker.ts';
import { randomUuid } from './lib/random-id.ts';
import { once } from './lib/once.ts';
import { version } from './lib/version.ts';
import { createNetwork, type NetworkOptions } from './net/network.ts';
import type { Log } from './observe/log.ts';
import { createCallClock } from './task/clock.ts';
import { readTarget, toAgentFacts } from './gateway-documents.ts';
import { createReplyPolicies, createTasks, credentialHeadersOf, toCapabilities } from './gateway-tasks.ts';
import type { GivenDocument } from './spec/source.ts';
import { createReadiness } from './readiness.ts';
import { toClientCertificates, toPassthroughTargets, toTargetOptions, toTargetPolicy } from './target-policy.ts';
import type { StreamRequest, StreamResponse } from './upstream/open.ts';
import { withSelf, type Inject } from './upstream/self.ts';
import { createUpstream } from './upstream/upstream.ts';

export interface GatewayOptions {
  readonly config: Config;
  readonly log: Log;
  /** As in HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly proxies?: Pick<NetworkOptions, 'httpProxy' | 'httpsProxy' | 'noProxy'>;
  /** Documents that are given as values, by target, in place of `spec`. */
  readonly documents?: ReadonlyMap<string, GivenDocument>;
  /** The server that the gateway is a plugin of: where the calls of targets with `upstreams: [self]` go. */
  readonly self?: Inject;
}

export interface Gateway {
  readonly config: Config;
  /** What the card says of the agent as a whole. */
  readonly agent: AgentFacts;
  /** The catalog and cards of the moment. */
  published(): Published;
  readonly handler: A2AHandler;
  readonly invoker: Invoker;
  /** A call from one line of text, as an agent would send it. Throws the `skill_*` failures, also for what a caller would be asked. */
  resolve(text: string): Promise<Call>;
  /**
   * What is done while the gateway serves already: examples that are not accepted are dropped from the catalog and the cards, and the
   * words of the skills are indexed. `pause` is waited for between skills.
   */
  checkExamples(pause: () => Promise<void>): Promise<void>;
  /** The targets that plain REST requests are passed on to. */
  readonly passthroughs: readonly PassthroughTarget[];
  /** Sends one of them. */
  open(request: StreamRequest): Promise<StreamResponse>;
  readiness(): Promise<Readiness>;
  /** Says to `/readyz` that no new work is wanted. */
  startShutdown(): void;
  /** Waits for exchanges under way, then closes all connections. */
  close(): Promise<void>;
  /** Does not wait for them. */
  destroy(): Promise<void>;
}

/**
 * A target whose document cannot be read is reported in the catalog and takes none of the others down.
 *
 * @example
 * await using gateway = await createGateway({ config: buildConfig({ targets: { pets: { spec: 'pets.yaml' } } }, process.env), log });
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway & AsyncDisposable> {
  const { config, log, proxies = {}, documents = new Map(), self } = options;
  if (self === undefined) assertNoSelf(config);
  const outside = createNetwork({
    version,
    ...proxies,
    ca: config.network.ca,
    allow: config.network.allow,
    clientCertificates: toClientCertificates(config.targets),
  });
  const network = self === undefined ? outside : withSelf(outside, self);
  const sources = await Promise.all(
    config.targets.map((target) =>
      readTarget(target, { config, fetcher: network, document: documents.get(target.id) }),
    ),
  );
  const catalog = buildCatalog(sources);
  const agent = toAgentFacts(config, sources);
  const capabilities = toCapabilities(config);
  const publishing = { facts: agent, capabilities, findSkills: config.converse.findSkills };
  // Replaced as a whole; whoever needs it asks for the one of the moment.
  let published = publish(catalog, publishing);

  const upstream = createUpstream({
    network,
    log,
    targets: new Map(config.targets.map((target, at) => [target.id, toTargetOptions(target, sources[at])])),
  });
  const policies = new Map(config.targets.map((target, at) => [target.id, toTargetPolicy(target, sources[at])]));
  const invoker = createInvoker({
    upstream,
    skills: () => published.catalog.skills,
    log,
    ...(config.log.level === 'debug' ? { onRequest: createCallTrace(log) } : {}),
    targets: policies,
  });
  const resolving = {
    find: (id: string) => published.catalog.find(id),
    suggest: (id: string, limit: number) => published.catalog.suggest(id, limit),
    accepts: invoker.accepts,
    check: invoker.check,
    toPlain: invoker.toPlain,
    ...(config.gateway.defaultSkill === undefined ? {} : { defaultSkill: config.gateway.defaultSkill }),
  };
  const model =
    config.converse.model === undefined
      ? undefined
      : createModel({ config: config.converse.model, network, check: invoker.check, log });
  const resolver = createResolver({
    ...resolving,
    settings: config.converse,
    ...(model === undefined ? {} : { model }),
  });
  // Whoever types a command means it.
  const commandResolver = createResolver({ ...resolving, settings: { ...config.converse, confirm: 'never' } });
  const tasks = await createTasks({
    config,
    network,
    invoker,
    findSkill: (id) => published.catalog.byId.get(id),
    log,
    credentialHeaders: credentialHeadersOf(catalog),
  });
  const handler = createA2AHandler({
    resolver,
    asks: config.converse.ask,
    invoker: tasks.invoker,
    tasks: {
      service: tasks.service,
      callerOf: tasks.callerOf,
      policyOf: createReplyPolicies(config),
      longestWait: config.tasks.maxWait,
      clock: createCallClock(network.wheel),
    },
    capabilities,
    answers: config.converse.answer,
    ...(model?.summarise === undefined ? {} : { summarise: model.summarise }),
    errata: config.a2a.errata,
    newId: randomUuid,
  });
  const { readiness, startShutdown } = createReadiness(catalog, upstream);
  const leaveTasks = once(() => tasks.leave(config.gateway.shutdownTimeout));
  // Whoever owns the gateway closes it in its own time; its disposal then finds the store closed.
  const closeTasks = once(() => tasks.close(config.gateway.shutdownTimeout));
  const close = async (): Promise<void> => {
    await closeTasks();
    await network.close();
  };
  return {
    config,
    agent,
    published: () => published,
    handler,
    invoker,
    resolve: async (text) => {
      const resolution = await commandResolver.resolve({
        skills: published.catalog.skills,
        parts: [{ kind: 'text', text }],
        metadata: {},
        requestMetadata: {},
        extensions: new Set(),
        partsField: 'parts',
      });
      if (resolution.kind === 'call') return resolution.call;
      if (resolution.kind === 'question') throw resolution.question.refusal;
      throw new GatewayError('skill_unresolved', resolution.saying.text);
    },
    checkExamples: async (pause) => {
      const checked = await checkExamples(published.catalog, { accepts: invoker.accepts, pause });
      if (checked !== published.catalog) published = publish(checked, publishing);
      await pause();
      // So that the first sentence need not wait for it.
      if (config.converse.understand) rankingOf(published.catalog.skills);
    },
    passthroughs: toPassthroughTargets(config.targets, policies),
    open: upstream.open,
    readiness,
    startShutdown: () => {
      startShutdown();
      leaveTasks();
    },
    close,
    destroy: () => network.destroy(),
    [Symbol.asyncDispose]: close,
  };
}

function assertNoSelf({ targets }: Config): void {
  const target = targets.find(({ self }) => self);
  if (target === undefined) return;
  throw new GatewayError(
    'config_invalid',
    `targets.${target.id}.upstreams is "self", which is the server that the gateway is a plugin of; this gateway stands alone. Write the base URL of the service.`,
  );
}
