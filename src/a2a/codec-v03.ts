// The wire of A2A 0.3 over JSON-RPC: objects carry a `kind`, and the `data` of an error is whatever helps: the upstream's own body,
// or the violations. Requests are read here; what is written is in `write-v03.ts`. A2A 0.3 §6, §7.

import type { PushConfig, StoredPushConfig } from '../task/service.ts';
import type { TaskState } from '../task/task.ts';
import type { Codec } from './codec.ts';
import { writeContent } from './error-details.ts';
import type { Failure } from './failure.ts';
import { defaultPageSize, toQuery } from './list-query.ts';
import { compileParamsReader } from './params-reader.ts';
import { emptyObject, readId, readNumber, readObject, readObjects, readText, readTexts } from './read-fields.ts';
import type { ListTasksRequest, SaidPart, SendMessageRequest } from './requests.ts';
import {
  deletePushConfigV03,
  getPushConfigV03,
  getTaskV03,
  kindOfPart,
  listTasksV03,
  sendMessageV03,
  setPushConfigV03,
  taskIdV03,
  unwrapData,
} from './schema-v03.ts';
import { writeText } from './write-member.ts';
import { writeEventV03, writePartsV03, writeTaskV03 } from './write-v03.ts';

const checkSendMessage = compileParamsReader(sendMessageV03);
const checkGetTask = compileParamsReader(getTaskV03);
const checkTaskId = compileParamsReader(taskIdV03);
const checkListTasks = compileParamsReader(listTasksV03);
const checkSetPushConfig = compileParamsReader(setPushConfigV03);
const checkGetPushConfig = compileParamsReader(getPushConfigV03);
const checkDeletePushConfig = compileParamsReader(deletePushConfigV03);

export const codecV03: Codec = {
  dialect: '0.3',
  prefersMessages: false,
  followsFinished: true,
  cancelsOnce: true,

  readSendMessage: (params) => readSendMessageV03(checkSendMessage(params)),
  readGetTask: (params) => {
    const checked = checkGetTask(params);
    return { id: readId(checked), historyLength: readNumber(checked, 'historyLength') };
  },
  readCancelTask: (params) => ({ id: readId(checkTaskId(params)) }),
  readSubscribe: (params) => ({ id: readId(checkTaskId(params)) }),
  readListTasks: (params) => readListTasks(checkListTasks(params)),
  readSetPushConfig: (params) => {
    const checked = checkSetPushConfig(params);
    const config = readPushConfig(readObject(checked, 'pushNotificationConfig') ?? emptyObject);
    return { taskId: readText(checked, 'taskId') ?? readId(checked), config };
  },
  readGetPushConfig: (params) => {
    const checked = checkGetPushConfig(params);
    return { taskId: readId(checked), id: readText(checked, 'pushNotificationConfigId') };
  },
  readListPushConfigs: (params) => ({ id: readId(checkTaskId(params)) }),
  readDeletePushConfig: (params) => {
    const checked = checkDeletePushConfig(params);
    return { taskId: readId(checked), id: readId(checked, 'pushNotificationConfigId') };
  },

  writeMessage: ({ messageId, contextId, parts }) =>
    `{"kind":"message","messageId":${JSON.stringify(messageId)},"contextId":${JSON.stringify(contextId)},"role":"agent","parts":${writePartsV03(parts)}}`,
  writeTaskAnswer: (task) => writeTaskV03(task),
  writeTask: (task) => writeTaskV03(task),
  writeTaskPage: ({ tasks, pageSize, totalSize, nextPageToken, includeArtifacts }) => {
    const listed = tasks.map((task) => writeTaskV03(task, includeArtifacts ? 'shown' : 'left out'));
    return `{"tasks":[${listed.join(',')}],"nextPageToken":${JSON.stringify(nextPageToken)},"pageSize":${pageSize},"totalSize":${totalSize}}`;
  },
  writeEvent: writeEventV03,
  writePushConfig,
  writePushConfigs: (configs) => `[${configs.map(writePushConfig).join(',')}]`,
  errorData: errorDataV03,
};

type Fields = Readonly<Record<string, unknown>>;

/** From checked parameters; the calculator dialect has the same fields. */
export function readSendMessageV03(params: Fields): SendMessageRequest {
  const message = readObject(params, 'message') ?? emptyObject;
  const configuration = readObject(params, 'configuration') ?? emptyObject;
  const push = readObject(configuration, 'pushNotificationConfig');
  return {
    messageId: readText(message, 'messageId'),
    contextId: readText(message, 'contextId'),
    taskId: readText(message, 'taskId'),
    parts: readObjects(message, 'parts').map(readPart),
    metadata: readObject(message, 'metadata') ?? emptyObject,
    requestMetadata: readObject(params, 'metadata') ?? emptyObject,
    skill: readText(params, 'skill'),
    extensions: readTexts(message, 'extensions'),
    referenceTaskIds: readTexts(message, 'referenceTaskIds'),
    acceptedOutputModes: readTexts(configuration, 'acceptedOutputModes'),
    push: push === undefined ? undefined : readPushConfig(push),
    returnImmediately: configuration['blocking'] === false,
    historyLength: readNumber(configuration, 'historyLength'),
  };
}

function readPart(part: Fields): SaidPart {
  const metadata = readObject(part, 'metadata');
  const label = { ...readLabel(part), ...(metadata === undefined ? {} : { metadata }) };
  switch (kindOfPart(part)) {
    case 'text':
      return { kind: 'text', text: String(part['text']), ...label };
    case 'file':
      return { ...readFile(readObject(part, 'file') ?? emptyObject), ...(metadata === undefined ? {} : { metadata }) };
    case 'url':
      return { kind: 'url', url: String(part['url'] ?? part['uri']), ...label };
    default:
      return { kind: 'data', data: unwrapData(part), ...label };
  }
}

function readFile(file: Fields): SaidPart {
  const label = readLabel(file);
  if (typeof file['bytes'] === 'string')
    return { kind: 'bytes', bytes: Buffer.from(file['bytes'], 'base64'), ...label };
  return { kind: 'url', url: String(file['uri']), ...label };
}

function readLabel(part: Fields): { mediaType?: string; filename?: string } {
  const mediaType = readText(part, 'mimeType') ?? readText(part, 'mediaType');
  const filename = readText(part, 'name') ?? readText(part, 'filename');
  return { ...(mediaType === undefined ? {} : { mediaType }), ...(filename === undefined ? {} : { filename }) };
}

function readListTasks(params: Fields): ListTasksRequest {
  const status = readText(params, 'status');
  return {
    query: toQuery({
      contextId: readText(params, 'contextId'),
      // Checked by the schema; the unknown state is no filter.
      state: status === 'unknown' ? undefined : (status as TaskState | undefined),
      since: undefined,
      pageSize: readNumber(params, 'pageSize') ?? defaultPageSize,
      pageToken: readText(params, 'pageToken'),
    }),
    historyLength: readNumber(params, 'historyLength'),
    includeArtifacts: params['includeArtifacts'] === true,
  };
}

/** 0.3 lists schemes, of which one can be used. Who gives no id means the one config of the task, and may ask for it as `default`. */
function readPushConfig(fields: Fields): PushConfig {
  const id = readText(fields, 'id') ?? 'default';
  const token = readText(fields, 'token');
  const authentication = readObject(fields, 'authentication') ?? emptyObject;
  const credentials = readText(authentication, 'credentials');
  const [scheme = credentials === undefined ? undefined : 'Bearer'] = readTexts(authentication, 'schemes');
  return {
    url: readId(fields, 'url'),
    id,
    version: '0.3',
    ...(token === undefined ? {} : { token }),
    ...(scheme === undefined
      ? {}
      : { authentication: { scheme, ...(credentials === undefined ? {} : { credentials }) } }),
  };
}

function writePushConfig({ id, taskId, url, token, authentication }: StoredPushConfig): string {
  const access =
    authentication === undefined
      ? ''
      : `,"authentication":{"schemes":[${JSON.stringify(authentication.scheme)}]${writeText('credentials', authentication.credentials)}}`;
  const config = `{"id":${JSON.stringify(id)},"url":${JSON.stringify(url)}${writeText('token', token)}${access}}`;
  return `{"taskId":${JSON.stringify(taskId)},"pushNotificationConfig":${config}}`;
}

function errorDataV03({ upstream, violations, metadata }: Failure): string | undefined {
  if (upstream !== undefined) return writeContent(upstream.content);
  if (violations.length > 0) return JSON.stringify({ violations });
  return Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : undefined;
}
