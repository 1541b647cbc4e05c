import { describe, expect, it } from 'vitest';
import { createPlaces } from './concurrency.ts';
import type { Deadline, Stoppable } from './deadline.ts';
import { EndedError } from './failure.ts';

function createDeadline(): Pick<Deadline, 'whileRunning'> & { end(timedOut: boolean): void } {
  let running: Stoppable | undefined;
  return {
    whileRunning: (next) => {
      running = next;
    },
    end: (timedOut) => running?.cancel(new EndedError(timedOut)),
  };
}

describe('places', () => {
  it('are given in order of arrival, and refused when too many wait', async () => {
    const places = createPlaces('pets', { limit: 1, queue: 2 });
    expect(places.take(createDeadline())).toBeUndefined();
    const order: string[] = [];
    const waiting = ['first', 'second'].map((name) =>
      Promise.resolve(places.take(createDeadline())).then(() => order.push(name)),
    );
    expect(() => places.take(createDeadline())).toThrow(
      expect.objectContaining({ code: 'upstream_busy', retryAfter: 1 }),
    );
    places.giveBack();
    places.giveBack();
    await Promise.all(waiting);
    expect(order).toEqual(['first', 'second']);
    expect(places).toMatchObject({ taken: 1, waiting: 0 });
    places.giveBack();
    expect(places.taken).toBe(0);
  });

  it('are given to the patient however many they are, who take turns with the others', async () => {
    const places = createPlaces('pets', { limit: 1, queue: 2 });
    expect(places.takePatiently(undefined)).toBeUndefined();
    const order: string[] = [];
    const note = (name: string, place: Promise<void> | undefined) =>
      Promise.resolve(place).then(() => order.push(name));
    const waiting = ['p1', 'p2', 'p3', 'p4', 'p5'].map((name) => note(name, places.takePatiently(undefined)));
    waiting.push(...['a', 'b'].map((name) => note(name, places.take(createDeadline()))));
    for (let place = 0; place < 7; place += 1) places.giveBack();
    await Promise.all(waiting);
    expect(order).toEqual(['a', 'p1', 'b', 'p2', 'p3', 'p4', 'p5']);
    places.giveBack();
    expect(places.taken).toBe(0);
  });

  it('are not given to the patient who have left', async () => {
    const places = createPlaces('pets', { limit: 1, queue: 1 });
    void places.takePatiently(undefined);
    const [left, given] = [new AbortController(), new AbortController()];
    const waiting = [places.takePatiently(left.signal), places.takePatiently(given.signal)];
    left.abort('gone');
    await expect(waiting[0]).rejects.toMatchObject({ name: 'EndedError', reason: 'gone', timedOut: false });
    places.giveBack();
    given.abort('late');
    await waiting[1];
    expect(places.taken).toBe(1);
    expect(() => places.takePatiently(left.signal)).toThrow(EndedError);
  });

  it('say busy when the time is up before one is free, and pass a caller’s end on', async () => {
    const places = createPlaces('pets', { limit: 1, queue: 2 });
    void places.take(createDeadline());
    const [late, gone] = [createDeadline(), createDeadline()];
    const waiting = [places.take(late), places.take(gone)];
    late.end(true);
    gone.end(false);
    await expect(waiting[0]).rejects.toMatchObject({
      code: 'upstream_busy',
      message: expect.stringContaining('none ended in time'),
    });
    await expect(waiting[1]).rejects.toBeInstanceOf(EndedError);
    expect(places).toMatchObject({ taken: 1, waiting: 0 });
  });

  it('keeps the count when a place and the end come together', async () => {
    const places = createPlaces('pets', { limit: 1, queue: 1 });
    void places.take(createDeadline());
    const deadline = createDeadline();
    const waiting = places.take(deadline);
    places.giveBack();
    deadline.end(true);
    await waiting;
    expect(places.taken).toBe(1);
  });
});
