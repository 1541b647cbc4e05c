// Operations that cannot be read. They stand in the report beside the others, so that nothing of a document vanishes unseen.
// OAS 3.1 §4.8.9.

import { isNode, type Node } from './node.ts';
import type { Operation, OperationProblem } from './operation.ts';

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
/** All that a path item may hold. */
const itemKeys = new Set([
  ...methods,
  '$ref',
  'summary',
  'description',
  'servers',
  'parameters',
  'additionalOperations',
]);

/** Nothing is known of it but its place and what is wrong. */
export function brokenOperation(
  method: string,
  path: string,
  obstacle: OperationProblem,
  credentials: ReadonlySet<string>,
): Operation {
  return {
    method,
    path,
    pathKey: path,
    operationId: undefined,
    summary: '',
    description: '',
    tags: [],
    deprecated: false,
    parameters: [],
    requestBody: undefined,
    responses: [],
    server: undefined,
    credentialParameters: credentials,
    security: [],
    extension: {},
    obstacles: [obstacle],
    notes: [],
  };
}

/** What looks like an operation and has a name that is no method would vanish unseen. */
export function findMisnamed(path: string, item: Node, credentials: ReadonlySet<string>): readonly Operation[] {
  return Object.entries(item)
    .filter(([key, value]) => !itemKeys.has(key) && !key.startsWith('x-') && isNode(value))
    .map(([key]) => {
      const hint = methods.includes(key.toLowerCase())
        ? 'methods are written in lower case'
        : 'expected a method of HTTP';
      return brokenOperation(
        key,
        path,
        { reason: 'malformed', message: `found "${key}" in a path: ${hint}` },
        credentials,
      );
    });
}
