// Every path item's methods become flattened operations. A thing that cannot be understood is noted on its operation and
// hinders that one alone. OAS 3.1 §4.8.8 to §4.8.10; 3.2 `query` and `additionalOperations`.

import { describeJson } from '../lib/json.ts';
import { brokenOperation, findMisnamed, methods } from './broken-operation.ts';
import type { FileSet, Located } from './file-set.ts';
import { isNode, own, ownList, ownNode, ownText, type Node } from './node.ts';
import { readMediaTypes } from './media-types.ts';
import type { Operation, OperationProblem, Parameter, RequestBody, ResponseSpec } from './operation.ts';
import { collectParameters, toParameter, type LocatedParameter } from './parameters.ts';
import { readSecurity, type SecuritySchemes } from './security.ts';
import { chooseServer, serversOf, serversOfSwagger2 } from './servers.ts';
import { bodyOfSwagger2, contentOfSwagger2, mediaTypesOfSwagger2 } from './swagger2.ts';

export interface FlattenContext {
  readonly files: FileSet;
  readonly root: Node;
  readonly isSwagger2: boolean;
  readonly securitySchemes: SecuritySchemes;
  /** `place:name` of the API keys among them. */
  readonly credentials: ReadonlySet<string>;
}

export function flattenOperations(context: FlattenContext): readonly Operation[] {
  const { files, root } = context;
  const paths = files.follow(own(root, 'paths'), files.uri);
  if (!paths.found || !isNode(paths.node)) return [];
  return Object.entries(paths.node)
    .filter(([path]) => !path.startsWith('x-'))
    .flatMap(([path, item]) => flattenPathItem(path, { node: item, file: paths.file }, context));
}

interface Place {
  readonly method: string;
  readonly path: string;
  /** The path item and its file, after references. */
  readonly item: Node;
  readonly itemFile: string;
}

function flattenPathItem(path: string, { node: value, file }: Located, context: FlattenContext): readonly Operation[] {
  const at = context.files.follow(value, file);
  if (!at.found)
    return [brokenOperation('*', path, { reason: 'reference_broken', message: at.message }, context.credentials)];
  if (!isNode(at.node)) {
    // An empty path item is a way to say that there is nothing here. OAS 3.1 §4.8.9.
    if (at.node === null) return [];
    const message = `found ${describeJson(at.node)} in place of the path's operations, expected an object`;
    return [brokenOperation('*', path, { reason: 'malformed', message }, context.credentials)];
  }
  // Siblings of a path item's `$ref` count too; the referenced item wins.
  const item = isNode(value) && value !== at.node ? { ...value, ...at.node } : at.node;
  const fixed = methods
    .filter((method) => Object.hasOwn(item, method))
    .map((method) => [method.toUpperCase(), item[method]] as const);
  const additional = Object.entries(ownNode(item, 'additionalOperations') ?? {});
  const read = [...fixed, ...additional].map(([method, operation]) =>
    flattenOperation({ method, path, item, itemFile: at.file }, operation, context),
  );
  return [...read, ...findMisnamed(path, item, context.credentials)];
}

function flattenOperation(place: Place, value: unknown, context: FlattenContext): Operation {
  const { files } = context;
  const at = files.follow(value, place.itemFile);
  if (!at.found)
    return brokenOperation(
      place.method,
      place.path,
      { reason: 'reference_broken', message: at.message },
      context.credentials,
    );
  if (!isNode(at.node)) {
    return brokenOperation(
      place.method,
      place.path,
      {
        reason: 'malformed',
        message: `found ${value === null ? 'nothing' : describeJson(value)} in place of the operation, expected an object`,
      },
      context.credentials,
    );
  }
  const node = at.node;
  const problems: OperationProblem[] = [];
  const list = collectParameters(
    [
      { list: own(place.item, 'parameters'), file: place.itemFile },
      { list: own(node, 'parameters'), file: at.file },
    ],
    files,
  );
  problems.push(...list.problems);
  const path = toTemplate(place.path);
  const parameters = readParameters(list.found, path, { files, problems });
  const body = readBody(node, at.file, { context, parameters: list.found, problems });
  const server = chooseServer(
    [
      serversOf(node),
      serversOf(place.item),
      context.isSwagger2 ? serversOfSwagger2(context.root, files.uri) : serversOf(context.root),
    ],
    files.uri,
  );
  if (server.kind === 'unusable') problems.push({ reason: 'server_unusable', message: server.message });
  return {
    method: place.method,
    path,
    pathKey: place.path,
    operationId: ownText(node, 'operationId') || undefined,
    summary: ownText(node, 'summary') || ownText(place.item, 'summary'),
    description: ownText(node, 'description') || ownText(place.item, 'description'),
    tags: ownList(node, 'tags')
      .filter((tag) => typeof tag === 'string' && tag.trim() !== '')
      .map((tag) => String(tag).trim()),
    deprecated: own(node, 'deprecated') === true,
    parameters,
    requestBody: body,
    responses: readResponses(node, at.file, context),
    server: server.kind === 'url' ? server.url : undefined,
    ...(server.kind === 'none' && server.path !== '' ? { serverPath: server.path } : {}),
    credentialParameters: context.credentials,
    security: readSecurity(node, context.root, context.securitySchemes),
    extension: ownNode(node, 'x-skillgate') ?? {},
    ...sortProblems(problems),
  };
}

function isNote({ reason }: OperationProblem): boolean {
  return reason === 'placeholder_added' || reason === 'parameter_ignored';
}

function sortProblems(problems: readonly OperationProblem[]): Pick<Operation, 'obstacles' | 'notes'> {
  return { obstacles: problems.filter((problem) => !isNote(problem)), notes: problems.filter(isNote) };
}

// A `#fragment` only tells operations on one path apart in the document; it is not sent.
function toTemplate(path: string): string {
  const hash = path.indexOf('#');
  const cut = hash < 0 ? path : path.slice(0, hash);
  return cut.startsWith('/') ? cut : `/${cut}`;
}

interface Reading {
  readonly files: FileSet;
  readonly problems: OperationProblem[];
}

function readParameters(
  found: readonly LocatedParameter[],
  path: string,
  { files, problems }: Reading,
): readonly Parameter[] {
  const placeholders = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1]!));
  const parameters: Parameter[] = [];
  for (const located of found) {
    if (ownText(located.node, 'in') === 'body' || ownText(located.node, 'in') === 'formData') continue;
    const read = toParameter(located, files);
    if (read === undefined) continue;
    if ('problem' in read) problems.push(read.problem);
    else if (read.parameter.in === 'path' && !placeholders.has(read.parameter.name)) {
      problems.push({
        reason: 'parameter_ignored',
        message: `the path parameter "${read.parameter.name}" does not stand in ${path} and is ignored`,
      });
    } else parameters.push(read.parameter);
  }
  for (const name of placeholders) {
    if (parameters.some((parameter) => parameter.in === 'path' && parameter.name === name)) continue;
    problems.push({
      reason: 'placeholder_added',
      message: `{${name}} of ${path} is not declared and is taken as a required string`,
    });
    parameters.push(undeclared(name, files.uri));
  }
  return parameters;
}

function undeclared(name: string, file: string): Parameter {
  return {
    name,
    in: 'path',
    required: true,
    description: '',
    deprecated: false,
    style: 'simple',
    explode: false,
    allowReserved: false,
    schema: { node: { type: 'string' }, file },
    examples: [],
  };
}

interface BodyReading {
  readonly context: FlattenContext;
  readonly parameters: readonly LocatedParameter[];
  readonly problems: OperationProblem[];
}

function readBody(node: Node, file: string, { context, parameters, problems }: BodyReading): RequestBody | undefined {
  const { files } = context;
  if (context.isSwagger2)
    return bodyOfSwagger2(parameters, mediaTypesOfSwagger2('consumes', node, context.root), files);
  const value = own(node, 'requestBody');
  if (value === undefined || value === null) return undefined;
  const at = files.follow(value, file);
  if (!at.found || !isNode(at.node)) {
    problems.push({
      reason: 'reference_broken',
      message: at.found ? 'the request body is not an object' : `the request body is missing: ${at.message}`,
    });
    return undefined;
  }
  const content = readMediaTypes(own(at.node, 'content'), at.file, files);
  if (content.length === 0) return undefined;
  return { required: own(at.node, 'required') === true, description: ownText(at.node, 'description'), content };
}

function readResponses(node: Node, file: string, context: FlattenContext): readonly ResponseSpec[] {
  const responses = ownNode(node, 'responses');
  if (responses === undefined) return [];
  return Object.entries(responses)
    .filter(([status]) => /^([1-5]\d\d|[1-5]xx|default)$/i.test(status))
    .map(([status, value]) => {
      const at = context.files.follow(value, file);
      const response = at.found && isNode(at.node) ? at.node : {};
      const from = at.found ? at.file : file;
      const content = context.isSwagger2
        ? contentOfSwagger2(response, from, mediaTypesOfSwagger2('produces', node, context.root))
        : readMediaTypes(own(response, 'content'), from, context.files);
      return {
        status: status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase(),
        description: ownText(response, 'description'),
        content,
      };
    });
}
