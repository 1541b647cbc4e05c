// The request objects of A2A 0.3 (the JSON-RPC flavour) as schemas. Old clients write parts in several ways, all of which are
// read: `type` for `kind`, no discriminator at all, `kind: "url"`. A2A 0.3 §6, §7.

import { isJsonObject, describeJson } from '../lib/json.ts';
import {
  anyObject,
  base64,
  contextId,
  count,
  exactlyOne,
  flag,
  maxItems,
  pageSize,
  requiredId,
  text,
  texts,
  type MessageSchema,
} from './message-schema.ts';

const file: MessageSchema = {
  type: 'object',
  properties: { bytes: base64, uri: text, mimeType: text, name: text },
  check: exactlyOne('bytes', 'uri'),
};

const part: MessageSchema = {
  type: 'object',
  properties: {
    kind: text,
    type: text,
    text,
    data: anyObject,
    file,
    url: text,
    uri: text,
    mimeType: text,
    mediaType: text,
    name: text,
    filename: text,
    metadata: anyObject,
  },
  check: checkPart,
};

export type PartKindV03 = 'text' | 'data' | 'file' | 'url';

const contentMembers: readonly PartKindV03[] = ['text', 'data', 'file', 'url'];

/** The kind of a part: as it says, else by its only content member; undefined when that is unclear. */
export function kindOfPart(part: Readonly<Record<string, unknown>>): PartKindV03 | undefined {
  const said = part['kind'] ?? part['type'];
  if (said !== undefined) return contentMembers.find((kind) => kind === said);
  const set = contentMembers.filter((member) => Object.hasOwn(part, member));
  return set.length === 1 ? set[0] : undefined;
}

function checkPart(part: Readonly<Record<string, unknown>>): string | undefined {
  const kind = kindOfPart(part);
  if (kind === undefined) {
    const said = part['kind'] ?? part['type'];
    return said === undefined
      ? exactlyOne(...contentMembers)(part)
      : `kind: expected ${contentMembers.join(', ')}, found ${describeJson(said)}`;
  }
  if (kind === 'url') return exactlyOne('url', 'uri')(part);
  return Object.hasOwn(part, kind) ? undefined : `a part of kind ${kind} needs ${kind}`;
}

const message: MessageSchema = {
  type: 'object',
  required: ['messageId', 'role', 'parts'],
  properties: {
    messageId: requiredId,
    role: { type: 'string', enum: ['user'] },
    parts: { type: 'array', items: part, minItems: 1, maxItems },
    contextId,
    taskId: text,
    metadata: anyObject,
    extensions: texts,
    referenceTaskIds: texts,
  },
};

const pushConfig: MessageSchema = {
  type: 'object',
  required: ['url'],
  properties: {
    id: text,
    url: requiredId,
    token: text,
    authentication: { type: 'object', properties: { schemes: texts, credentials: text } },
  },
};

const configuration: MessageSchema = {
  type: 'object',
  properties: {
    acceptedOutputModes: texts,
    pushNotificationConfig: pushConfig,
    historyLength: count,
    blocking: flag,
  },
};

export const sendMessageV03: MessageSchema = {
  type: 'object',
  required: ['message'],
  properties: { message, configuration, metadata: anyObject, skill: text },
};

/** As 0.3, but the message needs no id and its role may be spelt as in 1.0. */
export const sendMessageCalculator: MessageSchema = {
  ...sendMessageV03,
  properties: {
    ...sendMessageV03.properties,
    message: {
      ...message,
      required: ['role', 'parts'],
      properties: { ...message.properties, messageId: text, role: { type: 'string', enum: ['user', 'ROLE_USER'] } },
    },
  },
};

export const getTaskV03: MessageSchema = {
  type: 'object',
  required: ['id'],
  properties: { id: requiredId, historyLength: count, metadata: anyObject },
};

/** For CancelTask and SubscribeToTask. */
export const taskIdV03: MessageSchema = {
  type: 'object',
  required: ['id'],
  properties: { id: requiredId, metadata: anyObject },
};

const taskStates = [
  'submitted',
  'working',
  'input-required',
  'completed',
  'canceled',
  'failed',
  'rejected',
  'auth-required',
  'unknown',
];

/** No method of 0.3 over JSON-RPC, but some clients call it: the fields of 1.0 with the states of 0.3. */
export const listTasksV03: MessageSchema = {
  type: 'object',
  properties: {
    contextId,
    status: { type: 'string', enum: taskStates },
    pageSize,
    pageToken: text,
    historyLength: count,
    includeArtifacts: flag,
    metadata: anyObject,
  },
};

/** Some clients name the task `id` here, as the other methods do. */
export const setPushConfigV03: MessageSchema = {
  type: 'object',
  required: ['pushNotificationConfig'],
  properties: { taskId: requiredId, id: requiredId, pushNotificationConfig: pushConfig, metadata: anyObject },
  check: (value) =>
    Object.hasOwn(value, 'taskId') || Object.hasOwn(value, 'id') ? undefined : 'needs taskId, the id of the task',
};

export const getPushConfigV03: MessageSchema = {
  type: 'object',
  required: ['id'],
  properties: { id: requiredId, pushNotificationConfigId: text, metadata: anyObject },
};

export const deletePushConfigV03: MessageSchema = {
  type: 'object',
  required: ['id', 'pushNotificationConfigId'],
  properties: { id: requiredId, pushNotificationConfigId: requiredId, metadata: anyObject },
};

/** A data part of 0.3 holds an object; another value travels inside one that is marked so. */
export function unwrapData(part: Readonly<Record<string, unknown>>): unknown {
  const { data, metadata } = part;
  const isWrapped = isJsonObject(metadata) && metadata['data_part_compat'] === true;
  return isWrapped && isJsonObject(data) && Object.hasOwn(data, 'value') ? data['value'] : data;
}
