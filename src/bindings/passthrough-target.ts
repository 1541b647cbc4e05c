// What the REST pass-through knows of a target, and where it sends a request: decided once per catalog. Only the target's own origin is
// reached, for that is whom its headers and credentials are meant for.

import type { Catalog } from '../catalog/catalog.ts';
import type { Skill } from '../catalog/skill.ts';
import { GatewayError } from '../errors.ts';
import type { TargetPolicy } from '../invoke/target-policy.ts';
import { createExposed, type Exposed, type PassedRequest } from './passthrough-route.ts';

export interface PassthroughTarget {
  readonly id: string;
  readonly mode: 'exposed' | 'all';
  /** True when it stands at `/` too. */
  readonly root: boolean;
  readonly policy: TargetPolicy;
}

export interface Destination {
  /** The operation that the request is for, if it is one of the document's. */
  readonly skill: Skill | undefined;
  readonly baseUrl: string;
}

/** Throws `not_found` and `verb_not_allowed` for what may not be reached. */
export type FindDestination = (catalog: Catalog, request: PassedRequest) => Destination;

export function createFindDestination(target: PassthroughTarget): FindDestination {
  const { id, mode } = target;
  const known = new WeakMap<Catalog, { readonly exposed: Exposed; readonly mainBase: string | undefined }>();
  const build = (catalog: Catalog) => {
    const skills = catalog.skills.filter(({ target }) => target === id);
    const built = { exposed: createExposed(skills), mainBase: findMainBase(skills, target.policy) };
    known.set(catalog, built);
    return built;
  };
  return (catalog, request) => {
    const { policy } = target;
    const { exposed, mainBase } = known.get(catalog) ?? build(catalog);
    const skill = exposed.find(request);
    if (skill === undefined && mode === 'exposed') throw exposed.refuse(request);
    const baseUrl = policy.baseUrl ?? skill?.baseUrl ?? mainBase;
    if (baseUrl === undefined) {
      throw new GatewayError('target_unavailable', `The base URL of "${id}" is unknown; configure its upstreams.`);
    }
    if (isAtHome(baseUrl, policy)) return { skill, baseUrl };
    throw new GatewayError(
      'not_found',
      'This operation has a server of its own, where requests are not passed on. Call it as a skill.',
    );
  };
}

function isAtHome(baseUrl: string, { origins }: TargetPolicy): boolean {
  return origins?.has(new URL(baseUrl).origin) !== false;
}

/** The base URL of most operations. */
function findMainBase(skills: readonly Skill[], policy: TargetPolicy): string | undefined {
  const counts = new Map<string, number>();
  for (const { baseUrl } of skills) {
    if (baseUrl !== undefined && isAtHome(baseUrl, policy)) counts.set(baseUrl, (counts.get(baseUrl) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
