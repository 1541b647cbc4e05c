import { describe, expect, it } from 'vitest';
import { createSkill } from '../../test/support/skills.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { TargetPolicy } from '../invoke/target-policy.ts';
import { createFindDestination } from './passthrough-target.ts';

const skills = [
  createSkill({ id: 'a', route: 'GET /a', server: 'http://pets/v1' }),
  createSkill({ id: 'b', route: 'GET /b', server: 'http://pets/v1' }),
  createSkill({ id: 'c', route: 'GET /c', server: 'http://pets/v2' }),
  createSkill({ id: 'elsewhere', route: 'GET /elsewhere', server: 'http://other' }),
  createSkill({ id: 'foreign', route: 'GET /foreign', target: 'toys' }),
];
const catalog = { skills } as unknown as Catalog; // nothing else of it is looked at
const policy: TargetPolicy = { headers: new Map(), forwardHeaders: [], timeout: 1, origins: new Set(['http://pets']) };

function find(path: string, mode: 'exposed' | 'all', changes: Partial<TargetPolicy> = {}) {
  const target = { id: 'demo', mode, root: false, policy: { ...policy, ...changes } };
  const { skill, baseUrl } = createFindDestination(target)(catalog, { method: 'GET', path, search: '', headers: {} });
  return [skill?.id, baseUrl];
}

describe('createFindDestination', () => {
  it('goes to the server of the operation, and else to that of most', () => {
    expect(find('/a', 'exposed')).toEqual(['a', 'http://pets/v1']);
    expect(find('/c', 'all')).toEqual(['c', 'http://pets/v2']);
    expect(find('/nothing', 'all')).toEqual([undefined, 'http://pets/v1']);
  });

  it('goes to the configured upstream before all', () => {
    const upstream = { baseUrl: 'http://inner', origins: new Set(['http://inner']) };
    expect(find('/c', 'exposed', upstream)).toEqual(['c', 'http://inner']);
    expect(find('/nothing', 'all', upstream)).toEqual([undefined, 'http://inner']);
  });

  it.each(['exposed', 'all'] as const)('goes to no other origin (%s)', (mode) => {
    expect(() => find('/elsewhere', mode)).toThrow('Call it as a skill');
  });

  it('keeps to its own target', () => {
    expect(() => find('/foreign', 'exposed')).toThrow('No operation that may be called has this path');
  });

  it('says so when it knows no base URL', () => {
    expect(() => find('/nothing', 'all', { origins: new Set() })).toThrow('configure its upstreams');
  });
});
