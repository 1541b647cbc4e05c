// Where in the arguments something is wrong, as people write it: `operands[0]`, `filter.range.from`, `labels["a b"]`. RFC 6901.

const simple = /^[A-Za-z_$][\w$-]*$/;

/** The segments of an `instancePath` of Ajv. */
export function parsePath(instancePath: string): readonly string[] {
  if (instancePath === '') return [];
  return instancePath
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function toField(segments: readonly string[]): string {
  const [first = 'arguments', ...rest] = segments;
  return rest.reduce((field, segment) => {
    if (/^\d+$/.test(segment)) return `${field}[${segment}]`;
    return simple.test(segment) ? `${field}.${segment}` : `${field}[${JSON.stringify(segment)}]`;
  }, first);
}
