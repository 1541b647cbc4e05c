// ListTasks: a query becomes one page of an index, newest status first. The cursor names the last entry of the page before, so that
// tasks that come or go between two pages shift nothing. A2A 1.0 §3.1.4.

import { GatewayError } from '../errors.ts';
import type { Member, Store } from '../store/store.ts';
import { readTask } from './record.ts';
import type { Caller, TaskList, TaskQuery } from './service.ts';
import type { Task } from './task.ts';
import { listIndex } from './task-index.ts';

export interface ListOptions {
  readonly store: Store;
  readonly listAnonymous: boolean;
}

/** Tasks since a moment are counted up to this many; above it the number of the whole index stands for them. */
const countedOnes = 1_000;

const none: TaskList = { tasks: [], nextPageToken: '', totalSize: 0 };

export async function listTasks(
  { store, listAnonymous }: ListOptions,
  { owner, anonymous }: Caller,
  { contextId, state, since, pageSize, pageToken }: TaskQuery,
): Promise<TaskList> {
  const after = pageToken === undefined || pageToken === '' ? undefined : parseToken(pageToken);
  // Nobody in particular owns nothing in particular: without a context there is nothing that they may see.
  if (anonymous && contextId === undefined && !listAnonymous) return none;
  const index = listIndex({
    owner,
    ...(contextId === undefined ? {} : { contextId }),
    ...(state === undefined ? {} : { state }),
  });
  const min = since === undefined ? {} : { min: since };
  const [found, totalSize] = await Promise.all([
    store.newest(index, { limit: pageSize + 1, ...min, ...(after === undefined ? {} : { after }) }),
    count(store, index, since),
  ]);
  const members = found.slice(0, pageSize);
  const last = members.at(-1);
  const tasks = await Promise.all(members.map(({ member }) => readTask(store, member)));
  return {
    // An index may lag behind the values by a moment.
    tasks: tasks.filter((task) => task !== undefined && isWanted(task, state)) as readonly Task[],
    nextPageToken: found.length > pageSize && last !== undefined ? toToken(last) : '',
    totalSize,
  };
}

function isWanted(task: Task, state: TaskQuery['state']): boolean {
  return state === undefined || task.status.state === state;
}

async function count(store: Store, index: string, since: number | undefined): Promise<number> {
  if (since === undefined) return store.size(index);
  const counted = await store.newest(index, { limit: countedOnes, min: since });
  return counted.length < countedOnes ? counted.length : store.size(index);
}

function toToken({ score, member }: Pick<Member, 'score' | 'member'>): string {
  return Buffer.from(`${score}:${member}`).toString('base64url');
}

function parseToken(token: string): Pick<Member, 'score' | 'member'> {
  const text = Buffer.from(token, 'base64url').toString();
  const [, score, member] = /^(\d+):(.+)$/s.exec(text) ?? [];
  if (score !== undefined && member !== undefined && toToken({ score: Number(score), member }) === token)
    return { score: Number(score), member };
  const description = 'is not a token of this list; use the `nextPageToken` of the page before';
  throw new GatewayError('invalid_params', `\`pageToken\` ${description}.`, {
    violations: [{ field: 'pageToken', description }],
  });
}
