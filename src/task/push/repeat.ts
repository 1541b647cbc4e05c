// Work that is done over and over, each time so long after the last one ended. It must not reject.

import type { Clock } from '../clock.ts';

/** Begins soon; what it returns stops it, and resolves when what is being done is done. */
export function repeat(clock: Clock, ms: number, work: () => Promise<void>): () => Promise<void> {
  let isOn = true;
  let current = Promise.resolve();
  const next = async (): Promise<void> => {
    await work();
    if (isOn) callOff = clock.after(ms, begin);
  };
  const begin = (): void => {
    current = next();
  };
  let callOff = clock.after(0, begin);
  return () => {
    isOn = false;
    callOff();
    return current;
  };
}
