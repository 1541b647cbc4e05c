// Where both sides write their log: the same asynchronous destination that `createLog` makes for standard error, but to
// /dev/null, so that nobody's terminal is measured.

import { pino, type DestinationStream } from 'pino';

export function openDevNull(): DestinationStream {
  return pino.destination({ dest: '/dev/null', sync: false, minLength: 4096, periodicFlush: 200 });
}
