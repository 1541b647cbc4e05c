// How long a webhook that fails is left alone: twice as long each time, up to a limit, with some chance in it, so that webhooks that
// failed together are not all tried again together. With the usual numbers fifteen attempts take about an hour.

export interface BackOff {
  /** Milliseconds after the first failure, and the most. */
  readonly first: number;
  readonly longest: number;
  /** Failures in a row after which a notification is given up. */
  readonly attempts: number;
}

export const usualBackOff: BackOff = { first: 1000, longest: 600_000, attempts: 15 };

/** `random` from 0 to 1; `asked`: what the webhook itself asks for, in milliseconds. */
export function pauseAfter(
  failures: number,
  backOff: BackOff,
  { random, asked = 0 }: { readonly random: number; readonly asked?: number | undefined },
): number {
  const full = Math.min(backOff.longest, backOff.first * 2 ** (failures - 1));
  return Math.min(backOff.longest, Math.max(asked, full * (0.5 + random / 2)));
}
