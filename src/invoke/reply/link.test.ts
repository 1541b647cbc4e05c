import { describe, expect, it } from 'vitest';
import { parseLinks } from './link.ts';

describe('Link (RFC 8288 §3)', () => {
  it.each<[string | undefined, readonly (readonly [string, readonly string[], Readonly<Record<string, string>>])[]]>([
    [undefined, []],
    ['', []],
    ['</a>', [['/a', [''], {}]]],
    [
      '<http://example.test/TheBook/chapter2>; rel="previous"; title="previous chapter"',
      [['http://example.test/TheBook/chapter2', ['previous'], { title: 'previous chapter' }]],
    ],
    ['</>; rel="http://example.net/foo"', [['/', ['http://example.net/foo'], {}]]],
    [
      '</a>; rel="Start next", <b,c>;REL=self',
      [
        ['/a', ['start', 'next'], {}],
        ['b,c', ['self'], {}],
      ],
    ],
    [String.raw`<a>; title="say \"hi\", x; y"; rel=alternate`, [['a', ['alternate'], { title: 'say "hi", x; y' }]]],
    ['<a>; rel=one; rel=two; crossorigin', [['a', ['one'], { crossorigin: '' }]]],
    ['nonsense <a>; rel=x', []],
    ['<a>; rel=x nonsense <b>', [['a', ['x'], {}]]],
  ])('%j', (header, links) => {
    expect(
      parseLinks(header).map(({ target, rels, parameters }) => {
        const { rel: _rel, ...others } = Object.fromEntries(parameters);
        return [target, rels, others];
      }),
    ).toEqual(links);
  });

  it('takes time that grows with its length, not more', () => {
    const header = `<${'a'.repeat(100_000)}>${';a="'.repeat(50_000)}`;
    expect(parseLinks(header)).toHaveLength(1);
  });
});
