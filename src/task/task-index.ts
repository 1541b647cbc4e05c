// Which indexes of the store a task stands in: for lists by owner, context and state, ordered by the time of the status, and for
// the process that works on it. Every combination that ListTasks may ask for has an index of its own, so that a page costs what a
// page costs, however many tasks there are.

import type { Member } from '../store/store.ts';
import type { StoredTask } from './record.ts';
import type { TaskState } from './task.ts';

export interface IndexQuery {
  readonly owner: string;
  readonly contextId?: string;
  readonly state?: TaskState;
}

/** Processes that work on tasks. */
export const holdersIndex = 'task/holders';

export const activeIndex = (holder: string): string => `task/active/${holder}`;

/** Owners and contexts may have any name; encoded they cannot run into each other. */
export function listIndex({ owner, contextId, state }: IndexQuery): string {
  const context = contextId === undefined ? '' : `/c/${encodeURIComponent(contextId)}`;
  const list = `task/list/${encodeURIComponent(owner)}${context}`;
  return state === undefined ? list : inState(list, state);
}

function inState(list: string, state: TaskState): string {
  return `${list}/s/${state}`;
}

export interface IndexChange {
  readonly put: readonly Member[];
  readonly remove: readonly Pick<Member, 'index' | 'member'>[];
}

export interface IndexOptions {
  /** Tasks without an owner stand in the lists that have no context, too. */
  readonly listAll: boolean;
  /** Somebody may come to take over what a process leaves behind. */
  readonly hasHeirs: boolean;
}

const same: IndexChange = { put: [], remove: [] };

export function toIndexChange(before: StoredTask | undefined, after: StoredTask, options: IndexOptions): IndexChange {
  if (before === undefined) return { put: toMembers(after, options), remove: [] };
  if (before.status === after.status && before.holder === after.holder) return same;
  const old = toMembers(before, options);
  const put = toMembers(after, options);
  const isNew = (member: Member): boolean =>
    !old.some(({ index, score }) => index === member.index && score === member.score);
  return {
    put: [...put.filter(isNew), ...toNext(after, options)],
    remove: old.filter((member) => !put.some(({ index }) => index === member.index)),
  };
}

// Whoever took a message may be gone when its turn comes: then somebody has to look after what it holds.
function toNext({ work, holder }: StoredTask, { hasHeirs }: IndexOptions): readonly Member[] {
  if (work?.kind !== 'turn' || holder === undefined || !hasHeirs) return [];
  return [{ index: holdersIndex, member: holder, score: 0 }];
}

function toMembers(task: StoredTask, { listAll, hasHeirs }: IndexOptions): readonly Member[] {
  const { id, owner, contextId, holder, createdAt, status } = task;
  const { state, at } = status;
  const members: Member[] = [];
  const put = (index: string): unknown => members.push({ index, member: id, score: at });
  const ofContext = listIndex({ owner, contextId });
  put(ofContext);
  put(inState(ofContext, state));
  if (owner !== '' || listAll) {
    const ofOwner = listIndex({ owner });
    put(ofOwner);
    put(inState(ofOwner, state));
  }
  if (holder !== undefined && hasHeirs) members.push({ index: activeIndex(holder), member: id, score: createdAt });
  return members;
}
