// What is sent to each side: raw HTTP requests, and a text that a right answer holds. `{n}` in a body becomes another number
// for every request, so that no message is a repeat of an earlier one.

export interface Load {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Part of every right answer. */
  readonly expected: string;
}

/** A GET of 280 bytes in two spellings, a GET of 17 kB, a POST of 280 bytes, and what the calculator takes. */
export const getPath = '/pets/10?fields=name';
export const plainPath = '/pets/10';
export const bigPath = '/pets';
export const postPath = '/pets';
export const calculatePath = '/api/v1/calculate';
export const expectedPet = '"name":"Rex"';

export const newPet = {
  name: 'Rex',
  tags: ['dog', 'brown', 'calm'],
  weight: 31.5,
  owner: { name: 'Robin', city: 'Springfield' },
  notes: 'Comes when called, does not like thunder, and sleeps under the kitchen table. '.repeat(2).trim(),
};
const sum = { operation: 'add', operands: [5, 3] };

const json = { 'content-type': 'application/json' };
const version1 = { ...json, 'a2a-version': '1.0' };
const callerHeaders = {
  authorization: 'Bearer not-a-real-token-but-as-long-as-many-of-them-are-0123456789',
  'accept-language': 'en-GB,en;q=0.9',
  'x-tenant': 'tenant-17',
  'x-request-id': 'bench-4f1c2d7e',
  'user-agent': 'bench/1.0',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00',
};
/** Those of the caller's headers that the gateway is told to pass on. */
export const forwardHeaders = ['authorization', 'accept-language', 'x-request-id', 'x-tenant'];

export const proxyGet: Load = { method: 'GET', path: getPath, headers: {}, expected: expectedPet };
export const proxyGetFull: Load = { ...proxyGet, headers: callerHeaders };
export const proxyBig: Load = { ...proxyGet, path: bigPath };
export const proxyPost: Load = {
  method: 'POST',
  path: postPath,
  headers: json,
  body: JSON.stringify(newPet),
  expected: expectedPet,
};
export const proxyCalculate: Load = {
  ...proxyPost,
  path: calculatePath,
  body: JSON.stringify(sum),
  expected: '"operands":[5,3]',
};

const getArguments = { petId: 10, fields: 'name' };
export const sendGet = sendMessage('getPetById', getArguments, version1);
export const sendTask: Load = { ...sendGet, expected: 'TASK_STATE_COMPLETED' };
export const sendGetFull = sendMessage('getPetById', getArguments, { ...version1, ...callerHeaders });
export const sendBig = sendMessage('listPets', {}, version1);
export const sendPost = sendMessage('createPet', newPet, version1);

/** What `sendGet` says, as text. */
export const sendTyped = sendText('getPetById petId=10 fields=name');
export const sendSentence = sendText('Could you please show me the pet with id 10?');

export const sendGetV03: Load = {
  method: 'POST',
  path: '/a2a',
  headers: json,
  expected: expectedPet,
  body: toRpc('message/send', {
    message: {
      kind: 'message',
      messageId: '6f1c2d7e-5b0a-4e93-{n}',
      role: 'user',
      parts: [{ kind: 'data', data: getArguments }],
      metadata: { skillId: 'getPetById' },
    },
  }),
};

export const sendCalculate: Load = {
  method: 'POST',
  path: '/a2a',
  headers: json,
  expected: '"operands":[5,3]',
  body: toRpc('SendMessage', { message: { role: 'user', parts: [{ kind: 'data', data: sum }] } }),
};

function sendMessage(skillId: string, data: object, headers: Load['headers']): Load {
  const message = { messageId: '6f1c2d7e-5b0a-4e93-{n}', role: 'ROLE_USER', parts: [{ data }], metadata: { skillId } };
  return { method: 'POST', path: '/a2a', headers, expected: expectedPet, body: toRpc('SendMessage', { message }) };
}

function sendText(text: string): Load {
  const message = { messageId: '6f1c2d7e-5b0a-4e93-{n}', role: 'ROLE_USER', parts: [{ text }] };
  const body = toRpc('SendMessage', { message });
  return { method: 'POST', path: '/a2a', headers: version1, expected: expectedPet, body };
}

function toRpc(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}
