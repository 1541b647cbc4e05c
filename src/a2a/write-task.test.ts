// What tasks, events and webhooks look like on both wires. Section numbers are those of A2A 1.0.

import { describe, expect, it } from 'vitest';
import type { Task, TaskEvent, TaskPart, TaskState } from '../task/task.ts';
import { codecV03 } from './codec-v03.ts';
import { codecV1 } from './codec-v1.ts';
import { writeNotification } from './notification.ts';
import { viewEvent, viewTask } from './task-view.ts';

const at = Date.UTC(2026, 2, 1, 9, 30, 0, 7);
const timestamp = '2026-03-01T09:30:00.007Z';

const task: Task = {
  id: 't-1',
  contextId: 'c-1',
  owner: 'somebody',
  agent: 'root',
  skill: 'getPet',
  status: {
    state: 'input-required',
    at,
    message: { messageId: 's-1', role: 'agent', parts: [{ kind: 'text', text: 'Which one?' }] },
  },
  artifacts: [
    {
      artifactId: 'a-1',
      name: 'getPet',
      parts: [{ kind: 'json', json: '{"id":9007199254740993}', mediaType: 'application/json' }],
    },
  ],
  history: [
    {
      messageId: 'm-1',
      role: 'user',
      parts: [{ kind: 'text', text: 'one' }],
      metadata: { a: 1 },
      extensions: ['urn:e'],
      referenceTaskIds: ['t-0'],
    },
    { messageId: 'm-2', role: 'agent', parts: [{ kind: 'text', text: 'two' }] },
  ],
  createdAt: at,
  seq: 3,
  work: { kind: 'waiting', session: 'secret' },
};
const bare: Task = { ...task, status: { state: 'working', at }, artifacts: [], history: [] };

describe('a task', () => {
  it('is that of the 1.0 proto and nothing else (§4.1)', () => {
    const text = codecV1.writeTask(task);
    expect(text).toContain('{"id":9007199254740993}');
    expect(JSON.parse(text.replace('9007199254740993', '1'))).toEqual({
      id: 't-1',
      contextId: 'c-1',
      status: {
        state: 'TASK_STATE_INPUT_REQUIRED',
        message: {
          messageId: 's-1',
          contextId: 'c-1',
          taskId: 't-1',
          role: 'ROLE_AGENT',
          parts: [{ text: 'Which one?' }],
        },
        timestamp,
      },
      artifacts: [{ artifactId: 'a-1', name: 'getPet', parts: [{ data: { id: 1 }, mediaType: 'application/json' }] }],
      history: [
        {
          messageId: 'm-1',
          contextId: 'c-1',
          taskId: 't-1',
          role: 'ROLE_USER',
          parts: [{ text: 'one' }],
          metadata: { a: 1 },
          extensions: ['urn:e'],
          referenceTaskIds: ['t-0'],
        },
        { messageId: 'm-2', contextId: 'c-1', taskId: 't-1', role: 'ROLE_AGENT', parts: [{ text: 'two' }] },
      ],
    });
  });

  it('says its kind in 0.3, and its messages theirs', () => {
    expect(JSON.parse(codecV03.writeTask(task).replace('9007199254740993', '1'))).toEqual({
      kind: 'task',
      id: 't-1',
      contextId: 'c-1',
      status: {
        state: 'input-required',
        message: {
          kind: 'message',
          messageId: 's-1',
          contextId: 'c-1',
          taskId: 't-1',
          role: 'agent',
          parts: [{ kind: 'text', text: 'Which one?' }],
        },
        timestamp,
      },
      artifacts: [{ artifactId: 'a-1', name: 'getPet', parts: [{ kind: 'data', data: { id: 1 } }] }],
      history: [
        expect.objectContaining({ kind: 'message', messageId: 'm-1', role: 'user', metadata: { a: 1 } }),
        expect.objectContaining({ kind: 'message', messageId: 'm-2', role: 'agent' }),
      ],
    });
  });

  it('leaves out what is empty', () => {
    const status = { state: 'TASK_STATE_WORKING', timestamp };
    expect(JSON.parse(codecV1.writeTask(bare))).toEqual({ id: 't-1', contextId: 'c-1', status });
    expect(JSON.parse(codecV1.writeTaskAnswer(bare))).toEqual({ task: { id: 't-1', contextId: 'c-1', status } });
    expect(JSON.parse(codecV03.writeTaskAnswer(bare))).toEqual({
      kind: 'task',
      id: 't-1',
      contextId: 'c-1',
      status: { state: 'working', timestamp },
    });
  });

  it.each<[TaskState, string]>([
    ['submitted', 'TASK_STATE_SUBMITTED'],
    ['working', 'TASK_STATE_WORKING'],
    ['input-required', 'TASK_STATE_INPUT_REQUIRED'],
    ['auth-required', 'TASK_STATE_AUTH_REQUIRED'],
    ['completed', 'TASK_STATE_COMPLETED'],
    ['failed', 'TASK_STATE_FAILED'],
    ['canceled', 'TASK_STATE_CANCELED'],
    ['rejected', 'TASK_STATE_REJECTED'],
  ])('in the state %s is %s, and a filter for it is read back (§4.1.3)', (state, name) => {
    expect(JSON.parse(codecV1.writeTask({ ...bare, status: { state, at } })).status.state).toBe(name);
    expect(codecV1.readListTasks({ status: name }).query.state).toBe(state);
    expect(codecV03.readListTasks({ status: state }).query.state).toBe(state);
  });

  it.each<[TaskPart, unknown, unknown]>([
    [{ kind: 'json', json: 'null' }, { data: null }, { kind: 'data', data: { value: null } }],
    [
      { kind: 'bytes', base64: 'aGk=', mediaType: 'image/png', filename: 'a.png', metadata: { b: 1 } },
      { raw: 'aGk=', mediaType: 'image/png', filename: 'a.png', metadata: { b: 1 } },
      { kind: 'file', file: { bytes: 'aGk=', mimeType: 'image/png', name: 'a.png' }, metadata: { b: 1 } },
    ],
    [
      { kind: 'url', url: 'https://files.example.test/a', mediaType: 'text/plain' },
      { url: 'https://files.example.test/a', mediaType: 'text/plain' },
      { kind: 'file', file: { uri: 'https://files.example.test/a', mimeType: 'text/plain' } },
    ],
  ])('with the part %j', (part, v1, v03) => {
    const withPart = { ...bare, artifacts: [{ artifactId: 'a', parts: [part] }] };
    expect(JSON.parse(codecV1.writeTask(withPart)).artifacts[0].parts).toEqual([v1]);
    expect(JSON.parse(codecV03.writeTask(withPart)).artifacts[0].parts).toEqual([v03]);
  });
});

describe('a page of tasks (§3.1.4)', () => {
  const page = { tasks: [bare], pageSize: 5, totalSize: 9, nextPageToken: 'n' };

  it('has artifacts only where they are asked for, and then always', () => {
    const shown = JSON.parse(codecV1.writeTaskPage({ ...page, includeArtifacts: true }));
    expect(shown).toMatchObject({ pageSize: 5, totalSize: 9, nextPageToken: 'n', tasks: [{ artifacts: [] }] });
    expect(codecV1.writeTaskPage({ ...page, includeArtifacts: false })).not.toContain('artifacts');
    expect(JSON.parse(codecV03.writeTaskPage({ ...page, includeArtifacts: true })).tasks[0]).toMatchObject({
      kind: 'task',
      artifacts: [],
    });
  });
});

describe('events (§4.2)', () => {
  const ids = { id: 't-1', contextId: 'c-1' };
  const status = (state: TaskState): TaskEvent => ({ kind: 'status', status: { state, at } });

  it.each<[TaskState, boolean]>([
    ['submitted', false],
    ['working', false],
    ['auth-required', false],
    ['input-required', true],
    ['completed', true],
    ['failed', true],
    ['canceled', true],
    ['rejected', true],
  ])('of the state %s: final is %j, in 0.3 only', (state, final) => {
    expect(JSON.parse(codecV03.writeEvent(ids, status(state)))).toEqual({
      kind: 'status-update',
      taskId: 't-1',
      contextId: 'c-1',
      status: { state, timestamp },
      final,
    });
    expect(Object.keys(JSON.parse(codecV1.writeEvent(ids, status(state))).statusUpdate)).toEqual([
      'taskId',
      'contextId',
      'status',
    ]);
  });

  it('of artifacts say whether they append and whether they end', () => {
    const piece = (append: boolean, lastChunk: boolean): TaskEvent => ({
      kind: 'artifact',
      artifact: { artifactId: 'a', parts: [{ kind: 'text', text: 'x' }] },
      append,
      lastChunk,
    });
    const belongs = { taskId: 't-1', contextId: 'c-1' };
    const artifact = { artifactId: 'a', parts: [{ text: 'x' }] };
    expect(JSON.parse(codecV1.writeEvent(ids, piece(false, false)))).toEqual({
      artifactUpdate: { ...belongs, artifact },
    });
    expect(JSON.parse(codecV1.writeEvent(ids, piece(true, true)))).toEqual({
      artifactUpdate: { ...belongs, artifact, append: true, lastChunk: true },
    });
    expect(JSON.parse(codecV03.writeEvent(ids, piece(false, true)))).toEqual({
      kind: 'artifact-update',
      ...belongs,
      artifact: { artifactId: 'a', parts: [{ kind: 'text', text: 'x' }] },
      append: false,
      lastChunk: true,
    });
  });

  it('are the body of a notification in 1.0; in 0.3 it is the task', () => {
    expect(writeNotification(task, status('completed'), '1.0')).toBe(codecV1.writeEvent(task, status('completed')));
    expect(writeNotification(task, status('completed'), '0.3')).toBe(codecV03.writeTask(task));
  });
});

describe('a view (§3.2.4)', () => {
  it.each([
    [undefined, ['m-1', 'm-2']],
    [0, []],
    [1, ['m-2']],
    [2, ['m-1', 'm-2']],
    [10, ['m-1', 'm-2']],
  ])('with historyLength %j has the newest messages in order', (historyLength, ids) => {
    expect(viewTask(task, { historyLength }).history.map(({ messageId }) => messageId)).toEqual(ids);
  });

  it('for a caller that takes only text has JSON as text, in events too', () => {
    const view = { historyLength: undefined, textOnly: true };
    const text = { kind: 'text', text: '{"id":9007199254740993}' };
    expect(viewTask(task, view).artifacts[0]?.parts).toEqual([text]);
    const [artifact] = task.artifacts;
    if (artifact === undefined) throw new Error('no artifact');
    const event = viewEvent({ kind: 'artifact', artifact, append: false, lastChunk: true }, view);
    expect(event).toMatchObject({ artifact: { artifactId: 'a-1', name: 'getPet', parts: [text] } });
  });
});

describe('webhooks (§4.3.1)', () => {
  const stored = {
    id: 'p-1',
    taskId: 't-1',
    url: 'https://hooks.example.test/x',
    version: '1.0',
    authentication: { scheme: 'Bearer' },
  } as const;

  it('are flat in 1.0', () => {
    expect(codecV1.readSetPushConfig({ task_id: 't-1', url: 'https://hooks.example.test/x', tenant: '' })).toEqual({
      taskId: 't-1',
      config: { url: 'https://hooks.example.test/x', version: '1.0' },
    });
    expect(JSON.parse(codecV1.writePushConfig(stored))).toEqual({
      id: 'p-1',
      taskId: 't-1',
      url: 'https://hooks.example.test/x',
      authentication: { scheme: 'Bearer' },
    });
    expect(JSON.parse(codecV1.writePushConfigs([stored]))).toEqual({
      configs: [expect.objectContaining({ id: 'p-1' })],
    });
    expect(codecV1.writePushConfigs([])).toBe('{}');
  });

  it('are nested in 0.3, with a list of schemes of which the first counts', () => {
    const pushNotificationConfig = {
      id: 'p-1',
      url: 'https://hooks.example.test/x',
      token: 't',
      authentication: { schemes: ['Bearer', 'Basic'], credentials: 'c' },
    };
    const config = {
      id: 'p-1',
      url: 'https://hooks.example.test/x',
      version: '0.3',
      token: 't',
      authentication: { scheme: 'Bearer', credentials: 'c' },
    };
    expect(codecV03.readSetPushConfig({ taskId: 't-1', pushNotificationConfig })).toEqual({ taskId: 't-1', config });
    expect(codecV03.readSetPushConfig({ id: 't-1', pushNotificationConfig })).toEqual({ taskId: 't-1', config });
    const written = {
      taskId: 't-1',
      pushNotificationConfig: {
        id: 'p-1',
        url: 'https://hooks.example.test/x',
        authentication: { schemes: ['Bearer'] },
      },
    };
    expect(JSON.parse(codecV03.writePushConfig(stored))).toEqual(written);
    expect(JSON.parse(codecV03.writePushConfigs([stored, stored]))).toEqual([written, written]);
  });

  it.each([
    ['1.0 without a URL', () => codecV1.readSetPushConfig({ taskId: 't' }), /url is required/],
    ['1.0 without a task', () => codecV1.readSetPushConfig({ url: 'x' }), /taskId is required/],
    [
      '1.0 without a scheme',
      () => codecV1.readSetPushConfig({ taskId: 't', url: 'x', authentication: {} }),
      /authentication.scheme is required/,
    ],
    ['1.0 get without an id', () => codecV1.readGetPushConfig({ taskId: 't' }), /id is required/],
    ['1.0 delete with a blank id', () => codecV1.readDeletePushConfig({ taskId: 't', id: ' ' }), /not blank/],
    ['0.3 without a task', () => codecV03.readSetPushConfig({ pushNotificationConfig: { url: 'x' } }), /needs taskId/],
    [
      '0.3 without a URL',
      () => codecV03.readSetPushConfig({ taskId: 't', pushNotificationConfig: {} }),
      /url is required/,
    ],
    [
      '0.3 delete without an id',
      () => codecV03.readDeletePushConfig({ id: 't' }),
      /pushNotificationConfigId is required/,
    ],
  ])('%s are refused', (_name, read, text) => {
    expect(read).toThrow(text);
  });

  it('of 0.3 may be asked for without an id', () => {
    expect(codecV03.readGetPushConfig({ id: 't' })).toEqual({ taskId: 't', id: undefined });
  });
});

describe('times', () => {
  it.each([
    ['2026-03-01T09:30:00.007Z', at],
    ['2026-03-01T11:30:00.007+02:00', at],
    ['2026-03-01T09:30:00.0061Z', at],
    ['2026-03-01T09:30:00.0070000Z', at],
  ])('%s let tasks from %d on pass', (statusTimestampAfter, since) => {
    expect(codecV1.readListTasks({ statusTimestampAfter }).query.since).toBe(since);
  });

  it('that there are not are refused', () => {
    expect(() => codecV1.readListTasks({ statusTimestampAfter: '2026-06-30T23:59:60Z' })).toThrow(
      /statusTimestampAfter/,
    );
  });
});
