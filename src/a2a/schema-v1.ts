// The request objects of A2A 1.0 as schemas, in their canonical spelling. Unknown fields are allowed everywhere.
// A2A 1.0 §4.1, §3.1; a2a.proto.

import {
  anyObject,
  base64,
  contextId,
  count,
  exactlyOne,
  flag,
  maxItems,
  noTenant,
  pageSize,
  requiredId,
  text,
  texts,
  type MessageSchema,
} from './message-schema.ts';

const part: MessageSchema = {
  type: 'object',
  properties: { text, raw: base64, url: text, data: true, mediaType: text, filename: text, metadata: anyObject },
  check: exactlyOne('text', 'raw', 'url', 'data'),
};

const message: MessageSchema = {
  type: 'object',
  required: ['messageId', 'role', 'parts'],
  properties: {
    messageId: requiredId,
    // Clients speak as the user only.
    role: { type: 'string', enum: ['ROLE_USER'], enumNumbers: ['ROLE_UNSPECIFIED', 'ROLE_USER', 'ROLE_AGENT'] },
    parts: { type: 'array', items: part, minItems: 1, maxItems },
    contextId,
    taskId: text,
    metadata: anyObject,
    extensions: texts,
    referenceTaskIds: texts,
  },
};

const pushConfigFields: NonNullable<MessageSchema['properties']> = {
  id: text,
  url: requiredId,
  token: text,
  authentication: {
    type: 'object',
    required: ['scheme'],
    properties: { scheme: requiredId, credentials: text },
  },
  tenant: noTenant,
};

const configuration: MessageSchema = {
  type: 'object',
  properties: {
    acceptedOutputModes: texts,
    // Its task id stays empty: the task is that of the message.
    taskPushNotificationConfig: { type: 'object', required: ['url'], properties: pushConfigFields },
    historyLength: count,
    returnImmediately: flag,
  },
};

export const sendMessageV1: MessageSchema = {
  type: 'object',
  required: ['message'],
  // `skill` is no field of 1.0, but some clients name the skill there.
  properties: { message, configuration, metadata: anyObject, tenant: noTenant, skill: text },
};

export const getTaskV1: MessageSchema = {
  type: 'object',
  required: ['id'],
  properties: { id: requiredId, historyLength: count, tenant: noTenant },
};

/** By their numbers. */
const taskStatesV1 = [
  'TASK_STATE_UNSPECIFIED',
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_REJECTED',
  'TASK_STATE_AUTH_REQUIRED',
];

export const listTasksV1: MessageSchema = {
  type: 'object',
  properties: {
    contextId,
    status: { type: 'string', enum: taskStatesV1, enumNumbers: taskStatesV1 },
    pageSize,
    pageToken: text,
    historyLength: count,
    statusTimestampAfter: { type: 'string', format: 'date-time', why: 'an RFC 3339 time such as 2026-03-01T09:30:00Z' },
    includeArtifacts: flag,
    tenant: noTenant,
  },
};

export const cancelTaskV1: MessageSchema = {
  type: 'object',
  required: ['id'],
  properties: { id: requiredId, metadata: anyObject, tenant: noTenant },
};

export const subscribeToTaskV1: MessageSchema = {
  type: 'object',
  required: ['id'],
  properties: { id: requiredId, tenant: noTenant },
};

export const createPushConfigV1: MessageSchema = {
  type: 'object',
  required: ['taskId', 'url'],
  properties: { taskId: requiredId, ...pushConfigFields },
};

/** For the Get and Delete operations. */
export const pushConfigIdV1: MessageSchema = {
  type: 'object',
  required: ['taskId', 'id'],
  properties: { taskId: requiredId, id: requiredId, tenant: noTenant },
};

export const listPushConfigsV1: MessageSchema = {
  type: 'object',
  required: ['taskId'],
  properties: { taskId: requiredId, pageSize: count, pageToken: text, tenant: noTenant },
};
