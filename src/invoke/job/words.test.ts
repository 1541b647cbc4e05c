import { describe, expect, it } from 'vitest';
import { readState } from '../conversation/states.ts';
import { classifyWord, reduceWord } from './words.ts';

describe('the words of a job', () => {
  it.each([
    ['In-Progress', 'running'],
    ['in_progress', 'running'],
    ['IN PROGRESS', 'running'],
    ['notStarted', 'running'],
    ['Canceling', 'running'],
    ['enhancing', 'running'],
    ['Succeeded', 'completed'],
    ['COMPLETED_WITH_WARNINGS', 'completed'],
    ['timed_out', 'failed'],
    ['Cancelled', 'canceled'],
    ['ing', undefined],
    ['shipped', undefined],
    ['constructor', undefined],
  ])('%s is %s', (word, state) => expect(classifyWord(reduceWord(word))).toBe(state));

  it.each([
    ['needs-input', 'input-required'],
    ['WAITING_FOR_INPUT', 'input-required'],
    ['auth_required', 'auth-required'],
    ['Denied', 'rejected'],
    ['queued', 'working'],
    ['done', 'completed'],
    ['error', 'failed'],
    ['shipped', undefined],
    [null, undefined],
  ])('%s of a conversation is %s', (word, state) => expect(readState(word)).toBe(state));
});
