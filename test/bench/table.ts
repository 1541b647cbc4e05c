// The printed table: one row per variant, one column per measure, with the target where there is one, and how full the shared core
// was. A ratio within its target is marked; one beyond its floor becomes a line of its own.

import type { Measured, Ratios } from './measure.ts';
import type { Bound, Measure, Variant } from './variant.ts';

const columns: readonly { readonly measure: Measure; readonly title: string }[] = [
  { measure: 'cpu', title: 'CPU per request' },
  { measure: 'throughput', title: 'throughput' },
  { measure: 'p99', title: 'p99, same load' },
  { measure: 'fullP99', title: 'p99, full load' },
  { measure: 'rss', title: 'RSS' },
];
const titleWidth = 42;
const columnWidth = 20;

export const tableHead = toLine('left / right', [...columns.map(({ title }) => title), 'core']);

export function describeRow({ title, bounds }: Variant, { ratios, coreShare }: Measured): string {
  const cells = columns.map(({ measure }) => describeRatio(measure, ratios[measure], bounds[measure]));
  return toLine(title, [...cells, `${Math.round(coreShare * 100)} %`]);
}

/** A sentence for each ratio that is beyond its floor. */
export function findBroken({ title, bounds }: Variant, ratios: Ratios): readonly string[] {
  return columns.flatMap(({ measure }) => {
    const bound = bounds[measure];
    if (bound === undefined || isWithin(measure, ratios[measure], bound.floor)) return [];
    const limit = `${measure === 'throughput' ? 'at least' : 'at most'} ${bound.floor.toFixed(2)}`;
    return [`${title}: the ratio of ${measure} is ${ratios[measure].toFixed(2)}, and must be ${limit}`];
  });
}

function describeRatio(measure: Measure, ratio: number, bound: Bound | undefined): string {
  const text = ratio.toFixed(2);
  if (bound === undefined) return text;
  const sign = measure === 'throughput' ? '≥' : '≤';
  return `${text} (${sign} ${bound.target}) ${isWithin(measure, ratio, bound.target) ? 'ok' : '!!'}`;
}

function isWithin(measure: Measure, ratio: number, limit: number): boolean {
  return measure === 'throughput' ? ratio >= limit : ratio <= limit;
}

function toLine(title: string, cells: readonly string[]): string {
  return [title.padEnd(titleWidth), ...cells.map((cell) => cell.padEnd(columnWidth))].join('').trimEnd();
}
