// Mistakes of a configuration, collected and reported all at once: one `GatewayError` whose message has a line for each, with
// file, line, column and key, and whose violations say the same to programs.

import { GatewayError } from '../errors.ts';
import { formatKeyPath, hideValueInKey, type KeyPath } from './key-path.ts';

export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Mistake {
  readonly path: KeyPath;
  /** What was found, what was expected, what to do. Never a secret. */
  readonly message: string;
  /** Whether the mistake is the key itself or its value. */
  readonly at: 'key' | 'value';
  /** Set for mistakes of the YAML text, which have a position but no place among the keys. */
  readonly position?: Position;
}

/** Where a configuration came from. */
export interface Origin {
  /** The file as the operator named it, or `command line`. */
  readonly name: string;
  readonly locate: (path: KeyPath, at: 'key' | 'value') => Position | undefined;
  /** Keys that were given as a flag: `gateway.listen.port` → `--port`. */
  readonly flags?: ReadonlyMap<string, string>;
}

/** The error for all mistakes, in the order of the file. */
export function toConfigError(mistakes: readonly Mistake[], origin: Origin): GatewayError {
  const placed = mistakes
    .map((mistake) => ({
      ...mistake,
      field: formatKeyPath(mistake.path.map(hideValueInKey)),
      position: mistake.position ?? origin.locate(mistake.path, mistake.at),
    }))
    .sort(
      (a, b) =>
        (a.position?.line ?? 0) - (b.position?.line ?? 0) || (a.position?.column ?? 0) - (b.position?.column ?? 0),
    );
  const lines = placed.map(({ field, path, position, message }) => {
    const place = position === undefined ? '' : `${origin.name}:${position.line}:${position.column}`;
    const flag = findFlag(path, origin);
    const key = flag === undefined ? field : `${flag} (${field})`;
    return `  ${[place, key].filter((part) => part !== '').join('  ')}${place === '' && key === '' ? '' : ': '}${message}`;
  });
  const count = mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`;
  return new GatewayError('config_invalid', `The configuration (${origin.name}) has ${count}:\n${lines.join('\n')}`, {
    violations: placed.map(({ field, message }) => ({ field, description: message })),
  });
}

/** The flag of the key or of what the key is part of: one entry of a list comes from one use of the flag. */
function findFlag(path: KeyPath, { flags }: Origin): string | undefined {
  if (flags === undefined) return undefined;
  for (let length = path.length; length > 0; length -= 1) {
    const flag = flags.get(formatKeyPath(path.slice(0, length)));
    if (flag !== undefined) return flag;
  }
  return undefined;
}
