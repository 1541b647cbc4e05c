import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../spec/json-schema.ts';
import { compileIsFailure, type DescribedReplies } from './disguised-failure.ts';

const pet: JsonSchema = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' }, message: { type: 'string' } },
};
const fault: JsonSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { type: 'string' }, message: { type: 'string' }, trace: { type: 'string' } },
};
const viaRef: JsonSchema = { $ref: '#/$defs/a~1b', $defs: { 'a/b': { allOf: [fault] } } };
const replies: DescribedReplies = { success: pet, errors: [fault] };

function check(body: unknown, described: DescribedReplies = replies): boolean {
  return compileIsFailure(() => described)(typeof body === 'string' ? body : JSON.stringify(body));
}

describe('a body of 2xx is an error', () => {
  it.each<[string, unknown, DescribedReplies?]>([
    ['that fits the error and not the success', { code: 'E7', message: 'No such pet' }],
    ['with more beside it that nobody described', { code: 'E7', message: 'No', path: '/pets/7' }],
    [
      'where the success is a list',
      { code: 'E7', message: 'No' },
      { success: { type: 'array', items: pet }, errors: [fault] },
    ],
    [
      'of one of several errors',
      { code: 'E7', message: 'No' },
      { success: pet, errors: [{ required: ['title'] }, fault] },
    ],
    ['by reference', { code: 'E7', message: 'No' }, { success: pet, errors: [viaRef] }],
    ['with numbers of many digits', '{"code":"E7","message":"No","at":12345678901234567890}'],
  ])('%s', (_what, body, described) => expect(check(body, described)).toBe(true));
});

describe('a body of 2xx is no error', () => {
  it.each<[string, unknown, DescribedReplies?]>([
    ['that is the success', { id: 7, name: 'Rex' }],
    ['that is both', { id: 7, name: 'Rex', code: 'x', message: 'y' }],
    ['whose success is wrong in a detail', { id: null, name: 'Rex', code: 'x', message: 'y' }],
    ['that lacks what an error must have', { message: 'No such pet' }],
    ['that is no error as described', { code: 7, message: 'No' }],
    ['that names these words in a text', { note: '"code" and "message"' }],
    ['where the document tells no success', { code: 'E7', message: 'No' }, { success: undefined, errors: [fault] }],
    [
      'where the success takes anything',
      { code: 'E7', message: 'No' },
      { success: { type: 'object' }, errors: [fault] },
    ],
    [
      'where the errors require nothing',
      { code: 'E7', message: 'No' },
      { success: pet, errors: [{ type: 'object' }, true] },
    ],
    ['where success and error are one envelope', { code: 'OK', message: 'done' }, { success: fault, errors: [fault] }],
    ['of a list of errors', [{ code: 'E7', message: 'No' }]],
    ['that is too long for one', { code: 'E7', message: 'No', trace: 'x'.repeat(70_000) }],
    ['that is too deep to look into', `{"code":"a","message":"b","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
  ])('%s', (_what, body, described) => expect(check(body, described)).toBe(false));
});

it('reads no schema before the first reply, and each once', () => {
  let reads = 0;
  const isFailure = compileIsFailure(() => {
    reads += 1;
    return replies;
  });
  expect(reads).toBe(0);
  isFailure('{}');
  isFailure('{"code":"E7","message":"No"}');
  expect(reads).toBe(1);
});
