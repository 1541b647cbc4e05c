// The parts of an OpenAPI 2.0 operation that have another shape in 3.x: body and form parameters become a request body,
// `produces` and a response's schema become content. OpenAPI 2.0 "Operation Object", "Parameter Object".

import { isNode, own, ownList, ownText, type Node } from './node.ts';
import { readExamples } from './media-types.ts';
import type { Encoding, MediaType, RequestBody, SchemaHandle } from './operation.ts';
import type { FileSet } from './file-set.ts';
import type { LocatedParameter } from './parameters.ts';

/** Undefined when the operation has neither a body nor a form parameter. */
export function bodyOfSwagger2(
  parameters: readonly LocatedParameter[],
  consumes: readonly string[],
  files: FileSet,
): RequestBody | undefined {
  const body = parameters.find(({ node }) => ownText(node, 'in') === 'body');
  if (body !== undefined) {
    const schema = own(body.node, 'schema');
    const types = consumes.length === 0 ? ['application/json'] : consumes;
    return {
      required: own(body.node, 'required') === true,
      description: ownText(body.node, 'description'),
      content: types.map((mediaType) => ({
        mediaType,
        schema: schema === undefined ? undefined : { node: schema, file: body.file },
        examples: readExamples(body.node, body.file, files),
        encoding: new Map<string, Encoding>(),
      })),
    };
  }
  const fields = parameters.filter(({ node }) => ownText(node, 'in') === 'formData');
  return fields.length === 0 ? undefined : formBody(fields, consumes);
}

function formBody(fields: readonly LocatedParameter[], consumes: readonly string[]): RequestBody {
  const hasFile = fields.some(({ node }) => own(node, 'type') === 'file');
  const forms = consumes.filter((type) => /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type));
  const mediaTypes = hasFile
    ? ['multipart/form-data']
    : forms.length > 0
      ? forms
      : ['application/x-www-form-urlencoded'];
  const required = fields.filter(({ node }) => own(node, 'required') === true).map(({ node }) => ownText(node, 'name'));
  const node = {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ node }) => [ownText(node, 'name'), withoutPlace(node)])),
    ...(required.length > 0 ? { required } : {}),
  };
  const encoding = new Map(fields.map(({ node }) => [ownText(node, 'name'), formEncoding(node)]));
  return {
    required: required.length > 0,
    description: '',
    content: mediaTypes.map((mediaType): MediaType => ({
      mediaType,
      schema: { node, file: fields[0]!.file },
      examples: [],
      encoding,
    })),
  };
}

function withoutPlace(node: Node): Node {
  const { in: _in, name: _name, required: _required, ...keywords } = node;
  return keywords;
}

const formats: ReadonlyMap<string, Encoding> = new Map<string, Encoding>([
  ['multi', { style: 'form', explode: true }],
  ['ssv', { style: 'spaceDelimited', explode: false }],
  ['tsv', { style: 'tabDelimited', explode: false }],
  ['pipes', { style: 'pipeDelimited', explode: false }],
]);

function formEncoding(node: Node): Encoding {
  return formats.get(ownText(node, 'collectionFormat')) ?? { style: 'form', explode: false };
}

export function contentOfSwagger2(response: Node, file: string, produces: readonly string[]): readonly MediaType[] {
  const schema = own(response, 'schema');
  if (schema === undefined) return [];
  const handle: SchemaHandle = { node: schema, file };
  const examples = own(response, 'examples');
  const isFile = isNode(schema) && own(schema, 'type') === 'file';
  const types = produces.length > 0 ? produces : [isFile ? 'application/octet-stream' : 'application/json'];
  return types.map((mediaType) => ({
    mediaType,
    schema: handle,
    examples: isNode(examples) && Object.hasOwn(examples, mediaType) ? [examples[mediaType]] : [],
    encoding: new Map(),
  }));
}

/** `consumes` or `produces` of the operation, else of the document. */
export function mediaTypesOfSwagger2(key: 'consumes' | 'produces', operation: Node, root: Node): readonly string[] {
  const nearest = Array.isArray(own(operation, key)) ? ownList(operation, key) : ownList(root, key);
  return nearest.filter((type) => typeof type === 'string');
}
