import { describe, expect, it } from 'vitest';
import type { Operation } from '../spec/operation.ts';
import { isDestructive } from './destructive.ts';

const operation = (method: string, path: string, operationId?: string) =>
  ({ method, path, operationId }) as unknown as Operation;

describe('isDestructive', () => {
  it.each([
    ['DELETE', '/pets/{id}', undefined],
    ['POST', '/users/{id}/purge', undefined],
    ['POST', '/users/{id}:delete', undefined],
    ['POST', '/members', 'removeMember'],
    ['POST', '/members', 'bulk_delete_members'],
    ['POST', '/members', 'members.removeAll'],
    ['PUT', '/tokens', 'tokenRevoke'],
    ['PATCH', '/disks/{id}/wipe', undefined],
  ])('%s %s %s destroys', (method, path, id) => {
    expect(isDestructive(operation(method, path, id))).toBe(true);
  });

  it.each([
    ['GET', '/deleted', 'deleteLog'],
    ['HEAD', '/x/delete', undefined],
    ['POST', '/pets', 'createPet'],
    ['POST', '/dropdowns', 'addDropdown'],
    ['POST', '/removals', 'scheduleRemovalNotice'],
    ['PUT', '/pets/{id}', 'updatePet'],
    ['POST', '/undelete', 'undeletePet'],
  ])('%s %s %s does not', (method, path, id) => {
    expect(isDestructive(operation(method, path, id))).toBe(false);
  });
});
