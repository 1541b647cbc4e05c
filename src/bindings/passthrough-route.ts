// Which operation a pass-through request is for, when only operations that are skills may be reached. The path must have the form of
// an operation's path exactly, below the base URL; HEAD goes where GET may, and a CORS preflight where the request that it asks for may.

import type { IncomingHttpHeaders } from 'node:http';
import type { Skill } from '../catalog/skill.ts';
import { createRouteIndex, type RouteIndex } from '../converse/route-index.ts';
import { GatewayError } from '../errors.ts';
import { hasEncodedSlash, type PassedPath } from './passthrough-path.ts';

export interface PassedRequest extends PassedPath {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Exposed {
  find(request: PassedRequest): Skill | undefined;
  /** Why there is none: `not_found` for a path that no operation has, `verb_not_allowed` when others have it. */
  refuse(request: PassedRequest): GatewayError;
}

export function createExposed(skills: readonly Skill[]): Exposed {
  const byId = new Map(skills.map((skill) => [skill.id, skill]));
  const methods = [...new Set(skills.map(({ operation }) => operation.method))];
  const index = createRouteIndex(skills.map(withoutBase));

  const find = (method: string, path: PassedPath): Skill | undefined => {
    // A service that decodes slashes before it chooses the operation would see a path that was never looked at here.
    const found = hasEncodedSlash(path.path) ? undefined : lookUp(index, method, path);
    return found === undefined ? undefined : byId.get(found.id);
  };

  return {
    find(request) {
      for (const method of methodsFor(request)) {
        const skill = find(method, request);
        if (skill !== undefined) return skill;
      }
      return undefined;
    },
    refuse(request) {
      const allowed = methods.filter((method) => find(method, request) !== undefined);
      if (allowed.length > 0) return toWrongVerb(request.method, allowed);
      const hint = hasEncodedSlash(request.path) ? ' An encoded slash (%2F) is not passed on here.' : '';
      return new GatewayError(
        'not_found',
        `No operation that may be called has this path.${hint} GET /skills lists all.`,
      );
    },
  };
}

function methodsFor({ method, headers }: PassedRequest): readonly string[] {
  if (method === 'HEAD') return ['HEAD', 'GET'];
  const asked = headers['access-control-request-method'];
  return method === 'OPTIONS' && headers.origin !== undefined && asked !== undefined ? ['OPTIONS', asked] : [method];
}

function lookUp(index: RouteIndex, method: string, { path, search }: PassedPath): Skill | undefined {
  const query = new URLSearchParams(search);
  return index({ method, path, query })
    ?.map(({ skill }) => skill)
    .find(({ operation }) => isExact(operation.path, path, query));
}

/** The look-up forgives a slash at the end and a query that the operation's path demands; here neither is forgiven. */
function isExact(template: string, path: string, query: URLSearchParams): boolean {
  const [templatePath = '', fixed = ''] = template.split('?', 2);
  if (templatePath.endsWith('/') !== path.endsWith('/')) return false;
  return [...new URLSearchParams(fixed)].every(([name, value]) => query.getAll(name).includes(value));
}

// Paths are compared below the base URL, so the server's own path must not be accepted in front of them.
function withoutBase(skill: Skill): Skill {
  return { ...skill, baseUrl: undefined, operation: { ...skill.operation, server: undefined } };
}

function toWrongVerb(method: string, allowed: readonly string[]): GatewayError {
  const list = (allowed.includes('GET') ? [...new Set([...allowed, 'HEAD'])] : allowed).toSorted().join(', ');
  return new GatewayError('verb_not_allowed', `This path does not take ${method}; it takes ${list}.`, {
    metadata: { allow: list },
  });
}
