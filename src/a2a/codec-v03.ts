// The wire of A2A 0.3 over JSON-RPC: objects carry a `kind`, data parts hold objects only, and the `data` of an error is
// whatever helps: the upstream's own body, or the violations. A2A 0.3 §6, §7.

import type { TurnPart } from '../converse/turn.ts';
import type { Codec } from './codec.ts';
import { writeContent } from './error-details.ts';
import type { Failure } from './failure.ts';
import { compileParamsReader } from './params-reader.ts';
import { emptyObject, readObject, readObjects, readText, readTexts } from './read-fields.ts';
import type { ReplyPart, SendMessageRequest } from './requests.ts';
import { getTaskV03, kindOfPart, listTasksV03, sendMessageV03, taskIdV03, unwrapData } from './schema-v03.ts';

const checkSendMessage = compileParamsReader(sendMessageV03);
const checkGetTask = compileParamsReader(getTaskV03);
const checkTaskId = compileParamsReader(taskIdV03);
const checkListTasks = compileParamsReader(listTasksV03);

export const codecV03: Codec = {
  dialect: '0.3',
  readSendMessage: (params) => readSendMessageV03(checkSendMessage(params)),
  readGetTask: (params) => ({ id: readText(checkGetTask(params), 'id') ?? '' }),
  readCancelTask: (params) => ({ id: readText(checkTaskId(params), 'id') ?? '' }),
  readSubscribe: (params) => ({ id: readText(checkTaskId(params), 'id') ?? '' }),
  readListTasks: (params) => {
    const checked = checkListTasks(params);
    return { pageSize: checked['pageSize'] as number | undefined, pageToken: readText(checked, 'pageToken') };
  },
  writeMessage: ({ messageId, contextId, parts }) =>
    `{"kind":"message","messageId":${JSON.stringify(messageId)},"contextId":${JSON.stringify(contextId)},"role":"agent","parts":${writePartsV03(parts)}}`,
  writeTaskPage: ({ pageSize, totalSize, nextPageToken }) =>
    JSON.stringify({ tasks: [], nextPageToken, pageSize, totalSize }),
  errorData: errorDataV03,
};

/** From checked parameters; the calculator dialect has the same fields. */
export function readSendMessageV03(params: Readonly<Record<string, unknown>>): SendMessageRequest {
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
    wantsPush: Object.hasOwn(configuration, 'pushNotificationConfig'),
  };
}

function readPart(part: Readonly<Record<string, unknown>>): TurnPart {
  const label = readLabel(part);
  switch (kindOfPart(part)) {
    case 'text':
      return { kind: 'text', text: String(part['text']), ...label };
    case 'file':
      return readFile(readObject(part, 'file') ?? emptyObject);
    case 'url':
      return { kind: 'url', url: String(part['url'] ?? part['uri']), ...label };
    default:
      return { kind: 'data', data: unwrapData(part), ...label };
  }
}

function readFile(file: Readonly<Record<string, unknown>>): TurnPart {
  const label = readLabel(file);
  if (typeof file['bytes'] === 'string')
    return { kind: 'bytes', bytes: Buffer.from(file['bytes'], 'base64'), ...label };
  return { kind: 'url', url: String(file['uri']), ...label };
}

function readLabel(part: Readonly<Record<string, unknown>>): { mediaType?: string; filename?: string } {
  const mediaType = readText(part, 'mimeType') ?? readText(part, 'mediaType');
  const filename = readText(part, 'name') ?? readText(part, 'filename');
  return { ...(mediaType === undefined ? {} : { mediaType }), ...(filename === undefined ? {} : { filename }) };
}

export function writePartsV03(parts: readonly ReplyPart[]): string {
  return `[${parts.map(writePart).join(',')}]`;
}

function writePart(part: ReplyPart): string {
  switch (part.kind) {
    case 'text':
      return `{"kind":"text","text":${JSON.stringify(part.text)}}`;
    case 'json':
      return `{"kind":"data","data":${isObjectText(part.json) ? part.json : `{"value":${part.json}}`}}`;
    default:
      return `{"kind":"file","file":${writeFile(part)}}`;
  }
}

function writeFile({ bytes, mediaType, filename }: Extract<ReplyPart, { kind: 'bytes' }>): string {
  const name = filename === undefined || filename === '' ? '' : `,"name":${JSON.stringify(filename)}`;
  return `{"bytes":"${bytes.toString('base64')}","mimeType":${JSON.stringify(mediaType)}${name}}`;
}

/** True when well-formed JSON text is an object. */
function isObjectText(json: string): boolean {
  return /^\s*\{/.test(json);
}

export function errorDataV03({ upstream, violations, metadata }: Failure): string | undefined {
  if (upstream !== undefined) return writeContent(upstream.content);
  if (violations.length > 0) return JSON.stringify({ violations });
  return Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : undefined;
}
