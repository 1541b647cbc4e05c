import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toReadable, type Readable } from './to-readable.ts';

const read = (value: unknown, options: Partial<Readable> = {}): string =>
  toReadable(JSON.stringify(value), { limit: 8000, rest: 'The data part holds all.', ...options });
const pets = (length: number) =>
  Array.from({ length }, (_, at) => ({ status: 'sold', id: at + 1, name: `Pet ${at + 1}`, owner: { name: 'Ann' } }));

describe('a single value', () => {
  it.each<[string, string]>([
    ['10', '10'],
    ['9007199254740993', '9007199254740993'],
    ['1.50', '1.50'],
    ['"two\\nlines\\u0007"', 'two\nlines'],
    ['""', '""'],
    ['true', 'true'],
    ['null', 'none'],
    ['{}', '{}'],
    ['[]', '(empty list)'],
  ])('%s is told as %s', (json, text) => {
    expect(toReadable(json, { limit: 100 })).toBe(text);
  });

  it('is cut between words, and says so', () => {
    const text = read('word '.repeat(100), { limit: 100 });
    expect(text).toMatch(/^(?:word )+word…\nThe data part holds all\.$/);
    expect(text.length).toBeLessThanOrEqual(100);
  });
});

describe('an object', () => {
  it('has a line for each field, with the names that `fields` takes', () => {
    const json =
      '{"id":9007199254740993,"price":1.50,"owner":{"name":"Ann","home":{"city":"Ulm"}},"tags":["a","b"],"gone":null,"none":[],"sold":false}';
    expect(toReadable(json, { limit: 500 }).split('\n')).toEqual([
      'id: 9007199254740993',
      'price: 1.50',
      'owner.name: Ann',
      'owner.home.city: Ulm',
      'tags: a, b',
      'gone: none',
      'none: []',
      'sold: false',
    ]);
  });

  it('has no line that only looks like a field', () => {
    expect(read({ note: 'one\nstatus: sold', 'a\nb': 1 })).toBe('note: one\n  status: sold\na b: 1');
  });

  it('shows what is deep in one line', () => {
    expect(read({ a: { b: { c: { d: { e: 1, f: [1, { g: 2 }] } } } } })).toBe('a.b.c.d: { e: 1, f: [1; { g: 2 }] }');
  });

  it('shortens long texts before it leaves fields out', () => {
    const text = read({ text: 'word '.repeat(1000), id: 1, note: 'x' }, { limit: 1000 });
    expect(text).toMatch(/^text: (?:word )+word…\nid: 1\nnote: x\nThe data part holds all\.$/);
    expect(text.length).toBeGreaterThan(700);
  });

  it('counts the fields that are left out', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`field${at}`, at]));
    expect(read(many, { limit: 400 })).toMatch(/\nfield\d+: \d+\n… \d+ more of 100 fields\nThe data part holds all\.$/);
  });
});

describe('a list of objects', () => {
  it('is a table: ids, names and states first', () => {
    expect(read(pets(2)).split('\n')).toEqual([
      '| id | name | status | owner.name |',
      '| --- | --- | --- | --- |',
      '| 1 | Pet 1 | sold | Ann |',
      '| 2 | Pet 2 | sold | Ann |',
    ]);
  });

  it('follows what a wrapper says about it', () => {
    expect(read({ items: pets(2), total: 40, next: 'https://a.example/pets?cursor=b' })).toMatch(
      /^total: 40 · next: https:\/\/a\.example\/pets\?cursor=b\nitems \(2\):\n\| id \|/,
    );
  });

  it('is not a wrapper when it belongs to something', () => {
    expect(read({ id: 1, name: 'Rex', toys: pets(2) })).toMatch(/^id: 1\nname: Rex\ntoys \(2\):\n\| id \|/);
  });

  it('is cut at whole rows, and counts the others', () => {
    const text = read(pets(500), { limit: 500 });
    expect(text).toMatch(/\n\| \d+ \| Pet \d+ \| sold \| Ann \|\n… \d+ more of 500\nThe data part holds all\.$/);
    const [, last, more] = /\| (\d+) \| Pet \d+ \| sold \| Ann \|\n… (\d+) more/.exec(text) ?? [];
    expect(Number(last) + Number(more)).toBe(500);
  });

  it('counts no further than a million characters', () => {
    const json = JSON.stringify(Array.from({ length: 30_000 }, (_, id) => ({ id, text: 'x'.repeat(80) })));
    expect(toReadable(json, { limit: 500 })).toMatch(/\n… more than \d+ more$/);
  });

  it('shows what differs, with few links, where there are more fields than columns', () => {
    const rows = Array.from({ length: 9 }, (_, at) => ({
      kind: 'repo',
      fork: at % 2 === 0,
      url: `https://a.example/${at}`,
      page: `https://b.example/${at}`,
      keys: `https://c.example/${at}`,
      size: 5,
      stars: at,
      made: `2024-01-0${at + 1}`,
      owner: { login: `ann${at}` },
      full_name: `n${at}`,
      id: at,
    }));
    expect(read(rows)).toMatch(/^\| id \| full_name \| kind \| stars \| made \| owner\.login \| fork \| url \|\n/);
    expect(read(rows)).toMatch(/\nFields left out: page, keys, size\.\n/);
  });

  it('keeps cells in their row', () => {
    expect(
      read([
        { id: 1, name: 'a|b\nc' },
        { id: 2, name: null, x: 1 },
        { id: 3, x: 2 },
        { id: 4, name: 'd' },
      ])
        .split('\n')
        .slice(2),
    ).toEqual(['| 1 | a\\|b c |  |', '| 2 | none | 1 |', '| 3 |  | 2 |', '| 4 | d |  |']);
  });

  it('names fields that make no column', () => {
    const rows = pets(20).map((pet) => ({ ...pet, toys: [{ id: 1 }], about: 'word '.repeat(40) }));
    expect(read(rows)).toMatch(/\nFields left out: toys, about\.\nThe data part holds all\.$/);
  });

  it('is numbered when its texts are long, or when it is short and has more than columns can show', () => {
    const found = [1, 2].map((at) => ({
      title: `T${at}`,
      url: `https://a.example/${at}`,
      text: 'word '.repeat(40).trim(),
    }));
    expect(read(found)).toMatch(/^1\. title: T1\n {3}url: https:\/\/a\.example\/1\n {3}text: word .*\n2\. title: T2\n/);
    expect(read([{ id: 1, lines: [{ sku: 'a', qty: 2 }, { sku: 'b' }] }])).toBe(
      '1. id: 1\n   lines: { sku: a, qty: 2 }; { sku: b }',
    );
  });

  it('leaves no field out when the text stands alone, as long as there is room', () => {
    const rows = pets(20).map((pet) => ({ ...pet, toys: [{ id: 1 }] }));
    expect(read(rows, { isAlone: true, rest: 'R' })).toMatch(/^1\. status: sold\n[^]*\n20\. [^]*toys: \{ id: 1 \}$/);
    expect(read(rows, { isAlone: true, rest: 'R', limit: 600 })).toMatch(/^\| id \|[^]*\nFields left out: toys\.\nR$/);
  });

  it('shares the room with other lists', () => {
    const text = read({ orders: pets(300), customers: pets(300) }, { limit: 1500 });
    expect(text.match(/more of 300/g)).toHaveLength(2);
    expect(text).toContain('customers (300):\n| id |');
  });
});

describe('other lists', () => {
  it.each<[unknown, string]>([
    [[1, 2, 3], '1, 2, 3'],
    [['a, b', 'c'], '- a, b\n- c'],
    [['https://a.example/1', 'https://a.example/2'], '- https://a.example/1\n- https://a.example/2'],
    [[[1, 2], [3]], '- 1, 2\n- 3'],
    [[1, { a: 2 }, null], '- 1\n- a: 2\n- none'],
  ])('%j is told as %j', (value, text) => {
    expect(read(value)).toBe(text);
  });

  it('are cut at whole items', () => {
    const text = read(
      Array.from({ length: 1000 }, (_, at) => at),
      { limit: 300 },
    );
    expect(text).toMatch(/^0, 1, 2, .*, \d+\n… \d+ more of 1000\nThe data part holds all\.$/);
  });
});

describe('any JSON', () => {
  const url = fc
    .webUrl({ withQueryParameters: true, validSchemes: ['http', 'https'] })
    .filter((text) => !text.includes('|'));
  const leaf = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.lorem({ maxCount: 30 }),
    fc.tuple(fc.lorem({ maxCount: 5 }), url, fc.lorem({ maxCount: 5 })).map((words) => words.join(' ')),
    fc.double(),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 5, withCrossShrink: true }, leaf, tie('list'), tie('object')),
    list: fc.array(tie('tree'), { maxLength: 8 }),
    object: fc.dictionary(fc.oneof(fc.constantFrom('id', 'name', '__proto__', 'a.b'), fc.string()), tie('tree'), {
      maxKeys: 8,
    }),
  }));
  const rows = fc
    .record({ id: fc.integer(), name: leaf, link: url }, { requiredKeys: ['id'] })
    .chain((row) =>
      fc.array(fc.oneof(fc.constant(row), fc.record({ id: fc.integer(), link: url })), { maxLength: 30 }),
    );

  it('is told within the limit', () => {
    fc.assert(
      fc.property(fc.oneof(tree, rows), fc.integer({ min: 0, max: 600 }), fc.boolean(), (value, limit, isAlone) => {
        for (const rest of ['', 'The data part holds all.'])
          expect(read(value, { limit, rest, isAlone }).length).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 300 },
    );
  });

  it('has no control characters', () => {
    fc.assert(
      fc.property(tree, (value) => {
        // oxlint-disable-next-line no-control-regex
        expect(read(value, { limit: 2000 })).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      }),
    );
  });

  it('has links whole or not at all', () => {
    fc.assert(
      fc.property(fc.oneof(tree, rows), fc.integer({ min: 20, max: 600 }), (value, limit) => {
        const given = JSON.stringify(value);
        for (const [shown] of read(value, { limit }).matchAll(/https?:\/\/[^\s"\\|]+/g)) {
          // What stands behind it in a line of several values is not part of it.
          const links = [...given.matchAll(/https?:\/\/[^\s"\\]+/g)].map(([link]) => link);
          expect(links.some((link) => shown.startsWith(link))).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the digits of numbers', () => {
    const number = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 20 }), (numbers) => {
        const json = `{"list":[${numbers.join(',')}],"rows":[${numbers.map((n) => `{"id":${n},"b":1}`).join(',')}]}`;
        const text = toReadable(json, { limit: 20_000 });
        for (const n of numbers) expect(text.split(String(n)).length).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  it('of any depth is told', () => {
    expect(toReadable('['.repeat(100_000) + ']'.repeat(100_000), { limit: 100 })).toBe('- […]');
    expect(toReadable(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, { limit: 100 })).toBe(
      'a.a.a.a: { a: { a: { a: {…} } } }',
    );
  });

  it('is read up to its first million characters', () => {
    const row = JSON.stringify(pets(1)[0]);
    const start = `[${Array.from({ length: 20_000 }, () => row).join(',')}`;
    expect(start.length).toBeGreaterThan(1_000_000);
    expect(toReadable(`${start} which is no JSON`, { limit: 8000 })).toBe(toReadable(`${start}]`, { limit: 8000 }));
  });
});
