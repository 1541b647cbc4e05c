import { describe, expect, it } from 'vitest';
import { openapi, readText, toCatalog } from '../../test/support/document.ts';
import { checkExamples } from './check-examples.ts';

const catalog = toCatalog(
  await readText(openapi('  /a:\n    get: {operationId: a}\n  /b:\n    get: {operationId: b}\n')),
);
const pause = (): Promise<void> => Promise.resolve();

describe('checkExamples', () => {
  it('gives the same catalog when all are accepted', async () => {
    expect(await checkExamples(catalog, { accepts: () => true, pause })).toBe(catalog);
  });

  it('drops what is refused and keeps every look-up', async () => {
    const checked = await checkExamples(catalog, { accepts: (skill) => skill.id !== 'b', pause });
    expect(checked.skills.map((skill) => skill.examples())).toEqual([['a {}'], []]);
    expect(checked.find('b')).toBe(checked.skills[1]);
    expect(catalog.skills[1]?.examples()).toEqual(['b {}']);
  });

  it('is given up when the pause is refused', async () => {
    await expect(
      checkExamples(catalog, { accepts: () => true, pause: () => Promise.reject(new Error('stop')) }),
    ).rejects.toThrow('stop');
  });
});
