// Whether an operation destroys something that cannot be had back by calling it again: DELETE, and what is named after such a verb
// (`POST /users/{id}/purge`, `removeMember`). It is a guess on the safe side; `x-skillgate: { destructive }` decides.

import type { Operation } from '../spec/operation.ts';

const verbs =
  'delete|destroy|remove|purge|erase|wipe|drop|truncate|terminate|revoke|uninstall|unregister|deprovision|obliterate|shred';
const verbFirst = new RegExp(`^(?:bulk|batch|force|hard)?_?(?:${verbs})(?:_|$)`);
const verbLast = new RegExp(`(?:^|_)(?:${verbs})(?:_(?:all|many|batch|bulk|multiple))?$`);

export function isDestructive({ method, operationId, path }: Operation): boolean {
  if (method === 'DELETE') return true;
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || method === 'TRACE') return false;
  const last = path.split(/[/:?]/).findLast((segment) => segment !== '' && !segment.startsWith('{')) ?? '';
  return [operationId?.split(/[./]/).at(-1) ?? '', last]
    .map(toSnake)
    .some((name) => verbFirst.test(name) || verbLast.test(name));
}

function toSnake(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .toLowerCase();
}
