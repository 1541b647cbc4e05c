// The filters of ListTasks as the query that the tasks are asked; what was not given is left out. A2A 1.0 §3.1.4.

import type { TaskQuery } from '../task/service.ts';

/** At most 50 unless the caller says otherwise. */
export const defaultPageSize = 50;

type Given = { readonly [Name in keyof TaskQuery]-?: TaskQuery[Name] | undefined } & Pick<TaskQuery, 'pageSize'>;

export function toQuery({ contextId, state, since, pageSize, pageToken }: Given): TaskQuery {
  return {
    pageSize,
    ...(contextId === undefined ? {} : { contextId }),
    ...(state === undefined ? {} : { state }),
    ...(since === undefined ? {} : { since }),
    ...(pageToken === undefined ? {} : { pageToken }),
  };
}
