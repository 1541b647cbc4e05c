// Where a caller says which fields of the answer it wants, beside the arguments.

import { describe, expect, it } from 'vitest';
import { createTestResolver, createTurn, data, text } from '../../test/support/turns.ts';
import type { Call } from '../invoke/call.ts';
import { skillContractExtension } from '../lib/extension.ts';
import type { Turn } from './turn.ts';

async function callOf(turn: Turn): Promise<Pick<Call, 'arguments' | 'fields'>> {
  const resolution = await createTestResolver().resolve(turn);
  if (resolution.kind !== 'call') throw new Error(`no call, but a ${resolution.kind}`);
  const { arguments: args, fields } = resolution.call;
  return fields === undefined ? { arguments: args } : { arguments: args, fields };
}

const contract = (value: object): Partial<Turn> => ({
  metadata: { [skillContractExtension]: value },
  extensions: new Set([skillContractExtension]),
});

describe('fields of the answer', () => {
  const wanted = { arguments: { limit: 5 }, fields: ['id', 'owner.name'] };
  it.each<[string, Turn]>([
    ['in an envelope', createTurn([data({ skill: 'listPets', arguments: { limit: 5 }, fields: 'id,owner.name' })])],
    ['as a list', createTurn([data({ tool: 'listPets', fields: ['id', 'owner.name'], args: { limit: 5 } })])],
    [
      'in an envelope that is text',
      createTurn([text('{"skill":"listPets","arguments":{"limit":5},"fields":"id,owner.name"}')]),
    ],
    [
      'in an envelope whose skill the metadata names, too',
      createTurn([data({ skill: 'listPets', arguments: { limit: 5 }, fields: 'id,owner.name' })], {
        metadata: { skillId: 'listPets' },
      }),
    ],
    [
      'in the extension',
      createTurn([text('.')], contract({ skillId: 'listPets', arguments: { limit: 5 }, fields: 'id,owner.name' })),
    ],
    [
      'in the extension, the arguments in a part',
      createTurn([data({ limit: 5 })], contract({ skillId: 'listPets', fields: 'id,owner.name' })),
    ],
  ])('stand %s', async (_name, turn) => {
    expect(await callOf(turn)).toEqual(wanted);
  });

  it.each([
    'listPets fields=id,owner.name limit=5',
    'listPets limit=5 fields=id fields=owner.name',
    'GET /pets?limit=5&fields=id,owner.name',
  ])('are typed: %s', async (line) => {
    expect(await callOf(createTurn([text(line)]))).toEqual({ arguments: { limit: '5' }, fields: ['id', 'owner.name'] });
  });

  it('stand without arguments', async () => {
    expect(await callOf(createTurn([data({ skill: 'listPets', fields: 'id' })]))).toEqual({
      arguments: {},
      fields: ['id'],
    });
    expect(await callOf(createTurn([text('listPets fields=id')]))).toEqual({ arguments: {}, fields: ['id'] });
  });

  it('are arguments of a skill that has an argument of that name', async () => {
    expect(await callOf(createTurn([text('getPetById petId=10 fields=name')]))).toEqual({
      arguments: { petId: '10', fields: 'name' },
    });
    expect(await callOf(createTurn([data({ petId: 10, fields: ['name'] })]))).toEqual({
      arguments: { petId: 10, fields: ['name'] },
    });
  });
});
