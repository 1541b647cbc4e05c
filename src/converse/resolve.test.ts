// The message as a whole: parts that cannot be used, files, nothing at all, and hostile input, which must not take long.

import { describe, expect, it } from 'vitest';
import { createSkill } from '../../test/support/skills.ts';
import {
  createTestResolver,
  createTurn,
  data,
  demoSkills,
  resolveTo,
  text,
  uploadPhoto,
} from '../../test/support/turns.ts';
import type { TurnPart } from './turn.ts';

const photo: TurnPart = { kind: 'bytes', bytes: Buffer.from('png'), filename: 'rex.png', mediaType: 'image/png' };
const bytes = { bytes: Buffer.from('png'), filename: 'rex.png', mediaType: 'image/png' };

describe('parts', () => {
  it.each([
    ['no parts', [], 'skill_unresolved', 'message.parts'],
    ['blank text', [text('  \n')], 'skill_unresolved', 'message.parts'],
    ['two data parts', [data({}), text('x'), data({})], 'part_not_usable', 'message.parts[2]'],
  ])('%s: refused', (_, parts, code, field) => {
    expect(resolveTo(createTurn(parts))).toMatchObject({ code, fields: [field] });
  });

  it('are named by the path that the wire uses', () => {
    expect(resolveTo(createTurn([data(1)], { partsField: 'message.content' }))).toMatchObject({
      fields: ['message.content[0]'],
    });
  });

  it('of an agent without skills are refused in words', () => {
    expect(resolveTo(createTurn([text('pets, please')], { skills: [] })).message).toContain(
      'This agent has no skills.',
    );
  });
});

describe('files', () => {
  it.each([
    ['with data', [text('uploadPhoto'), data({ petId: 10 }), photo], { petId: 10, body: bytes }],
    ['with typed text', [photo, text('uploadPhoto petId=10')], { petId: '10', body: bytes }],
    ['with an envelope', [data({ skill: 'uploadPhoto', args: { petId: 10 } }), photo], { petId: 10, body: bytes }],
    [
      'without a name',
      [data({ skill: 'uploadPhoto', args: {} }), { kind: 'bytes', bytes: Buffer.from('x') } as const],
      { body: { bytes: Buffer.from('x') } },
    ],
  ])('become the body of a skill that takes bytes: %s', (_, parts, args) => {
    expect(resolveTo(createTurn(parts))).toMatchObject({ skill: 'uploadPhoto', args });
  });

  it('alone are enough for the one skill of an agent', () => {
    const upload = createSkill({ id: 'upload', route: 'POST /upload', body: { mediaType: 'image/png' } });
    expect(resolveTo(createTurn([photo], { skills: [upload] }))).toEqual({
      skill: 'upload',
      args: { body: bytes },
      coerce: false,
      by: 'agent',
    });
  });

  it.each([
    ['for a skill without a body', [text('getPetById petId=10'), photo], 'message.parts[1]'],
    ['for a skill with a JSON body', [text('createPet name=Rex'), photo], 'message.parts[1]'],
    ['by URL', [text('uploadPhoto petId=10'), { kind: 'url', url: 'http://169.254.169.254/' }], 'message.parts[1]'],
    ['twice', [text('uploadPhoto petId=10'), photo, photo], 'message.parts[2]'],
    ['beside a body', [text('uploadPhoto petId=10 body=x'), photo], 'message.parts[1]'],
  ] satisfies [string, TurnPart[], string][])('%s are refused by their place', (_, parts, field) => {
    expect(resolveTo(createTurn(parts))).toMatchObject({ code: 'part_not_usable', fields: [field] });
  });

  it('do not name a skill', () => {
    expect(resolveTo(createTurn([photo], { skills: [uploadPhoto, ...demoSkills] }))).toMatchObject({
      code: 'skill_unresolved',
    });
  });
});

describe('hostile input', () => {
  const megabyte = 1_000_000;
  it.each([
    ['one long word', 'a'.repeat(megabyte)],
    ['spaces', `a${' '.repeat(megabyte)}b`],
    ['equals signs', '='.repeat(megabyte)],
    ['a long key', `getPetById ${'k'.repeat(megabyte)}=1`],
    ['many pairs', `getPetById ${'a=1 '.repeat(megabyte / 4)}`],
    ['many different pairs', `getPetById ${Array.from({ length: 100_000 }, (_, at) => `k${at}=1`).join(' ')}`],
    ['dots', `getPetById a${'.a'.repeat(90)}=1`],
    ['brackets in a key', `getPetById ${'a[b]'.repeat(49)}=1`],
    ['open quotes', `getPetById a="${'\\"'.repeat(megabyte / 2)}`],
    ['open braces', `getPetById ${'{'.repeat(megabyte)}`],
    ['open arrays in a value', `getPetById a=${'['.repeat(megabyte)}`],
    ['open JSON', `{"a":${'['.repeat(megabyte)}`],
    ['fences', '```'.repeat(megabyte / 3)],
    ['JSON fences', '```json\n{"a":1}```'.repeat(megabyte / 20)],
    ['slashes', `GET ${'/'.repeat(megabyte)}`],
    ['a long path', `GET /pets/${'%25'.repeat(megabyte / 3)}`],
    ['a long query', `GET /pets?${'a[b]=1&'.repeat(megabyte / 7)}`],
    ['quotes around', `"${'x'.repeat(megabyte)}"`],
    ['colons and backticks', '`:'.repeat(megabyte / 2)],
    ['method-like words', 'GET '.repeat(megabyte / 4)],
  ])('%s', (_, value) => {
    const resolver = createTestResolver();
    const start = performance.now();
    resolveTo(createTurn([text(value)]), resolver);
    resolveTo(createTurn([text(value)], { metadata: { skillId: 'getPetById' } }), resolver);
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  it('of a hundred thousand keys in data', () => {
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, at]));
    const start = performance.now();
    expect(resolveTo(createTurn([data(wide)]))).toMatchObject({ code: 'skill_unresolved' });
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
