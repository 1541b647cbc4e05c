// Tasks, messages and events as the ProtoJSON of A2A 1.0. JSON parts are spliced as the texts that they are. Unset and empty
// fields are left out, and nothing stands here that the 1.0 proto does not know: strict clients refuse whole answers for one stray
// field. A2A 1.0 §4.1, §4.2.

import { toIsoTime } from '../lib/iso-time.ts';
import type { Artifact, Task, TaskEvent, TaskMessage, TaskPart, TaskState, TaskStatus } from '../task/task.ts';
import type { TaskIds } from './requests.ts';
import { writeObject, writeText, writeTexts } from './write-member.ts';

export const statesV1: Readonly<Record<TaskState, string>> = {
  submitted: 'TASK_STATE_SUBMITTED',
  working: 'TASK_STATE_WORKING',
  completed: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  canceled: 'TASK_STATE_CANCELED',
  'input-required': 'TASK_STATE_INPUT_REQUIRED',
  rejected: 'TASK_STATE_REJECTED',
  'auth-required': 'TASK_STATE_AUTH_REQUIRED',
};

function writePartV1(part: TaskPart): string {
  return `{${writeContent(part)}${writeText('mediaType', part.mediaType)}${writeText('filename', part.filename)}${writeObject('metadata', part.metadata)}}`;
}

function writeContent(part: TaskPart): string {
  switch (part.kind) {
    case 'text':
      return `"text":${JSON.stringify(part.text)}`;
    case 'json':
      return `"data":${part.json}`;
    case 'bytes':
      return `"raw":"${part.base64}"`;
    default:
      return `"url":${JSON.stringify(part.url)}`;
  }
}

export function writePartsV1(parts: readonly TaskPart[]): string {
  return `[${parts.map(writePartV1).join(',')}]`;
}

function writeMessage(message: TaskMessage, { id, contextId }: TaskIds): string {
  const { messageId, role, parts, metadata, extensions, referenceTaskIds } = message;
  const start = `{"messageId":${JSON.stringify(messageId)},"contextId":${JSON.stringify(contextId)},"taskId":${JSON.stringify(id)}`;
  const said = `,"role":"${role === 'user' ? 'ROLE_USER' : 'ROLE_AGENT'}","parts":${writePartsV1(parts)}`;
  return `${start}${said}${writeObject('metadata', metadata)}${writeTexts('extensions', extensions)}${writeTexts('referenceTaskIds', referenceTaskIds)}}`;
}

function writeStatus({ state, message, at }: TaskStatus, ids: TaskIds): string {
  const said = message === undefined ? '' : `,"message":${writeMessage(message, ids)}`;
  return `{"state":"${statesV1[state]}"${said},"timestamp":"${toIsoTime(at)}"}`;
}

function writeArtifact({ artifactId, name, description, parts, metadata }: Artifact): string {
  const labels = writeText('name', name) + writeText('description', description);
  return `{"artifactId":${JSON.stringify(artifactId)}${labels},"parts":${writePartsV1(parts)}${writeObject('metadata', metadata)}}`;
}

export function writeTaskV1(task: Task, emptyArtifacts: 'shown' | 'left out' = 'left out'): string {
  const { id, contextId, status, artifacts, history, metadata } = task;
  const start = `{"id":${JSON.stringify(id)},"contextId":${JSON.stringify(contextId)},"status":${writeStatus(status, task)}`;
  const results =
    artifacts.length > 0 || emptyArtifacts === 'shown'
      ? `,"artifacts":[${artifacts.map(writeArtifact).join(',')}]`
      : '';
  const said =
    history.length === 0 ? '' : `,"history":[${history.map((message) => writeMessage(message, task)).join(',')}]`;
  return `${start}${results}${said}${writeObject('metadata', metadata)}}`;
}

/** One StreamResponse. */
export function writeEventV1(ids: TaskIds, event: TaskEvent): string {
  const belongs = `"taskId":${JSON.stringify(ids.id)},"contextId":${JSON.stringify(ids.contextId)}`;
  if (event.kind === 'status') return `{"statusUpdate":{${belongs},"status":${writeStatus(event.status, ids)}}}`;
  const { artifact, append, lastChunk } = event;
  const place = (append ? ',"append":true' : '') + (lastChunk ? ',"lastChunk":true' : '');
  return `{"artifactUpdate":{${belongs},"artifact":${writeArtifact(artifact)}${place}}}`;
}
