import fc from 'fast-check';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { startCallRecord, createCallLog, type CallEnd, type CallFailure } from './call-log.ts';
import { createLog } from './log.ts';

function lineOf(end: CallEnd, failure?: CallFailure): Record<string, unknown> {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
  const record = startCallRecord({ requestId: 'r', traceId: 't' });
  record.method = 'SendMessage';
  record.skill = 'calculate';
  record.failure = failure;
  createCallLog(log)(record, end);
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
}

describe('the line of a call', () => {
  it.each<[CallEnd, number]>([
    [{ status: 'ok' }, 30],
    [{ status: 'invalid_params' }, 30],
    [{ status: 'upstream_failed' }, 40],
    [{ status: 'internal', detail: 'stack' }, 50],
  ])('of %j has level %i and says what is known', (end, level) => {
    const { durationMs, time: _, ...line } = lineOf(end);
    expect(line).toEqual({
      level,
      requestId: 'r',
      traceId: 't',
      method: 'SendMessage',
      dialect: '',
      skill: 'calculate',
      msg: 'call',
      ...end,
    });
    expect(durationMs).toBeGreaterThanOrEqual(0);
  });

  it('says how the service failed where the answer is a task', () => {
    const failure: CallFailure = { code: 'upstream_unreachable', detail: 'refused' };
    expect(lineOf({ status: 'ok' }, failure)).toMatchObject({
      level: 40,
      status: 'upstream_unreachable',
      detail: 'refused',
    });
    expect(lineOf({ status: 'invalid_params' }, failure)).toMatchObject({ level: 30, status: 'invalid_params' });
  });

  it('tells the facts of its own call, whatever was called before', () => {
    const lines: Record<string, unknown>[] = [];
    const log = pino(
      { base: null },
      { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]) },
    );
    const write = createCallLog(log);
    const kinds = ['a', 'b', undefined].flatMap((skill) =>
      ['SendMessage', 'GetTask'].flatMap((method) =>
        ['metadata', 'model', undefined].map((resolvedBy) => ({ skill, method, resolvedBy, target: skill })),
      ),
    );
    const calls = [...kinds, ...kinds.toReversed(), ...kinds].map((kind, at) => ({ ...kind, requestId: `r-${at}` }));
    for (const { requestId, ...kind } of calls)
      write(Object.assign(startCallRecord({ requestId, traceId: 't' }), kind), { status: 'ok' });
    expect(
      lines.map(({ requestId, skill, method, resolvedBy, target }) => ({
        requestId,
        skill,
        method,
        resolvedBy,
        target,
      })),
    ).toEqual(calls);
  });

  it('is the same in the log of the gateway and in any other', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('"', '\\', '\n', 'é'.repeat(200)));
    const maybe = fc.option(text, { nil: undefined });
    const status = fc.constantFrom('ok', 'invalid_params', 'upstream_failed', 'internal');
    const facts = fc.record({
      requestId: text,
      traceId: fc.stringMatching(/^[\da-f]{32}$/),
      skill: maybe,
      asked: maybe,
      task: maybe,
      upstreamStatus: fc.option(fc.integer({ min: 100, max: 999 }), { nil: undefined }),
      status,
      detail: maybe,
    });
    const own: string[] = [];
    const other: string[] = [];
    const writers = [
      createCallLog(createLog({ level: 'info' }, { write: (line) => own.push(line) }).log),
      createCallLog(pino({ base: null }, { write: (line) => other.push(line) })),
    ];
    fc.assert(
      fc.property(facts, ({ status, detail, requestId, traceId, ...noted }) => {
        own.length = 0;
        other.length = 0;
        for (const write of writers)
          write(Object.assign(startCallRecord({ requestId, traceId }), noted), { status, detail });
        expect(own.map(toPlain)).toEqual(other.map(toPlain));
        expect(own).toEqual([expect.stringMatching(/^\{.*\}\n$/)]);
      }),
      { numRuns: 500 },
    );
  });
});

/** The members in their order, without the times. */
function toPlain(line: string): readonly [string, unknown][] {
  return Object.entries(JSON.parse(line) as object).filter(([name]) => name !== 'time' && name !== 'durationMs');
}
