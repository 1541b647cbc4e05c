import { describe, expect, it } from 'vitest';
import { GatewayError } from '../errors.ts';
import { parseJson } from '../lib/json.ts';
import { createBench, createHttpSkill, toCall } from '../../test/support/http-skill.ts';

const calculate = createHttpSkill({
  id: 'calculate',
  route: 'POST /api/v1/calculate',
  arguments: {
    operation: ['field!', { enum: ['add', 'subtract'] }],
    operands: ['field!', { type: 'array', items: { type: 'number' } }],
  },
  examples: ['calculate {"operation":"add","operands":[5,3]}'],
});
const listPets = createHttpSkill({
  id: 'listPets',
  route: 'GET /owners/{owner}/pets',
  arguments: {
    owner: ['path!', { type: 'string' }],
    limit: ['query', { type: 'integer' }],
    tags: ['query', { type: 'array', items: { type: 'string' } }],
    trace: ['header', { type: 'string' }, 'X-Trace'],
    session: ['cookie', { type: 'string' }],
  },
});
const putLabels = createHttpSkill({
  id: 'putLabels',
  route: 'PUT /labels/{id}',
  arguments: { id: ['path!', { type: 'string' }] },
  body: { schema: { type: 'object', additionalProperties: { type: 'string' } } },
});

async function failure(attempt: Promise<unknown>): Promise<GatewayError> {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof GatewayError) return error;
  throw new Error('expected a GatewayError', { cause: error });
}

describe('a call becomes a request', () => {
  it('puts every argument in its place', async () => {
    const request = await createBench().send(listPets, {
      owner: 'a/b',
      limit: 5,
      tags: ['x', 'y'],
      'x-trace': 't',
      session: 's 1',
    });
    expect(request).toMatchObject({
      target: 'demo',
      method: 'GET',
      baseUrl: 'https://api.example.test',
      path: '/owners/a%2Fb/pets?limit=5&tags=x&tags=y',
      safe: true,
      timeout: 1000,
      headers: { accept: 'application/json, */*;q=0.1', 'x-trace': 't', cookie: 'session=s%201' },
    });
    expect([request.body, request.headers['content-type']]).toEqual([undefined, undefined]);
  });

  it('sends fields of the body as JSON, digits kept', async () => {
    const request = await createBench().send(
      calculate,
      parseJson('{"operation":"add","operands":[9007199254740993,3]}'),
    );
    expect([request.body, request.headers['content-type'], request.safe]).toEqual([
      '{"operation":"add","operands":[9007199254740993,3]}',
      'application/json',
      false,
    ]);
  });

  it('sends a body of GET, and null in a body', async () => {
    const lookup = createHttpSkill({
      id: 'lookup',
      route: 'GET /lookup',
      arguments: { q: ['field', { type: ['string', 'null'] }] },
    });
    expect(await createBench().send(lookup, { q: null })).toMatchObject({ method: 'GET', body: '{"q":null}' });
  });

  it('sends an empty object for a required body without fields, and no body for an optional one', async () => {
    const fields = { title: ['field', { type: 'string' }] } as const;
    const required = createHttpSkill({ id: 'a', route: 'POST /a', arguments: fields });
    const optional = createHttpSkill({ id: 'b', route: 'POST /b', arguments: fields, body: { required: false } });
    expect(await createBench().send(required, {})).toMatchObject({ body: '{}' });
    const request = await createBench().send(optional, {});
    expect([request.body, request.headers['content-type']]).toEqual([undefined, undefined]);
    expect(await createBench().send(optional, { title: '' })).toMatchObject({ body: '{"title":""}' });
  });

  it('writes fields under their wire names, and extra ones as given', async () => {
    const skill = createHttpSkill({
      id: 'a',
      route: 'POST /a/{id}',
      arguments: { id: ['path!', true], size: ['field', true, 'size>'] },
      extras: true,
    });
    expect(await createBench().send(skill, { id: 1, size: 2, 'x y': 3 })).toMatchObject({
      path: '/a/1',
      body: '{"size>":2,"x y":3}',
    });
  });

  it('takes an explicit body where fields are published, unless a field has that name', async () => {
    const wholeBodySchema = {
      type: 'object',
      required: ['body'],
      properties: { body: { type: 'object', required: ['a'] } },
      additionalProperties: false,
    };
    const skill = createHttpSkill({ id: 'a', route: 'POST /a', arguments: { a: ['field!', true] }, wholeBodySchema });
    expect(await createBench().send(skill, { body: { a: 1 } })).toMatchObject({ body: '{"a":1}' });
    expect((await failure(createBench().send(skill, { body: { a: 1 }, a: 1 }))).code).toBe('invalid_arguments');
    const named = createHttpSkill({
      id: 'b',
      route: 'POST /b',
      arguments: { body: ['field!', true] },
      wholeBodySchema,
    });
    expect(await createBench().send(named, { body: 'x' })).toMatchObject({ body: '{"body":"x"}' });
  });

  it('sends bytes of a file part, checked as a string of that many characters', async () => {
    const body = { mediaType: 'application/octet-stream', schema: { type: 'string', maxLength: 4 } };
    const skill = createHttpSkill({ id: 'put', route: 'PUT /blob', body });
    const bytes = Buffer.from([0, 1, 2, 255]);
    expect(await createBench().send(skill, { body: { bytes } })).toMatchObject({
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect((await failure(createBench().send(skill, { body: { bytes: Buffer.alloc(5) } }))).code).toBe(
      'invalid_arguments',
    );
  });

  it('gives the caller’s signal to safe calls only', async () => {
    const { signal } = new AbortController();
    expect(await createBench().send(listPets, { owner: 'a' }, { context: { signal } })).toHaveProperty(
      'signal',
      signal,
    );
    expect(
      await createBench().send(calculate, { operation: 'add', operands: [] }, { context: { signal } }),
    ).toHaveProperty('signal', undefined);
  });

  it('goes to the configured base URL, else to that of the document', async () => {
    const skill = createHttpSkill({ id: 'a', route: 'GET /a', server: 'https://docs.example.test/v2' });
    expect(await createBench().send(skill, {})).toMatchObject({ baseUrl: 'https://api.example.test' });
    const bench = createBench({ baseUrl: undefined, headers: new Map([['x-key', 'k']]) });
    expect(await bench.send(skill, {})).toMatchObject({
      baseUrl: 'https://docs.example.test/v2',
      path: '/a',
      headers: { 'x-key': 'k' },
    });
    expect((await failure(bench.send(createHttpSkill({ id: 'b' }), {}))).code).toBe('target_unavailable');
  });
});

describe('arguments that do not fit', () => {
  it('are all named, with a call that works, and nothing is sent', async () => {
    const bench = createBench();
    const error = await failure(bench.send(calculate, { operation: 'ad', operands: ['x'], more: 1 }));
    expect(error.code).toBe('invalid_arguments');
    expect(error.violations).toEqual([
      { field: 'more', description: 'is not a known name; known are operation, operands' },
      { field: 'operation', description: 'expected one of "add", "subtract", found string "ad"' },
      { field: 'operands[0]', description: 'expected number, found string "x"' },
    ]);
    expect(error.message).toContain('calculate {"operation":"add","operands":[5,3]}');
    expect(bench.sent).toEqual([]);
  });

  it('say where a missing parameter belongs', async () => {
    const { violations } = await failure(createBench().send(listPets, {}));
    expect(violations).toEqual([{ field: 'owner', description: 'is required (path): string' }]);
  });

  it('say to put the body under its key when its fields stand beside the parameters', async () => {
    const { message } = await failure(createBench().send(putLabels, { id: 'a', team: 'infra' }));
    expect(message).toContain('Put the request body under "body".');
    expect((await failure(createBench().send(putLabels, { id: 'a' }))).message).not.toContain('Put the');
  });

  it('are refused by name when no schema closes the object', async () => {
    const skill = createHttpSkill({ id: 'a', arguments: { limit: ['query', true] }, schema: true });
    expect((await failure(createBench().send(skill, { limt: 1 }))).violations).toEqual([
      { field: 'limt', description: 'is not a known name; did you mean "limit"?' },
    ]);
  });

  it.each([
    [listPets, { owner: '..' }, 'owner'],
    [listPets, { owner: '' }, 'owner'],
    [listPets, { owner: 'a', trace: 'a\r\nX-Admin: 1' }, 'trace'],
    [listPets, { owner: 'a', trace: '灯' }, 'trace'],
    [listPets, { owner: 'a', session: 'a\nb' }, 'session'],
    [listPets, JSON.parse('{"owner":"a","__proto__":{"limit":1}}'), '__proto__'],
    [listPets, { owner: 'a', constructor: 1 }, 'constructor'],
    [putLabels, { id: 'a', body: 'x' }, 'body'],
  ])('%# are refused by name', async (skill, args, field) => {
    const bench = createBench();
    const error = await failure(bench.send(skill, args));
    expect([error.code, error.violations.map((violation) => violation.field), bench.sent]).toEqual([
      'invalid_arguments',
      [field],
      [],
    ]);
  });

  it('are refused when they are nested too deeply', async () => {
    const error = await failure(
      createBench().send(putLabels, { id: 'a', body: JSON.parse(`${'['.repeat(9_000)}${']'.repeat(9_000)}`) }),
    );
    expect(error.message).toContain('nested deeper');
  });

  it('are listed up to a limit', async () => {
    const error = await failure(
      createBench().send(calculate, { operation: 'add', operands: Array.from({ length: 200 }, () => 'x') }),
    );
    expect(error.violations).toHaveLength(50);
    expect(error.message).toContain('and 197 more');
  });
});

describe('typed text', () => {
  it('is coerced by the schema; structured arguments are not', async () => {
    const args = { owner: '007', limit: '5', tags: 'a,b' };
    expect(await createBench().send(listPets, args, { coerce: true })).toMatchObject({
      path: '/owners/007/pets?limit=5&tags=a&tags=b',
    });
    expect((await failure(createBench().send(listPets, args))).code).toBe('invalid_arguments');
  });
});

describe('accepts', () => {
  it('tells whether arguments fit, and sends nothing', () => {
    const { invoker, sent } = createBench();
    expect(invoker.accepts(calculate, { operation: 'add', operands: [1] })).toBe(true);
    expect(invoker.accepts(calculate, { operation: 'add' })).toBe(false);
    expect(invoker.accepts(listPets, { owner: 'a', 'X-Trace': 't' })).toBe(true);
    expect(invoker.accepts(listPets, 'x')).toBe(false);
    expect(sent).toEqual([]);
  });
});

describe('what cannot be done', () => {
  it('is said when a target has no base URL or no policy', async () => {
    const { invoker } = createBench();
    const elsewhere = createHttpSkill({ id: 'a', target: 'other' });
    expect((await failure(invoker.invoke(toCall(elsewhere, {}), { requestId: 'r', headers: {} }))).code).toBe(
      'target_unavailable',
    );
  });

  it('is logged once when a part of a schema is not checked', async () => {
    const bench = createBench();
    const skill = createHttpSkill({
      id: 'a',
      arguments: { q: ['query', { pattern: '(?=x)y+' }], r: ['query', { $ref: '#/$defs/Nope' }] },
    });
    await bench.send(skill, { q: 'anything', r: 1 });
    await bench.send(skill, { q: 'anything' });
    expect(bench.lines).toHaveLength(1);
  });
});
