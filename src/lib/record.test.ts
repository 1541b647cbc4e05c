import { expect, it } from 'vitest';
import { createRecord } from './record.ts';

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'a record has no %s until it is given one',
  (name) => {
    const record = createRecord<string>();
    expect(record[name]).toBeUndefined();
    expect(name in record).toBe(false);
    record[name] = 'mine';
    expect(Object.entries(record)).toEqual([[name, 'mine']]);
    expect(createRecord<string>()[name]).toBeUndefined();
  },
);
