// ListTasks: one page of the caller's tasks, newest status first, without artifacts unless they are asked for. A2A 1.0 §3.1.4.

import type { Operation } from '../exchange.ts';
import { viewTask, type TaskView } from '../task-view.ts';

export const listTasks: Operation = async ({ tasks }, { codec, params, context }) => {
  const { query, historyLength, includeArtifacts } = codec.readListTasks(params);
  const page = await tasks.service.list(tasks.callerOf(context.call), query);
  const view: TaskView = { historyLength, artifacts: includeArtifacts ? 'shown' : 'left out' };
  const json = codec.writeTaskPage({
    tasks: page.tasks.map((task) => viewTask(task, view)),
    pageSize: query.pageSize,
    totalSize: page.totalSize,
    nextPageToken: page.nextPageToken,
    includeArtifacts,
  });
  return { kind: 'result', json };
};
