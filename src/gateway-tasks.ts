// The long-lived parts behind tasks, from the configuration: the store, the push sender, the task service, and who a caller is.

import type { Capabilities } from './a2a/capabilities.ts';
import { writeNotification } from './a2a/notification.ts';
import { identifyingHeaders, principalOf } from './access/principal.ts';
import type { ReplyPolicy } from './a2a/reply-policy.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { Skill } from './catalog/skill.ts';
import type { Config, TasksConfig } from './config/build.ts';
import type { CallContext, Invoker } from './invoke/call.ts';
import { longestCall } from './invoke/build-request.ts';
import { randomUuid } from './lib/random-id.ts';
import { createEgressGuard } from './net/egress.ts';
import type { Network } from './net/network.ts';
import type { Log } from './observe/log.ts';
import { openStore } from './store/open-store.ts';
import { createCallClock, systemClock } from './task/clock.ts';
import { createTaskService } from './task/create-task-service.ts';
import { defaultLimits, type TaskLimits } from './task/limits.ts';
import { createPushSender } from './task/push/sender.ts';
import type { Caller, TaskService } from './task/service.ts';
import { withSessions } from './task/sessions.ts';

export interface TasksDeps {
  readonly config: Config;
  readonly network: Network;
  readonly invoker: Invoker;
  readonly findSkill: (id: string) => Skill | undefined;
  readonly log: Log;
  /** Header names that the documents' security schemes use, in lower case. */
  readonly credentialHeaders: Iterable<string>;
}

export interface Tasks {
  /** The one to call with: it knows the sessions of conversations. */
  readonly invoker: Invoker;
  readonly service: TaskService;
  callerOf(context: CallContext): Caller;
  /** Told when the process has so many milliseconds left; see `TaskService`. */
  leave(limit: number): void;
  /** Lets what runs finish for so many milliseconds; the rest is resumed by whoever starts next, if the store is durable. */
  close(limit: number): Promise<void>;
}

/** Throws `store_unavailable` when the store cannot be opened. */
export async function createTasks({
  config,
  network,
  invoker: plain,
  findSkill,
  log,
  credentialHeaders,
}: TasksDeps): Promise<Tasks> {
  const names = identifyingHeaders([
    ...config.targets.map(({ forwardHeaders }) => ({ forwardHeaders })),
    { forwardHeaders: [], credentialHeaders },
  ]);
  /** Those that each target gets. */
  const personal = new Map(
    config.targets.map(({ id, forwardHeaders }) => [id, names.filter((name) => forwardHeaders.includes(name))]),
  );
  const store = await openStore(config.tasks.store.reveal(), { clock: systemClock, log });
  const callerOf = ({ headers }: CallContext): Caller => principalOf(headers, names);
  const invoker = withSessions({ invoker: plain, store, callerOf, log, retention: config.tasks.retention });
  const push = createPushSender({
    store,
    network,
    egress: createEgressGuard({ allow: config.network.allow }),
    writeNotification,
    clock: systemClock,
    log,
    newId: randomUuid,
    // A config must not expire before its task, which may wait long for its caller.
    options: {
      keep: 2 * config.tasks.retention,
      ...(config.tasks.pushSecret === undefined ? {} : { secret: config.tasks.pushSecret.reveal() }),
    },
  });
  const service = createTaskService({
    store,
    invoker,
    findSkill,
    log,
    clock: systemClock,
    callClock: createCallClock(network.wheel),
    newId: randomUuid,
    limits: toLimits(config.tasks),
    push,
    isPersonal: ({ skill }, { headers }) => !principalOf(headers, personal.get(skill.target) ?? names).anonymous,
  });
  return {
    service,
    invoker,
    callerOf,
    leave: (limit) => service.leave(limit),
    close: async (limit) => {
      await service.close(limit);
      await store.close();
    },
  };
}

/** What agents of this gateway can do beyond answering a message. */
export function toCapabilities({ tasks: { streaming, pushNotifications } }: Config): Capabilities {
  return { streaming, pushNotifications, extendedAgentCard: false };
}

/** How a skill answers: what is said of it in the configuration, else what is said of its target. */
export function createReplyPolicies({
  targets,
  tasks: { maxWait },
}: Pick<Config, 'targets' | 'tasks'>): (skill: Skill) => ReplyPolicy {
  const byTarget = new Map(targets.map((target) => [target.id, target]));
  const find = ({ id, bareId, operation, target }: Skill): ReplyPolicy => {
    const said = byTarget.get(target);
    const override = [id, bareId, operation.operationId ?? id]
      .map((name) => said?.skills.override[name])
      .find((found) => found !== undefined);
    return {
      reply: override?.reply ?? said?.reply ?? 'auto',
      failures: override?.failures ?? said?.failures ?? 'task',
      mayOutlast: said !== undefined && longestCall(said.timeout) > maxWait,
    };
  };
  const found = new WeakMap<Skill, ReplyPolicy>();
  return (skill) => {
    const known = found.get(skill);
    if (known !== undefined) return known;
    const policy = find(skill);
    found.set(skill, policy);
    return policy;
  };
}

/** Header names, in lower case, that API keys of the documents travel in. */
export function credentialHeadersOf({ skills }: Catalog): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { operation } of skills) {
    for (const place of operation.credentialParameters)
      if (place.startsWith('header:')) names.add(place.slice('header:'.length));
  }
  return names;
}

function toLimits(tasks: TasksConfig): TaskLimits {
  return {
    ...defaultLimits,
    taskTime: tasks.timeout,
    upstreamCalls: tasks.maxUpstreamCalls,
    taskBytes: tasks.maxTaskSize,
    tasksPerOwner: tasks.maxTasksPerCaller,
    tasks: tasks.maxTasks,
    streamsPerOwner: tasks.maxStreamsPerCaller,
    streams: tasks.maxStreams,
    retention: tasks.retention,
    replayWindow: tasks.replayWindow,
    replay: tasks.replay,
    listAnonymous: tasks.listAnonymous,
  };
}
