// An invoker that calls a real server over the real network, with skills made by hand.

import type { CallContext, Invoker } from '../../src/invoke/call.ts';
import { createInvoker } from '../../src/invoke/invoker.ts';
import type { TargetPolicy } from '../../src/invoke/target-policy.ts';
import { createNetwork } from '../../src/net/network.ts';
import { createLog } from '../../src/observe/log.ts';
import type { Skill } from '../../src/catalog/skill.ts';
import { createUpstream } from '../../src/upstream/upstream.ts';

export interface LiveOptions {
  readonly url: string;
  readonly skills: readonly Skill[];
  readonly policy?: Partial<TargetPolicy>;
  readonly maxReplySize?: number;
}

export interface LiveInvoker extends AsyncDisposable {
  readonly invoker: Invoker;
  /** Milliseconds of each pause that was asked for; none is waited for. */
  readonly pauses: readonly number[];
}

export const nobody: CallContext = { requestId: 'r1', headers: {} };

export function createLiveInvoker({ url, skills, policy = {}, maxReplySize = 1_000_000 }: LiveOptions): LiveInvoker {
  const network = createNetwork({ version: 'test' });
  const { log } = createLog({ level: 'silent' });
  const pauses: number[] = [];
  const target = { maxReplySize, replicas: [url], trustedOrigins: [], retry: { attempts: 1 } };
  const invoker = createInvoker({
    log,
    upstream: createUpstream({ network, log, targets: new Map([['demo', target]]) }),
    skills: () => skills,
    now: () => Date.UTC(2030, 0, 1),
    sleep: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
    targets: new Map([
      [
        'demo',
        {
          headers: new Map([['x-api-key', 'secret']]),
          forwardHeaders: ['authorization'],
          timeout: 2_000,
          baseUrl: url,
          origins: new Set([new URL(url).origin]),
          ...policy,
        },
      ],
    ]),
  });
  return { invoker, pauses, [Symbol.asyncDispose]: () => network.close() };
}
