import { describe, expect, it } from 'vitest';
import { parseYaml } from './yaml.ts';

const mistakesOf = (text: string) =>
  parseYaml(text).mistakes.map(({ position, message }) => [position?.line, position?.column, message]);

describe('parseYaml', () => {
  it.each([
    ['YAML', 'a:\n  b: [1, x]\n', { a: { b: [1, 'x'] } }],
    ['JSON, tabs included', '{\n\t"a": { "b": [1, "x"] }\n}', { a: { b: [1, 'x'] } }],
    ['a byte order mark', '\ufeffa: 1', { a: 1 }],
    ['merge keys', 'x: &x { a: 1 }\ny: { <<: *x, b: 2 }', { x: { a: 1 }, y: { a: 1, b: 2 } }],
    ['dates as texts', 'a: 2026-01-02', { a: '2026-01-02' }],
    ['words of YAML 1.1 as texts', 'a: no', { a: 'no' }],
    ['nothing', '# only a comment', null],
  ])('reads %s', (_what, text, value) => {
    expect(parseYaml(text)).toMatchObject({ value, mistakes: [] });
  });

  it('reads __proto__ as an ordinary key', () => {
    const { value } = parseYaml('__proto__: { polluted: 1 }');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    ['a: [1', 1, /not valid YAML/],
    ['a: 1\n b: 2', 1, /not valid YAML/],
    ['a: 1\nb: "x', 2, /not valid YAML/],
    ['a: 1\nb: 2\na: 3', 3, /"a" stands here a second time/],
    ['a: 1\n---\nb: 2', 2, /second document/],
    ['a: 1\nb: !env X', 2, /tags .* are not used/],
    ['a: 1\nb: *nope', 2, /no anchor/],
    ['a: &x\n  b: *x', 2, /inside its own anchor/],
  ])('finds the mistake in %j on line %i', (text, line, message) => {
    expect(mistakesOf(text)).toContainEqual([line, expect.any(Number), expect.stringMatching(message)]);
  });

  it('refuses aliases that multiply', () => {
    const bomb = ['a0: &a0 [x,x,x,x,x,x,x,x,x]'];
    for (let at = 1; at < 9; at += 1)
      bomb.push(
        `a${at}: &a${at} [${Array(9)
          .fill(`*a${at - 1}`)
          .join(',')}]`,
      );
    const read = parseYaml(bomb.join('\n'));
    expect(read.value).toBeUndefined();
    expect(read.mistakes[0]?.message).toMatch(/multiply/);
  });

  it.each(['k: *hunter2', 'k: !hunter2 x', '? [hunter2\n', 'k: |hunter2\n  x', 'k: "a\n}hunter2', '}hunter2'])(
    'does not print the text of %j',
    (text) => {
      expect(JSON.stringify(mistakesOf(text))).not.toContain('hunter2');
      expect(mistakesOf(text)).not.toEqual([]);
    },
  );
});

describe('locate', () => {
  const { locate } = parseYaml('x: &x\n  deep: { k: 1 }\ny:\n  <<: *x\n  list:\n    - a\n    - b: 2\nz: *x\n');

  it.each([
    [['x'], 'key', 1, 1],
    [['x', 'deep', 'k'], 'value', 2, 14],
    [['y', 'list', 1], 'value', 7, 7],
    [['y', 'list', 1, 'b'], 'value', 7, 10],
    [['y', 'deep', 'k'], 'key', 2, 11],
    [['z', 'deep', 'k'], 'key', 2, 11],
    [['y', 'list', 1, 'missing'], 'key', 7, 7],
    [['missing'], 'key', 1, 1],
  ] as const)('%j (%s) is at %i:%i', (path, at, line, column) => {
    expect(locate(path, at)).toEqual({ line, column });
  });
});
