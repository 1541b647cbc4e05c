// Tasks, messages and events as the JSON of A2A 0.3: each object says its kind, data parts hold objects only, and a status update
// says whether it is the last of its stream. A2A 0.3 §6, §7.

import { toIsoTime } from '../lib/iso-time.ts';
import {
  terminalStates,
  type Artifact,
  type Task,
  type TaskEvent,
  type TaskMessage,
  type TaskPart,
  type TaskState,
  type TaskStatus,
} from '../task/task.ts';
import type { TaskIds } from './requests.ts';
import { writeObject, writeText, writeTexts } from './write-member.ts';

export function writePartsV03(parts: readonly TaskPart[]): string {
  return `[${parts.map(writePart).join(',')}]`;
}

function writePart(part: TaskPart): string {
  const metadata = writeObject('metadata', part.metadata);
  switch (part.kind) {
    case 'text':
      return `{"kind":"text","text":${JSON.stringify(part.text)}${metadata}}`;
    case 'json':
      return `{"kind":"data","data":${isObjectText(part.json) ? part.json : `{"value":${part.json}}`}${metadata}}`;
    case 'bytes':
      return `{"kind":"file","file":{"bytes":"${part.base64}"${writeLabel(part)}}${metadata}}`;
    default:
      return `{"kind":"file","file":{"uri":${JSON.stringify(part.url)}${writeLabel(part)}}${metadata}}`;
  }
}

function writeLabel({ mediaType, filename }: TaskPart): string {
  return writeText('mimeType', mediaType) + writeText('name', filename);
}

/** True when well-formed JSON text is an object. */
function isObjectText(json: string): boolean {
  return /^\s*\{/.test(json);
}

function writeMessage(message: TaskMessage, { id, contextId }: TaskIds): string {
  const { messageId, role, parts, metadata, extensions, referenceTaskIds } = message;
  const start = `{"kind":"message","messageId":${JSON.stringify(messageId)},"contextId":${JSON.stringify(contextId)},"taskId":${JSON.stringify(id)}`;
  const said = `,"role":"${role}","parts":${writePartsV03(parts)}`;
  return `${start}${said}${writeObject('metadata', metadata)}${writeTexts('extensions', extensions)}${writeTexts('referenceTaskIds', referenceTaskIds)}}`;
}

function writeStatus({ state, message, at }: TaskStatus, ids: TaskIds): string {
  const said = message === undefined ? '' : `,"message":${writeMessage(message, ids)}`;
  return `{"state":"${state}"${said},"timestamp":"${toIsoTime(at)}"}`;
}

function writeArtifact({ artifactId, name, description, parts, metadata }: Artifact): string {
  const labels = writeText('name', name) + writeText('description', description);
  return `{"artifactId":${JSON.stringify(artifactId)}${labels},"parts":${writePartsV03(parts)}${writeObject('metadata', metadata)}}`;
}

export function writeTaskV03(task: Task, emptyArtifacts: 'shown' | 'left out' = 'left out'): string {
  const { id, contextId, status, artifacts, history, metadata } = task;
  const start = `{"kind":"task","id":${JSON.stringify(id)},"contextId":${JSON.stringify(contextId)},"status":${writeStatus(status, task)}`;
  const results =
    artifacts.length > 0 || emptyArtifacts === 'shown'
      ? `,"artifacts":[${artifacts.map(writeArtifact).join(',')}]`
      : '';
  const said =
    history.length === 0 ? '' : `,"history":[${history.map((message) => writeMessage(message, task)).join(',')}]`;
  return `${start}${results}${said}${writeObject('metadata', metadata)}}`;
}

export function writeEventV03(ids: TaskIds, event: TaskEvent): string {
  const belongs = `"taskId":${JSON.stringify(ids.id)},"contextId":${JSON.stringify(ids.contextId)}`;
  if (event.kind === 'status') {
    const { status } = event;
    return `{"kind":"status-update",${belongs},"status":${writeStatus(status, ids)},"final":${endsStream(status.state)}}`;
  }
  const { artifact, append, lastChunk } = event;
  return `{"kind":"artifact-update",${belongs},"artifact":${writeArtifact(artifact)},"append":${append},"lastChunk":${lastChunk}}`;
}

function endsStream(state: TaskState): boolean {
  return terminalStates.has(state) || state === 'input-required';
}
