// The wire of A2A 1.0: ProtoJSON as JSON-RPC and HTTP+JSON carry it. Nothing is emitted that the 1.0 proto does not know:
// strict clients refuse whole answers for one stray field. A2A 1.0 §3.1, §4.1.

import type { TurnPart } from '../converse/turn.ts';
import type { Codec } from './codec.ts';
import { toErrorDetails } from './error-details.ts';
import { compileParamsReader } from './params-reader.ts';
import { emptyObject, readObject, readObjects, readText, readTexts } from './read-fields.ts';
import type { ReplyPart, SendMessageRequest } from './requests.ts';
import { cancelTaskV1, getTaskV1, listTasksV1, sendMessageV1, subscribeToTaskV1 } from './schema-v1.ts';

const checkSendMessage = compileParamsReader(sendMessageV1);
const checkGetTask = compileParamsReader(getTaskV1);
const checkListTasks = compileParamsReader(listTasksV1);
const checkCancelTask = compileParamsReader(cancelTaskV1);
const checkSubscribe = compileParamsReader(subscribeToTaskV1);

export const codecV1: Codec = {
  dialect: '1.0',
  readSendMessage: (params) => readSendMessage(checkSendMessage(params)),
  readGetTask: (params) => ({ id: readText(checkGetTask(params), 'id') ?? '' }),
  readCancelTask: (params) => ({ id: readText(checkCancelTask(params), 'id') ?? '' }),
  readSubscribe: (params) => ({ id: readText(checkSubscribe(params), 'id') ?? '' }),
  readListTasks: (params) => {
    const checked = checkListTasks(params);
    return { pageSize: checked['pageSize'] as number | undefined, pageToken: readText(checked, 'pageToken') };
  },
  writeMessage: ({ messageId, contextId, parts }) =>
    `{"message":{"messageId":${JSON.stringify(messageId)},"contextId":${JSON.stringify(contextId)},"role":"ROLE_AGENT","parts":[${parts.map(writePart).join(',')}]}}`,
  writeTaskPage: ({ pageSize, totalSize, nextPageToken }) =>
    JSON.stringify({ tasks: [], nextPageToken, pageSize, totalSize }),
  errorData: (failure) => toErrorDetails(failure),
};

function readSendMessage(params: Readonly<Record<string, unknown>>): SendMessageRequest {
  const message = readObject(params, 'message') ?? emptyObject;
  const configuration = readObject(params, 'configuration') ?? emptyObject;
  return {
    contextId: readText(message, 'contextId'),
    taskId: readText(message, 'taskId'),
    parts: readObjects(message, 'parts').map(readPart),
    metadata: readObject(message, 'metadata') ?? emptyObject,
    requestMetadata: readObject(params, 'metadata') ?? emptyObject,
    skill: readText(params, 'skill'),
    extensions: readTexts(message, 'extensions'),
    acceptedOutputModes: readTexts(configuration, 'acceptedOutputModes'),
    wantsPush: Object.hasOwn(configuration, 'taskPushNotificationConfig'),
  };
}

function readPart(part: Readonly<Record<string, unknown>>): TurnPart {
  const mediaType = readText(part, 'mediaType');
  const filename = readText(part, 'filename');
  const label = { ...(mediaType === undefined ? {} : { mediaType }), ...(filename === undefined ? {} : { filename }) };
  if (typeof part['text'] === 'string') return { kind: 'text', text: part['text'], ...label };
  if (typeof part['url'] === 'string') return { kind: 'url', url: part['url'], ...label };
  if (typeof part['raw'] === 'string') return { kind: 'bytes', bytes: Buffer.from(part['raw'], 'base64'), ...label };
  return { kind: 'data', data: part['data'], ...label };
}

function writePart(part: ReplyPart): string {
  switch (part.kind) {
    case 'text':
      return `{"text":${JSON.stringify(part.text)}${writeLabel(part)}}`;
    case 'json':
      return `{"data":${part.json}${writeLabel(part)}}`;
    default:
      return `{"raw":"${part.bytes.toString('base64')}"${writeLabel(part)}}`;
  }
}

function writeLabel({ mediaType, filename }: { readonly mediaType?: string; readonly filename?: string }): string {
  const type = mediaType === undefined || mediaType === '' ? '' : `,"mediaType":${JSON.stringify(mediaType)}`;
  return filename === undefined || filename === '' ? type : `${type},"filename":${JSON.stringify(filename)}`;
}
