// A service that is an agent itself may give an id of the conversation that it wants back. A task that waits keeps it; when the service
// has answered, the id stays with the context, so that the next message of the context goes on where the last one ended.

import { createHash } from 'node:crypto';
import type { Skill } from '../catalog/skill.ts';
import type { Call, CallContext, InvokeOptions, Invoker, TurnFacts } from '../invoke/call.ts';
import type { Chunk, Outcome, Streamed } from '../invoke/outcome.ts';
import { isJsonObject } from '../lib/json.ts';
import type { Log } from '../observe/log.ts';
import type { Store } from '../store/store.ts';
import type { Caller } from './service.ts';

export interface SessionDeps {
  readonly invoker: Invoker;
  readonly store: Pick<Store, 'read' | 'commit'>;
  readonly callerOf: (context: CallContext) => Caller;
  readonly log: Log;
  /** Milliseconds that an id is kept after it was used. */
  readonly retention: number;
}

/** The invoker, whose calls are given the session of their context where they have none of their own. */
export function withSessions({ invoker, store, callerOf, log, retention }: SessionDeps): Invoker {
  const remember = async (key: string, value: string): Promise<void> => {
    try {
      const known = await store.read(key);
      // Who was first in the same moment is as right.
      await store.commit({ key, expected: known?.version ?? 0, value, ttl: retention });
    } catch (error) {
      // The answer counts, whether the next one can go on from it or not.
      log.warn({ error }, 'cannot keep the session of a conversation');
    }
  };
  const inSession = async ({ call, context, turn, options }: SessionCall): Promise<Outcome> => {
    const key = toKey(callerOf(context), call.skill, turn.contextId);
    const session = turn.session ?? (await store.read(key))?.value;
    const outcome = await invoker.invoke(call, context, {
      ...options,
      turn: session === undefined ? turn : { ...turn, session },
    });
    if (outcome.kind === 'mapped' && outcome.state === 'completed' && outcome.session !== undefined)
      await remember(key, outcome.session);
    if (outcome.kind === 'stream')
      return { ...outcome, chunks: rememberedAfter(outcome, (said) => remember(key, said)) };
    return outcome;
  };
  return {
    ...invoker,
    invoke: (call, context, options = {}) => {
      const { turn } = options;
      if (turn === undefined || !hasSession(call.skill)) return invoker.invoke(call, context, options);
      return inSession({ call, context, turn, options });
    },
  };
}

interface SessionCall {
  readonly call: Call;
  readonly context: CallContext;
  readonly turn: TurnFacts;
  readonly options: InvokeOptions;
}

async function* rememberedAfter(
  { chunks, session }: Streamed,
  remember: (session: string) => Promise<void>,
): AsyncGenerator<Chunk, void, undefined> {
  let isFailed = false;
  for await (const chunk of chunks) {
    isFailed ||= chunk.kind === 'failed';
    yield chunk;
  }
  const said = session?.();
  if (!isFailed && said !== undefined) await remember(said);
}

function hasSession({ conversation, operation }: Skill): boolean {
  const written = conversation ?? operation.extension['conversation'];
  return isJsonObject(written) && Object.hasOwn(written, 'session');
}

function toKey({ owner }: Caller, { id }: Skill, contextId: string): string {
  const parts = JSON.stringify([owner, id, contextId]);
  return `task/session/${createHash('sha256').update(parts).digest('base64url')}`;
}
