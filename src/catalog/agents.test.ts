// The agents beside the root, by the ids in their addresses.

import { describe, expect, it } from 'vitest';
import { createSkill } from '../../test/support/skills.ts';
import { createAgentIndex, createSkillAgents, type AgentSource } from './agents.ts';

const getPet = createSkill({ id: 'pets__getPetById', bareId: 'getPetById', target: 'pets', name: 'Get a pet' });
const getOrder = createSkill({ id: 'orders__getOrder', bareId: 'getOrder', target: 'orders' });
const odd = createSkill({ id: '__proto__', target: 'odd' });
const skills = [getPet, getOrder, odd];

describe('an agent for each skill', () => {
  const agents = createAgentIndex([createSkillAgents(skills)]);

  it.each(['pets.getPetById', 'pets.pets__getPetById'])('%s', (id) => {
    expect(agents.find(id)).toEqual({
      id: 'pets.getPetById',
      name: 'Get a pet',
      description: 'pets__getPetById',
      skills: [getPet],
    });
  });

  it.each([
    '',
    'pets',
    'getPetById',
    'orders.getPetById',
    'pets.getpetbyid',
    'toString',
    '__proto__',
    'odd.constructor',
  ])('none is %j', (id) => {
    expect(agents.find(id)).toBeUndefined();
  });

  it('is the same each time, with the same list of skills', () => {
    expect(agents.find('pets.getPetById')).toBe(agents.find('pets.pets__getPetById'));
    expect(agents.list()[0]).toBe(agents.find('pets.getPetById'));
  });

  it('are listed in the order of the catalog', () => {
    expect(agents.list().map(({ id }) => id)).toEqual(['pets.getPetById', 'orders.getOrder', 'odd.__proto__']);
  });

  it.each([
    ['pets.getPetByID', ['pets.getPetById']],
    ['getPetById', ['pets.getPetById']],
    ['pets__getPetById', ['pets.getPetById']],
    ['order', ['orders.getOrder']],
    ['nothing.like.it', []],
    ['x'.repeat(10_000), []],
  ])('for %j it suggests %j', (id, suggested) => {
    expect(agents.suggest(id, 5)).toEqual(suggested);
  });
});

describe('several sources', () => {
  const pets = { id: 'pets', name: 'Pets', description: 'All about pets.', skills: [getPet] };
  const taken = { ...pets, id: 'orders.getOrder' };
  const named: AgentSource = {
    find: (id) => [pets, taken].find((agent) => agent.id === id),
    list: () => [pets, taken],
  };
  const agents = createAgentIndex([named, createSkillAgents(skills)]);

  it('are asked in order', () => {
    expect(agents.find('pets')).toBe(pets);
    expect(agents.find('orders.getOrder')).toBe(taken);
    expect(agents.find('pets.getPetById')?.skills).toEqual([getPet]);
  });

  it('list each id once', () => {
    expect(agents.list().map(({ id }) => id)).toEqual(['pets', 'orders.getOrder', 'pets.getPetById', 'odd.__proto__']);
  });
});
