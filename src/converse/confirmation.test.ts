// Words in front of a call that say that it is meant, and words that only sound like it.

import { describe, expect, it } from 'vitest';
import { stripConfirmation } from './confirmation.ts';

describe('stripConfirmation', () => {
  it.each([
    ['confirm deletePet petId=10', 'deletePet petId=10'],
    ['Confirmed: deletePet {"petId":10}', 'deletePet {"petId":10}'],
    ['yes, deletePet petId=10', 'deletePet petId=10'],
    ['Yes please, deletePet petId=10', 'deletePet petId=10'],
    ['YES - I confirm: deletePet petId=10', 'deletePet petId=10'],
    ['yes, confirmed\ndeletePet petId=10', 'deletePet petId=10'],
    ['yes', ''],
    ['Confirmed.', ''],
  ])('%s', (text, rest) => {
    expect(stripConfirmation(text)).toEqual({ text: rest, confirmed: true });
  });

  it.each([
    'deletePet petId=10',
    'yesterday I said deletePet petId=10',
    'confirmOrder id=1',
    'confirm_order id=1',
    'confirmation {"a":1}',
    'ok deletePet petId=10',
    'no, deletePet petId=10',
    '',
  ])('%j is none', (text) => {
    expect(stripConfirmation(text)).toEqual({ text, confirmed: false });
  });
});
