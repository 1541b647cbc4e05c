// The extensions of this gateway: which there are, and which of them a request activates. What is not known is ignored, other
// versions of a known one included. A2A 1.0 §4.6.

import { skillContractExtension } from '../lib/extension.ts';

export const supportedExtensions: ReadonlySet<string> = new Set([skillContractExtension]);

const none: ReadonlySet<string> = new Set();

/** The supported URIs among the values of the `A2A-Extensions` headers: comma-separated, repeated, or both. */
export function activateExtensions(
  ...values: readonly (string | readonly string[] | undefined)[]
): ReadonlySet<string> {
  if (values.every((value) => value === undefined)) return none;
  const requested = values.flatMap((value) => value ?? []).flatMap((value) => value.split(',', maxRequested));
  return new Set(requested.map((uri) => uri.trim()).filter((uri) => supportedExtensions.has(uri)));
}

// A header of 16 kB of commas must not cost more than any other.
const maxRequested = 100;
