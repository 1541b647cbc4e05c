import { describe, expect, it } from 'vitest';
import type { Content } from '../invoke/outcome.ts';
import type { TurnPart } from '../converse/turn.ts';
import { toReplyParts } from './reply-parts.ts';

const json: Content = { kind: 'json', mediaType: 'application/json; charset=utf-8', text: '{"n":1}' };
const data = { kind: 'json', json: '{"n":1}', mediaType: 'application/json' };
const plain = { kind: 'text', text: '{"n":1}' };
const saysData: TurnPart = { kind: 'data', data: {} };
const saysText: TurnPart = { kind: 'text', text: 'x' };

describe('the parts of an answer', () => {
  it.each<[string, TurnPart[], string[], unknown[]]>([
    ['data for data', [saysData], [], [data]],
    ['a text mirror first for a caller that spoke text', [saysText], [], [plain, data]],
    ['data for text that stands beside data', [saysText, saysData], [], [data]],
    ['text alone when only text is accepted', [saysData], ['text/plain'], [plain]],
    ['text alone when only text is accepted, spelt otherwise', [saysText], ['text/*'], [plain]],
    ['data alone when only JSON is accepted', [saysText], ['application/json'], [data]],
    ['both when both are accepted', [saysText], ['application/json', 'text/plain'], [plain, data]],
    ['both when everything is accepted', [saysText], ['*/*'], [plain, data]],
    ['its own type when it cannot be what is asked for', [saysData], ['image/png'], [data]],
  ])('%s', (_name, parts, acceptedOutputModes, expected) => {
    expect(toReplyParts({ status: 200, content: json }, { parts, acceptedOutputModes })).toEqual(expected);
  });

  it('cut a long mirror but never the data', () => {
    const text = `"${'x'.repeat(50_000)}"`;
    const [mirror, whole] = toReplyParts(
      { status: 200, content: { ...json, text } },
      { parts: [saysText], acceptedOutputModes: [] },
    );
    expect(mirror).toMatchObject({ kind: 'text', text: expect.stringMatching(/^"x{7999}\n… \(cut; .*\)$/) });
    expect(whole).toMatchObject({ json: text });
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
    expect(toReplyParts({ status: 204, content }, { parts: [saysData], acceptedOutputModes: [] })).toEqual([part]);
  });
});
