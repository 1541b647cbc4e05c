import { describe, expect, it } from 'vitest';
import type { Call } from '../invoke/call.ts';
import type { Content } from '../invoke/outcome.ts';
import type { TurnPart } from '../converse/turn.ts';
import { createSkill } from '../../test/support/skills.ts';
import { toAnswerForm, type AnswerLimits } from './answer-form.ts';
import { takesOnlyText } from './output-modes.ts';
import { toReplyParts } from './reply-parts.ts';

const call: Call = {
  skill: createSkill({ id: 'listPets', route: 'GET /pets', arguments: { limit: ['query', { type: 'integer' }] } }),
  arguments: {},
  coerce: false,
  resolvedBy: 'typed text',
};
const saysData: TurnPart = { kind: 'data', data: {} };
const saysText: TurnPart = { kind: 'text', text: 'x' };
const json: Content = { kind: 'json', mediaType: 'application/json; charset=utf-8', text: '{"n":1.50}' };

interface Said {
  readonly parts: readonly TurnPart[];
  readonly modes?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly requestMetadata?: Readonly<Record<string, unknown>>;
  readonly limits?: AnswerLimits;
  readonly fields?: readonly string[];
}

function reply(content: Content, said: Said, status = 200) {
  const { parts, modes = [], metadata = {}, requestMetadata = {}, limits = { text: 8192 }, fields } = said;
  const wishes = { parts, acceptedOutputModes: modes, metadata, requestMetadata };
  const form = toAnswerForm(limits, wishes, { ...call, ...(fields === undefined ? {} : { fields }) });
  return toReplyParts({ status, content }, { form, textOnly: takesOnlyText(modes) });
}

const data = { kind: 'json', json: '{"n":1.50}', mediaType: 'application/json' };
const told = { kind: 'text', text: 'n: 1.50', isRendering: true };
const plain = { kind: 'text', text: '{"n":1.50}' };

describe('the parts of an answer', () => {
  it.each<[string, TurnPart[], string[], unknown[]]>([
    ['data for data', [saysData], [], [data]],
    ['a readable text first for a caller that spoke text', [saysText], [], [told, data]],
    ['data for text that stands beside data', [saysText, saysData], [], [data]],
    ['a readable text alone for a caller that spoke text and takes only text', [saysText], ['text/plain'], [told]],
    ['the same, spelt otherwise', [saysText], ['text/*'], [told]],
    ['JSON as text for a caller that sent data and takes only text', [saysData], ['text/plain'], [plain]],
    ['data alone when only JSON is accepted', [saysText], ['application/json'], [data]],
    ['both when both are accepted', [saysText], ['application/json', 'text/plain'], [told, data]],
    ['both when everything is accepted', [saysText], ['*/*'], [told, data]],
    ['its own type when it cannot be what is asked for', [saysData], ['image/png'], [data]],
  ])('%s', (_name, parts, modes, expected) => {
    expect(reply(json, { parts, modes })).toEqual(expected);
  });

  it('have a text that is as long as the configuration says, and the data whole', () => {
    const text = JSON.stringify(Array.from({ length: 500 }, (_, at) => ({ id: at, name: `Pet ${at}` })));
    const [words, whole] = reply({ ...json, text }, { parts: [saysText], limits: { text: 1000 } });
    expect(words?.kind === 'text' && words.text.length).toBeLessThanOrEqual(1000);
    expect(words).toMatchObject({ text: expect.stringMatching(/\n… \d+ more of 500\nThe data part holds all\.$/) });
    expect(whole).toMatchObject({ json: text });
  });

  it('have a longer text where it stands alone, which says how to get the rest', () => {
    const text = JSON.stringify(Array.from({ length: 5000 }, (_, at) => ({ id: at, name: `Pet ${at}` })));
    const parts = reply({ ...json, text }, { parts: [saysText], modes: ['text/plain'], limits: { text: 1000 } });
    expect(parts).toEqual([
      expect.objectContaining({
        text: expect.stringMatching(
          /\n… \d+ more of 5000\nAsk for the fields that you need \(fields=id,name\), or for a part with limit\.$/,
        ),
      }),
    ]);
    const [words] = parts;
    expect(words?.kind === 'text' && words.text.length > 14_000 && words.text.length <= 16_000).toBe(true);
  });

  it.each<[Content, unknown]>([
    [
      { kind: 'text', mediaType: 'Text/HTML; charset=x', text: '<p>' },
      { kind: 'text', text: '<p>', mediaType: 'text/html' },
    ],
    [
      { kind: 'bytes', mediaType: 'image/png', bytes: Buffer.from('x'), filename: 'a.png' },
      { kind: 'bytes', base64: 'eA==', mediaType: 'image/png', filename: 'a.png' },
    ],
    [
      { kind: 'url', mediaType: 'image/png', url: 'https://files.example.test/a' },
      { kind: 'url', mediaType: 'image/png', url: 'https://files.example.test/a' },
    ],
    [{ kind: 'empty' }, { kind: 'text', text: 'The service answered 204 without content.' }],
  ])('of %j', (content, part) => {
    expect(reply(content, { parts: [saysData], limits: { text: 8192, data: 1 } }, 204)).toEqual([part]);
  });
});

describe('fields', () => {
  const pet: Content = { ...json, text: '{"id":9007199254740993,"name":"Rex","owner":{"name":"Ann","age":5}}' };

  it.each<[string, Partial<Said>]>([
    ['in the metadata of the message', { metadata: { fields: 'id,owner.name' } }],
    ['in the metadata of the request', { requestMetadata: { fields: ['id', 'owner.name'] } }],
    ['of the call', { fields: ['id', 'owner.name'] }],
    ['of the call, before those of the metadata', { fields: ['id', 'owner.name'], metadata: { fields: 'name' } }],
  ])('%s are what is answered', (_name, said) => {
    expect(reply(pet, { parts: [saysText], ...said })).toEqual([
      { kind: 'text', text: 'id: 9007199254740993\nowner.name: Ann', isRendering: true },
      { kind: 'json', json: '{"id":9007199254740993,"owner":{"name":"Ann"}}', mediaType: 'application/json' },
    ]);
  });

  it('that are no names are something else of the caller', () => {
    const [part] = reply(pet, { parts: [saysData], metadata: { fields: { a: 1 } } });
    expect(part).toMatchObject({ json: pet.kind === 'json' && pet.text });
  });

  it('that are not in the answer are named, beside data that was asked for by data', () => {
    expect(reply(pet, { parts: [saysData], metadata: { fields: 'id,colour' } })).toEqual([
      { kind: 'json', json: '{"id":9007199254740993}', mediaType: 'application/json' },
      { kind: 'text', text: 'Not in the answer: colour.' },
    ]);
  });
});

describe('a limit for the data', () => {
  const text = JSON.stringify({ items: Array.from({ length: 500 }, (_, id) => ({ id })), total: 500 });
  const long: Content = { ...json, text };
  const limits = { text: 500, data: 200 };

  it('cuts lists, and says so after the data', () => {
    const [part, note] = reply(long, { parts: [saysData], limits });
    const cut = part?.kind === 'json' ? (JSON.parse(part.json) as { items: unknown[]; total: number }) : undefined;
    expect(cut?.total).toBe(500);
    expect(part?.kind === 'json' && part.json.length).toBeLessThanOrEqual(200);
    expect(note).toEqual({
      kind: 'text',
      text: `The data part was cut: it holds ${cut?.items.length} of 500 items of items. Ask for the fields that you need (fields=id,name), or for a part with limit.`,
    });
  });

  it('is said in the readable text where there is one', () => {
    const [words, part, ...others] = reply(long, { parts: [saysText], limits });
    expect(words).toMatchObject({ text: expect.stringMatching(/more of 500\nThe data part was cut: it holds/) });
    expect(part?.kind).toBe('json');
    expect(others).toEqual([]);
  });

  it('is told beside the data to who takes no text', () => {
    expect(reply(long, { parts: [saysText], modes: ['application/json'], limits })).toEqual([
      expect.objectContaining({ kind: 'json', metadata: { note: expect.stringContaining('of 500 items of items') } }),
    ]);
  });

  it('leaves shorter data as it is', () => {
    expect(reply(json, { parts: [saysData], limits })).toEqual([data]);
  });
});
