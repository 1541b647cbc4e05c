// A task and its events as one caller wants to see them: so much of the history, with or without artifacts, JSON as text for a
// caller that takes only text. A2A 1.0 §3.2.2, §3.2.4.

import type { Artifact, Task, TaskEvent } from '../task/task.ts';
import { takesOnlyText } from './output-modes.ts';
import { toTexts } from './reply-parts.ts';
import type { SendMessageRequest } from './requests.ts';

export interface TaskView {
  /** Most messages that are shown, the newest ones; all when undefined. */
  readonly historyLength: number | undefined;
  readonly artifacts?: 'shown' | 'left out';
  /** True: JSON parts of artifacts become text parts. */
  readonly textOnly?: boolean;
}

/** The view of whoever sent the message. */
export function toView({ historyLength, acceptedOutputModes }: SendMessageRequest): TaskView {
  return { historyLength, textOnly: takesOnlyText(acceptedOutputModes) };
}

export function viewTask(task: Task, { historyLength, artifacts = 'shown', textOnly = false }: TaskView): Task {
  const isWhole = historyLength === undefined || task.history.length <= historyLength;
  if (isWhole && artifacts === 'shown' && !textOnly) return task;
  return {
    ...task,
    history: isWhole ? task.history : task.history.slice(task.history.length - historyLength),
    artifacts: artifacts === 'left out' ? [] : textOnly ? task.artifacts.map(withText) : task.artifacts,
  };
}

export function viewEvent(event: TaskEvent, { textOnly = false }: TaskView): TaskEvent {
  if (!textOnly || event.kind !== 'artifact') return event;
  return { ...event, artifact: withText(event.artifact) };
}

function withText(artifact: Artifact): Artifact {
  return { ...artifact, parts: toTexts(artifact.parts) };
}
