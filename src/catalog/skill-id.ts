// Ids of the skills of one target: the operationId, or method and path, reduced to `[A-Za-z0-9_-]`, at most 64 characters with
// the prefix. Ids that collide all get a hash of method and path, so the order of operations never matters.

import { createHash } from 'node:crypto';
import type { Operation } from '../spec/operation.ts';

export interface SkillId {
  readonly id: string;
  /** Without the prefix. */
  readonly bareId: string;
  /** True when the operationId could not be kept. */
  readonly changed: boolean;
}

const maxLength = 64;
const hashLength = 8;

/** Ids in the order of the operations. `prefix` is empty or ends with `__`. */
export function buildSkillIds(operations: readonly Operation[], prefix: string): readonly SkillId[] {
  const wanted = operations.map(toWanted);
  const count = new Map<string, number>();
  for (const id of wanted) count.set(id, (count.get(id) ?? 0) + 1);
  return operations.map((operation, at) => {
    const id = wanted[at] ?? '';
    const room = maxLength - prefix.length;
    const isShared = (count.get(id) ?? 0) > 1;
    const bareId = isShared || id.length > room ? `${id.slice(0, room - hashLength - 1)}_${hashOf(operation)}` : id;
    return {
      id: `${prefix}${bareId}`,
      bareId,
      changed: operation.operationId !== undefined && bareId !== operation.operationId,
    };
  });
}

function toWanted(operation: Operation): string {
  const id = reduce(operation.operationId ?? '');
  return /[A-Za-z0-9]/.test(id) ? id : slugOf(operation);
}

function slugOf({ method, path }: Operation): string {
  const slug = reduce(path).replaceAll(/_+/g, '_').replaceAll(/^_|_$/g, '');
  return `${method.toLowerCase()}_${slug === '' ? 'root' : slug}`;
}

function reduce(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/g, '_');
}

function hashOf({ method, pathKey }: Operation): string {
  return createHash('sha256').update(`${method} ${pathKey}`).digest('hex').slice(0, hashLength);
}
