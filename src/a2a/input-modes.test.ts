import { describe, expect, it } from 'vitest';
import { createSkill } from '../../test/support/skills.ts';
import type { TurnPart } from '../converse/turn.ts';
import { assertMediaTypes } from './input-modes.ts';

const upload = { ...createSkill({ id: 'upload' }), inputModes: ['application/json', 'image/*', 'application/pdf'] };
const bytes = (mediaType?: string): TurnPart => ({
  kind: 'bytes',
  bytes: Buffer.from('x'),
  ...(mediaType !== undefined && { mediaType }),
});

describe('media types of parts (A2A 1.0 §3.1.1)', () => {
  it.each<TurnPart>([
    { kind: 'text', text: 'x' },
    { kind: 'text', text: 'x', mediaType: 'text/markdown; charset=utf-8' },
    { kind: 'text', text: '{}', mediaType: 'application/json' },
    { kind: 'data', data: {}, mediaType: 'application/merge-patch+json' },
    bytes(),
    bytes('image/PNG'),
    bytes('application/pdf; version=1'),
  ])('take %j', (part) => {
    expect(() => assertMediaTypes([part], [upload])).not.toThrow();
  });

  it.each<TurnPart>([
    { kind: 'text', text: 'x', mediaType: 'application/zip' },
    { kind: 'data', data: {}, mediaType: 'text/plain' },
    { kind: 'url', url: 'https://files.example.test/a', mediaType: 'video/mp4' },
    bytes('application/x-unsupported-tck-type'),
    bytes('nonsense'),
  ])('refuse %j by name', (part) => {
    expect(() => assertMediaTypes([{ kind: 'text', text: 'x' }, part], [upload])).toThrow(
      expect.objectContaining({
        code: 'content_type_not_supported',
        message: expect.stringContaining('message.parts[1]'),
      }),
    );
  });

  it('take a file of any type where a skill takes octets', () => {
    const store = { ...createSkill({ id: 'store' }), inputModes: ['application/json', 'application/octet-stream'] };
    expect(() => assertMediaTypes([bytes('image/png'), bytes()], [store])).not.toThrow();
    expect(() => assertMediaTypes([bytes('nonsense')], [store])).toThrow('message.parts[0]');
    expect(() => assertMediaTypes([{ kind: 'text', text: 'x', mediaType: 'image/png' }], [store])).toThrow(
      'message.parts[0]',
    );
  });
});
