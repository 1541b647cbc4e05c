// "Did you mean …?": the known words that look most like an unknown one. Distance counts insertions, deletions, replacements
// and swapped neighbours, upper and lower case alike (optimal string alignment). Words that share too little are not offered.

/** The most similar known word, or undefined when none is close enough. */
export function findNearest(word: string, known: Iterable<string>): string | undefined {
  return rankNearest(word, known, 1)[0];
}

/** Up to `limit` known words that are close enough, best first; equally close ones keep their order. */
export function rankNearest(word: string, known: Iterable<string>, limit: number): readonly string[] {
  const wanted = word.toLowerCase();
  const ranked: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of known) {
    const allowed = allowedDistance(wanted.length, candidate.length);
    // The difference in length is a lower bound, and it spares the table for most candidates.
    if (Math.abs(wanted.length - candidate.length) > allowed) continue;
    const distance = measureDistance(wanted, candidate.toLowerCase());
    if (distance <= allowed) ranked.push({ candidate, distance });
  }
  return ranked
    .sort((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

// A third of the longer word may differ, but never all of a short one.
function allowedDistance(length: number, other: number): number {
  return Math.min(Math.max(1, Math.floor(Math.max(length, other) / 3)), Math.min(length, other) - 1);
}

function measureDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(cell(last, j) + 1, cell(row, j - 1) + 1, cell(last, j - 1) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, cell(beforeLast, j - 2) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return cell(last, b.length);
}

function cell(row: readonly number[], at: number): number {
  return row[at] ?? Number.POSITIVE_INFINITY;
}
