// `content` maps become lists of media types with schema handles, examples and encodings. OAS 3.1 §4.8.14, §4.8.15.

import { countValues } from './count-values.ts';
import type { FileSet } from './file-set.ts';
import { isNode, own, ownNode, ownText, type Node } from './node.ts';
import type { Encoding, MediaType, ParameterStyle } from './operation.ts';

export function readMediaTypes(content: unknown, file: string, files: FileSet): readonly MediaType[] {
  const map = files.follow(content, file);
  if (!map.found || !isNode(map.node)) return [];
  return Object.entries(map.node)
    .filter(([mediaType]) => !mediaType.startsWith('x-') || mediaType.includes('/'))
    .map(([mediaType, value]) => {
      const at = files.follow(value, map.file);
      const node = at.found && isNode(at.node) ? at.node : {};
      const from = at.found ? at.file : map.file;
      const schema = own(node, 'schema');
      return {
        mediaType,
        schema: schema === undefined ? undefined : { node: schema, file: from },
        examples: readExamples(node, from, files),
        encoding: readEncodings(node),
      };
    });
}

/** Of one example; a larger one helps nobody. */
const mostValues = 10_000;

/** Values of `example` and of `examples` (a map of Example Objects, or a list as in JSON Schema), at most five. */
export function readExamples(node: Node, file: string, files: FileSet): readonly unknown[] {
  const found: unknown[] = [];
  if (Object.hasOwn(node, 'example')) found.push(node['example']);
  else if (Object.hasOwn(node, 'x-example')) found.push(node['x-example']);
  const examples = own(node, 'examples') ?? own(node, 'x-examples');
  if (Array.isArray(examples)) found.push(...examples);
  else if (isNode(examples)) {
    for (const item of Object.values(examples)) {
      const at = files.follow(item, file);
      if (at.found && isNode(at.node) && Object.hasOwn(at.node, 'value')) found.push(at.node['value']);
    }
  }
  return found.filter((example) => countValues(example, mostValues) < mostValues).slice(0, 5);
}

function readEncodings(node: Node): ReadonlyMap<string, Encoding> {
  const encoding = ownNode(node, 'encoding');
  if (encoding === undefined) return new Map();
  return new Map(
    Object.entries(encoding)
      .filter((entry): entry is [string, Node] => isNode(entry[1]))
      .map(([name, value]) => [name, toEncoding(value)]),
  );
}

function toEncoding(node: Node): Encoding {
  const contentType = ownText(node, 'contentType');
  const style = ownText(node, 'style');
  const explode = own(node, 'explode');
  return {
    ...(contentType === '' ? {} : { contentType }),
    ...(style === '' ? {} : { style: style as ParameterStyle }),
    ...(typeof explode === 'boolean' ? { explode } : {}),
    ...(own(node, 'allowReserved') === true ? { allowReserved: true } : {}),
  };
}
