// What an OpenAPI validator says of a document, as warnings for the doctor. Never a gate: none of it hinders a call, and some
// of it is wrong for valid documents. The network stays off, and 3.2 is shown to the validator as 3.1, which it knows.

import SwaggerParser from '@apidevtools/swagger-parser';
import { isNode, own } from './node.ts';

const maxWarnings = 10;

/** `root` is the parsed entry file; `file` its path, which relative references are resolved against. */
export async function readWarnings(root: unknown, file: string): Promise<readonly string[]> {
  if (!isNode(root)) return [];
  const copy = structuredClone(root) as Record<string, unknown>;
  if (String(own(root, 'openapi')).startsWith('3.2')) copy['openapi'] = '3.1.0';
  try {
    await SwaggerParser.validate(file, copy as never, {
      resolve: { http: false },
      dereference: { circular: 'ignore' },
    });
    return [];
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    return [...new Set(lines)].slice(0, maxWarnings);
  }
}
