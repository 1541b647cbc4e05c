import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rootSchema } from './schema-shape.ts';
import { substitute, type Sources } from './substitute.ts';

const files: ReadonlyMap<string, string> = new Map([
  ['/run/secrets/key', 'file-key\n'],
  ['two', 'a\n\n'],
]);

const sources: Sources = {
  env: { KEY: 'env-key', PORT: '9090', YES: 'true', EMPTY: '', YAML: 'x: [1]\ny: 2', LOOP: '${KEY}' },
  readFile: (path) => {
    const text = files.get(path);
    if (text === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    return text;
  },
};

const inText = (text: string) => substitute({ gateway: { name: text } }, rootSchema, sources);

describe('substitute', () => {
  it.each([
    ['plain', 'plain'],
    ['${KEY}', 'env-key'],
    ['Bearer ${KEY}', 'Bearer env-key'],
    ['${KEY}-${PORT}', 'env-key-9090'],
    ['${file:/run/secrets/key}', 'file-key'],
    ['${file:two}', 'a\n'],
    ['$${KEY}', '${KEY}'],
    ['$$${KEY}', '$${KEY}'],
    ['a$b $$ $', 'a$b $$ $'],
    ['${EMPTY}', ''],
    ['${YAML}', 'x: [1]\ny: 2'],
    ['${LOOP}', '${KEY}'],
    ['${PORT}', '9090'],
  ])('%j becomes %j', (text, expected) => {
    expect(inText(text)).toMatchObject({ value: { gateway: { name: expected } }, mistakes: [] });
  });

  it.each([
    ['${MISSING}', /MISSING is not set/],
    ['${KEYS}', /KEYS is not set; did you mean KEY\?/],
    ['${constructor}', /constructor is not set/],
    ['${file:/nowhere}', /\/nowhere cannot be read \(there is none\)/],
    ['${KEY:-x}', /\$\{KEY:-x\} cannot be read; expected \$\{NAME\}/],
    ['${}', /cannot be read/],
    ['${KEY', /not closed/],
  ])('%j is a mistake', (text, message) => {
    const { mistakes } = inText(text);
    expect(mistakes).toEqual([{ path: ['gateway', 'name'], at: 'value', message: expect.stringMatching(message) }]);
  });

  it('makes numbers and booleans only of a whole reference where one is expected', () => {
    const value = {
      gateway: { listen: { port: '${PORT}' }, maxTargets: '1${PORT}' },
      targets: { a: { skills: { exclude: [{ deprecated: '${YES}' }] } } },
    };
    expect(substitute(value, rootSchema, sources).value).toEqual({
      gateway: { listen: { port: 9090 }, maxTargets: '19090' },
      targets: { a: { skills: { exclude: [{ deprecated: true }] } } },
    });
  });

  it('leaves keys alone, and names of prototypes are ordinary keys', () => {
    const value = JSON.parse('{"${KEY}":1,"__proto__":{"a":"${KEY}"}}') as unknown;
    const copy = substitute(value, rootSchema, sources);
    expect(JSON.stringify(copy.value)).toBe('{"${KEY}":1,"__proto__":{"a":"env-key"}}');
    expect([...copy.references.keys()]).toEqual(['__proto__.a']);
  });

  it('gives back any text whose ${ are escaped', () => {
    assert(
      property(string(), (text) => {
        const escaped = text.replaceAll('${', () => '$${');
        const { value, references } = inText(escaped);
        return (value as { gateway: { name: string } }).gateway.name === text && references.size === 0;
      }),
    );
  });
});
