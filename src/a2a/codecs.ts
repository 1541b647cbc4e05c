// The codec of each dialect.

import type { Codec } from './codec.ts';
import { codecCalculator } from './codec-calculator.ts';
import { codecV03 } from './codec-v03.ts';
import { codecV1 } from './codec-v1.ts';
import type { Dialect } from './dialect.ts';

export const codecs: Readonly<Record<Dialect, Codec>> = {
  '1.0': codecV1,
  '0.3': codecV03,
  calculator: codecCalculator,
};
