import { describe, expect, it } from 'vitest';
import { createHttpSkill } from '../../../test/support/http-skill.ts';
import { createAccepts, createCheck, createLookup } from '../../../test/support/skills.ts';
import { createTurn, data, text } from '../../../test/support/turns.ts';
import type { Skill } from '../../catalog/skill.ts';
import type { ModelChoice } from '../model/choose-skill.ts';
import type { Asked } from '../model/model.ts';
import { createResolver, type Resolver } from '../resolve.ts';
import { defaultSettings, type ConverseSettings } from '../settings.ts';

const petId = ['path!', { type: 'integer' }] as const;
const getPet = createHttpSkill({ id: 'getPet', route: 'GET /pets/{petId}', arguments: { petId } });
const deletePet = createHttpSkill({ id: 'deletePet', route: 'DELETE /pets/{petId}', arguments: { petId } });
const addNote = createHttpSkill({
  id: 'addNote',
  route: 'POST /pets/{petId}/notes',
  arguments: { petId, note: ['query!', { type: 'string' }] },
});
const pets: readonly Skill[] = [getPet, deletePet, addNote];

interface Bench {
  readonly resolver: Resolver;
  readonly asked: readonly Asked[];
  say(sentence: string, skills?: readonly Skill[]): Promise<unknown>;
}

function createBench(choice: ModelChoice | undefined, settings: Partial<ConverseSettings> = {}, skills = pets): Bench {
  const asked: Asked[] = [];
  const resolver = createResolver({
    ...createLookup(skills),
    accepts: createAccepts(),
    ...createCheck(skills),
    settings: { ...defaultSettings, ...settings },
    model: {
      choose: (one) => {
        asked.push(one);
        return Promise.resolve(choice);
      },
    },
  });
  return {
    resolver,
    asked,
    say: async (sentence) => {
      const resolution = await resolver.resolve(createTurn([text(sentence)], { skills }));
      if (resolution.kind === 'call') {
        const { skill, arguments: args, resolvedBy } = resolution.call;
        return { call: skill.id, args, by: resolvedBy };
      }
      return resolution.kind === 'question'
        ? { asked: resolution.question.open.kind, text: resolution.question.text, by: resolution.question.resolvedBy }
        : resolution;
    },
  };
}

const call = (skill: Skill, args: Record<string, unknown>): ModelChoice => ({ kind: 'call', skill, arguments: args });
/** In words that no skill has. */
const foreign = '¿Qué se sabe del animalito número diez?';

describe('step 9: a model', () => {
  it('chooses a call that changes nothing', async () => {
    const bench = createBench(call(getPet, { petId: 10 }));
    expect(await bench.say(foreign)).toEqual({ call: 'getPet', args: { petId: 10 }, by: 'model' });
    expect(bench.asked.map((one) => [one.text, one.candidates.map(({ skill }) => skill.id).toSorted()])).toEqual([
      [foreign, ['addNote', 'deletePet', 'getPet']],
    ]);
  });

  it.each<readonly [string, ModelChoice, ConverseSettings['confirm'], unknown]>([
    ['destroys something', call(deletePet, { petId: 10 }), 'destructive', { asked: 'confirm', by: 'model' }],
    ['changes something', call(addNote, { petId: 10, note: 'x' }), 'destructive', { asked: 'confirm', by: 'model' }],
    ['changes something', call(addNote, { petId: 10, note: 'x' }), 'unsafe', { asked: 'confirm', by: 'model' }],
    ['destroys something', call(deletePet, { petId: 10 }), 'never', { call: 'deletePet', by: 'model' }],
    ['reads something', call(getPet, { petId: 10 }), 'unsafe', { call: 'getPet', by: 'model' }],
  ])('a call that %s: %j, confirm: %s', async (_, choice, confirm, expected) => {
    expect(await createBench(choice, { confirm }).say(foreign)).toMatchObject(expected as object);
  });

  it('asks in its own words, with the candidates below', async () => {
    const bench = createBench({ kind: 'question', text: '¿Cuál?' });
    expect(await bench.say(foreign)).toMatchObject({ asked: 'choose', text: expect.stringMatching(/^¿Cuál\?/) });
  });

  it('that is of no use leaves the question that there is without it', async () => {
    const without = await createBench(undefined).say(foreign);
    expect(without).toMatchObject({ asked: 'choose', text: expect.stringContaining(foreign) });
  });

  it.each([
    ['a call line', 'getPet {"petId":10}'],
    ['a pair', 'getPet petId=10'],
    ['a route', 'GET /pets/10'],
    ['a cry for help', 'help'],
  ])('is not asked about %s', async (_, sentence) => {
    const bench = createBench(call(deletePet, { petId: 1 }));
    await bench.say(sentence);
    expect(bench.asked).toEqual([]);
  });

  it('is not asked about data', async () => {
    const bench = createBench(call(deletePet, { petId: 1 }));
    await bench.resolver.resolve(createTurn([data({ skill: 'getPet', arguments: { petId: 10 } })], { skills: pets }));
    expect(bench.asked).toEqual([]);
  });

  it('is told when the caller has gone', async () => {
    const bench = createBench(undefined);
    const { signal } = new AbortController();
    await bench.resolver.resolve(createTurn([text(foreign)], { skills: pets, signal }));
    expect(bench.asked[0]?.signal).toBe(signal);
  });

  it('is shown what the search found when there are many skills', async () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      createHttpSkill({ id: `fetchThing${at}`, route: `GET /things${at}` }),
    );
    const bench = createBench(undefined, {}, [...many, getPet]);
    await bench.say('tell me of that pet and then of the other pet');
    const shown = bench.asked.flatMap(({ candidates }) => candidates.map(({ skill }) => skill.id));
    expect(shown).toContain('getPet');
    expect(shown.length).toBeLessThanOrEqual(8);
    await bench.say(foreign);
    expect(bench.asked.slice(1)).toEqual([]);
  });
});
