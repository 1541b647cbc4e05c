// A file or URL becomes one normalised document. Only a text that cannot be read at all, or that is no OpenAPI document, is
// refused (`document_unreadable`); everything smaller is a note or hinders one operation.

import { GatewayError } from '../errors.ts';
import { describeJson } from '../lib/json.ts';
import type { ApiDocument } from './document.ts';
import { readFileSet } from './file-set.ts';
import { flattenOperations } from './flatten.ts';
import { isNode, ownNode, ownText, type Node } from './node.ts';
import { credentialParameters, readSecuritySchemes } from './security.ts';
import { createSchemaReader } from './schema-reader.ts';
import { createDocumentSource, type SourceOptions } from './source.ts';

/** `location` is a file path, or an http(s) or file URL. */
export async function readApiDocument(location: string, options: SourceOptions): Promise<ApiDocument> {
  const files = await readFileSet(createDocumentSource(location, options));
  const { root } = files;
  if (!isNode(root)) throw notOpenApi(location, root);
  const version = ownText(root, 'openapi') || ownText(root, 'swagger');
  assertOpenApi(location, root, version);
  const info = ownNode(root, 'info') ?? {};
  const securitySchemes = readSecuritySchemes(root, files);
  return {
    uri: files.uri,
    version: version || '3.0',
    title: ownText(info, 'title'),
    description: ownText(info, 'summary') || ownText(info, 'description'),
    apiVersion: ownText(info, 'version'),
    root,
    operations: flattenOperations({
      files,
      root,
      isSwagger2: version.startsWith('2'),
      securitySchemes,
      credentials: credentialParameters(securitySchemes),
    }),
    schemas: createSchemaReader(files, !/^(2|3\.0|$)/.test(version)),
    notes: [...files.notes, ...(version === '' ? ['there is no "openapi" version; the document is read as 3.0'] : [])],
  };
}

function assertOpenApi(location: string, root: Node, version: string): void {
  const other = ['asyncapi', 'arazzo', 'overlay', 'swaggerVersion'].find((key) => Object.hasOwn(root, key));
  if (version === '' && other !== undefined) {
    throw new GatewayError(
      'document_unreadable',
      `${location} is a document of another kind ("${other}: ${ownText(root, other)}"), expected OpenAPI 2.0, 3.0 or 3.1.`,
    );
  }
  if (version === '' && !Object.hasOwn(root, 'paths')) throw notOpenApi(location, root);
  if (version !== '' && !/^(2|3)(\.|$)/.test(version)) {
    throw new GatewayError(
      'document_unreadable',
      `${location} has version "${version}", expected OpenAPI 2.0, 3.0 or 3.1.`,
    );
  }
}

function notOpenApi(location: string, root: unknown): GatewayError {
  const found = isNode(root)
    ? `an object with the keys ${Object.keys(root).slice(0, 5).join(', ') || '(none)'}`
    : describeJson(root);
  return new GatewayError(
    'document_unreadable',
    `${location} is not an OpenAPI document: found ${found}, expected "openapi" or "swagger" at the top.`,
  );
}
