// The wire of A2A 1.0: ProtoJSON as JSON-RPC and HTTP+JSON carry it. Requests are read here; what is written is in `write-v1.ts`.
// A2A 1.0 §3.1, §4.1.

import type { PushConfig, StoredPushConfig } from '../task/service.ts';
import type { TaskState } from '../task/task.ts';
import type { Codec } from './codec.ts';
import { toErrorDetails } from './error-details.ts';
import { compileParamsReader } from './params-reader.ts';
import {
  emptyObject,
  readId,
  readNumber,
  readObject,
  readObjects,
  readText,
  readTexts,
  readTime,
} from './read-fields.ts';
import { defaultPageSize, toQuery } from './list-query.ts';
import type { ListTasksRequest, SaidPart, SendMessageRequest } from './requests.ts';
import {
  cancelTaskV1,
  createPushConfigV1,
  getTaskV1,
  listPushConfigsV1,
  listTasksV1,
  pushConfigIdV1,
  sendMessageV1,
  subscribeToTaskV1,
} from './schema-v1.ts';
import { writeText } from './write-member.ts';
import { statesV1, writeEventV1, writePartsV1, writeTaskV1 } from './write-v1.ts';

const checkSendMessage = compileParamsReader(sendMessageV1);
const checkGetTask = compileParamsReader(getTaskV1);
const checkListTasks = compileParamsReader(listTasksV1);
const checkCancelTask = compileParamsReader(cancelTaskV1);
const checkSubscribe = compileParamsReader(subscribeToTaskV1);
const checkCreatePushConfig = compileParamsReader(createPushConfigV1);
const checkPushConfigId = compileParamsReader(pushConfigIdV1);
const checkListPushConfigs = compileParamsReader(listPushConfigsV1);

export const codecV1: Codec = {
  dialect: '1.0',
  prefersMessages: false,
  followsFinished: false,
  cancelsOnce: false,

  readSendMessage: (params) => readSendMessage(checkSendMessage(params)),
  readGetTask: (params) => {
    const checked = checkGetTask(params);
    return { id: readId(checked), historyLength: readNumber(checked, 'historyLength') };
  },
  readListTasks: (params) => readListTasks(checkListTasks(params)),
  readCancelTask: (params) => ({ id: readId(checkCancelTask(params)) }),
  readSubscribe: (params) => ({ id: readId(checkSubscribe(params)) }),
  readSetPushConfig: (params) => {
    const checked = checkCreatePushConfig(params);
    return { taskId: readId(checked, 'taskId'), config: readPushConfig(checked) };
  },
  readGetPushConfig: (params) => readPushConfigId(checkPushConfigId(params)),
  readListPushConfigs: (params) => {
    const checked = checkListPushConfigs(params);
    const pageSize = readNumber(checked, 'pageSize');
    return { id: readId(checked, 'taskId'), pageSize, pageToken: readText(checked, 'pageToken') };
  },
  readDeletePushConfig: (params) => readPushConfigId(checkPushConfigId(params)),

  writeMessage: ({ messageId, contextId, parts }) =>
    `{"message":{"messageId":${JSON.stringify(messageId)},"contextId":${JSON.stringify(contextId)},"role":"ROLE_AGENT","parts":${writePartsV1(parts)}}}`,
  writeTaskAnswer: (task) => `{"task":${writeTaskV1(task)}}`,
  writeTask: (task) => writeTaskV1(task),
  writeTaskPage: ({ tasks, pageSize, totalSize, nextPageToken, includeArtifacts }) => {
    const listed = tasks.map((task) => writeTaskV1(task, includeArtifacts ? 'shown' : 'left out'));
    return `{"tasks":[${listed.join(',')}],"nextPageToken":${JSON.stringify(nextPageToken)},"pageSize":${pageSize},"totalSize":${totalSize}}`;
  },
  writeEvent: writeEventV1,
  writePushConfig,
  writePushConfigs: (configs, nextPageToken) => {
    const next = nextPageToken === undefined ? '' : `,"nextPageToken":${JSON.stringify(nextPageToken)}`;
    return configs.length === 0 ? '{}' : `{"configs":[${configs.map(writePushConfig).join(',')}]${next}}`;
  },
  errorData: (failure) => toErrorDetails(failure),
};

type Fields = Readonly<Record<string, unknown>>;

function readSendMessage(params: Fields): SendMessageRequest {
  const message = readObject(params, 'message') ?? emptyObject;
  const configuration = readObject(params, 'configuration') ?? emptyObject;
  const push = readObject(configuration, 'taskPushNotificationConfig');
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
    returnImmediately: configuration['returnImmediately'] === true,
    historyLength: readNumber(configuration, 'historyLength'),
  };
}

function readPart(part: Fields): SaidPart {
  const content = readContent(part);
  const mediaType = readText(part, 'mediaType');
  const filename = readText(part, 'filename');
  const metadata = readObject(part, 'metadata');
  if (mediaType === undefined && filename === undefined && metadata === undefined) return content;
  return {
    ...content,
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(filename === undefined ? {} : { filename }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

function readContent(part: Fields): SaidPart {
  if (typeof part['text'] === 'string') return { kind: 'text', text: part['text'] };
  if (typeof part['url'] === 'string') return { kind: 'url', url: part['url'] };
  if (typeof part['raw'] === 'string') return { kind: 'bytes', bytes: Buffer.from(part['raw'], 'base64') };
  return { kind: 'data', data: part['data'] };
}

const statesByName: ReadonlyMap<string, TaskState> = new Map(
  Object.entries(statesV1).map(([state, name]) => [name, state as TaskState]),
);

function readListTasks(params: Fields): ListTasksRequest {
  return {
    query: toQuery({
      contextId: readText(params, 'contextId'),
      // The unspecified state is no filter.
      state: statesByName.get(readText(params, 'status') ?? ''),
      since: readTime(params, 'statusTimestampAfter'),
      pageSize: readNumber(params, 'pageSize') ?? defaultPageSize,
      pageToken: readText(params, 'pageToken'),
    }),
    historyLength: readNumber(params, 'historyLength'),
    includeArtifacts: params['includeArtifacts'] === true,
  };
}

function readPushConfig(fields: Fields): PushConfig {
  const id = readText(fields, 'id');
  const token = readText(fields, 'token');
  const authentication = readObject(fields, 'authentication');
  const credentials = readText(authentication ?? emptyObject, 'credentials');
  return {
    url: readId(fields, 'url'),
    version: '1.0',
    ...(id === undefined ? {} : { id }),
    ...(token === undefined ? {} : { token }),
    ...(authentication === undefined
      ? {}
      : {
          authentication: {
            scheme: readId(authentication, 'scheme'),
            ...(credentials === undefined ? {} : { credentials }),
          },
        }),
  };
}

function readPushConfigId(fields: Fields): { taskId: string; id: string } {
  return { taskId: readId(fields, 'taskId'), id: readId(fields) };
}

function writePushConfig({ id, taskId, url, token, authentication }: StoredPushConfig): string {
  const start = `{"id":${JSON.stringify(id)},"taskId":${JSON.stringify(taskId)},"url":${JSON.stringify(url)}${writeText('token', token)}`;
  if (authentication === undefined) return `${start}}`;
  const { scheme, credentials } = authentication;
  return `${start},"authentication":{"scheme":${JSON.stringify(scheme)}${writeText('credentials', credentials)}}}`;
}
