// A Link header as its links. Names of parameters are compared without case, the first of a name counts; what cannot be read ends the
// list. RFC 8288 §3, appendix B.

export interface Link {
  readonly target: string;
  /** Relation types in lower case. */
  readonly rels: readonly string[];
  /** By name in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

const start = /[\s,]*<([^>]*)>/y;
const parameter = /\s*;\s*([^\s=;,<]+)\s*(?:=\s*(?:"((?:\\.|[^"\\])*)"|([^\s;,"]*)))?/y;

export function parseLinks(header: string | undefined): readonly Link[] {
  if (header === undefined) return [];
  const links: Link[] = [];
  let at = 0;
  for (;;) {
    start.lastIndex = at;
    const [found, target] = start.exec(header) ?? [];
    if (found === undefined || target === undefined) return links;
    at += found.length;
    const parameters = new Map<string, string>();
    for (;;) {
      parameter.lastIndex = at;
      const [whole, name, quoted, token] = parameter.exec(header) ?? [];
      if (whole === undefined || name === undefined) break;
      at += whole.length;
      const value = quoted?.replace(/\\(.)/g, '$1') ?? token ?? '';
      if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
    }
    links.push({ target, parameters, rels: (parameters.get('rel') ?? '').toLowerCase().split(/\s+/) });
  }
}
