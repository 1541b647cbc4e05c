// What is made when, of a catalog of which there are many skills; and that nothing of an old catalog stays.

import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createLookup, createSkill } from '../../test/support/skills.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Skill } from '../catalog/skill.ts';
import { discovery } from './discovery.ts';
import { createPublicUrl } from './public-url.ts';
import { findAgent, publish } from './published.ts';

/** Notes the ids of skills whose schema is made, which is what is dear in a card. */
function createCatalog(count: number, made: string[] = []): Catalog {
  const skills = Array.from({ length: count }, (_, at): Skill => {
    const skill = createSkill({ id: `op${at}` });
    const schema = () => {
      made.push(skill.id);
      return skill.input.schema();
    };
    return { ...skill, input: { ...skill.input, schema } };
  });
  return { skills, byId: new Map(skills.map((skill) => [skill.id, skill])), targets: [], ...createLookup(skills) };
}

describe('the cards of agents beside the root', () => {
  it('are made when they are asked for, one at a time', () => {
    const made: string[] = [];
    const published = publish(createCatalog(1_200, made), { facts: { name: 'Large' } });
    const atStart = made.length;
    published.agents.list();
    expect(made).toHaveLength(atStart);
    published.cardsOf(findAgent(published, 'demo.op700'));
    expect(made.slice(atStart)).toEqual(['op700']);
  });

  it('are kept until the catalog is replaced', async () => {
    const made: string[] = [];
    let published = publish(createCatalog(30, made), { facts: { name: 'Old' } });
    await using app = fastify();
    const publicUrl = createPublicUrl({ publicUrl: 'https://agents.example.test' });
    await app.register(discovery, { published: () => published, publicUrl, headerless: 'both', maxAge: 1 });
    const get = async (): Promise<string> =>
      (await app.inject('/agents/demo.op7/.well-known/agent-card.json')).json<{ name: string }>().name;
    const atStart = made.length;
    expect([await get(), await get(), made.length]).toEqual(['Old: op7', 'Old: op7', atStart + 1]);
    published = publish(createCatalog(8), { facts: { name: 'New' } });
    expect(await get()).toBe('New: op7');
    published = publish(createCatalog(7), { facts: { name: 'New' } });
    expect((await app.inject('/agents/demo.op7')).statusCode).toBe(404);
  });

  it('have names of a length that can be read', () => {
    const name = 'A very long name of a gateway that nobody would say in full';
    const published = publish(createCatalog(1), { facts: { name } });
    const { templates } = published.cardsOf(findAgent(published, 'demo.op0'));
    const card = JSON.parse(templates['1.0'].fill('https://agents.example.test')) as { readonly name: string };
    expect(card.name).toMatch(/^A very long name of a gateway.* …: op0$/);
    expect(card.name.length).toBeLessThanOrEqual(40 + ': op0'.length);
  });
});
