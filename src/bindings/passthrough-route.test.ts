import { describe, expect, it } from 'vitest';
import { createSkill } from '../../test/support/skills.ts';
import { parsePassedPath } from './passthrough-path.ts';
import { createExposed, type PassedRequest } from './passthrough-route.ts';

const skills = [
  createSkill({ id: 'list', route: 'GET /pets', server: 'http://pets/v1' }),
  createSkill({ id: 'add', route: 'POST /pets', server: 'http://pets/v1' }),
  createSkill({ id: 'one', route: 'GET /pets/{id}', server: 'http://pets/v1' }),
  createSkill({ id: 'mine', route: 'GET /pets/mine', server: 'http://pets/v1' }),
  createSkill({ id: 'photo', route: 'GET /pets/{id}/photo.{format}' }),
  createSkill({ id: 'slash', route: 'GET /toys/' }),
  createSkill({ id: 'fixed', route: 'GET /search?kind=toy' }),
  createSkill({ id: 'part', route: 'GET /files/{id}#shared' }),
  createSkill({ id: 'root', route: 'GET /' }),
  createSkill({ id: 'odd', route: 'OPTIONS /odd' }),
];
const exposed = createExposed(skills);

function ask(line: string, headers = {}): PassedRequest {
  const [method = '', url = ''] = line.split(' ', 2);
  return { method, headers, ...parsePassedPath(url, '') };
}

describe('createExposed', () => {
  it.each([
    ['GET /pets', 'list'],
    ['GET /pets?x=1', 'list'],
    ['HEAD /pets', 'list'],
    ['POST /pets', 'add'],
    ['GET /pets/7', 'one'],
    ['GET /pets/a%20b', 'one'],
    ['GET /pets/mine', 'mine'],
    ['GET /pets/7/photo.png', 'photo'],
    ['GET /toys/', 'slash'],
    ['GET /search?kind=toy&x=1', 'fixed'],
    ['GET /files/1', 'part'],
    ['GET /', 'root'],
    ['OPTIONS /odd', 'odd'],
  ])('finds the operation of %s', (line, id) => {
    expect(exposed.find(ask(line))).toBe(skills.find((skill) => skill.id === id));
  });

  it.each([
    ['GET /v1/pets', 'not_found'],
    ['GET /pets/', 'not_found'],
    ['GET /pets/7/', 'not_found'],
    ['GET /pets/7/photo', 'not_found'],
    ['GET /toys', 'not_found'],
    ['GET /search', 'not_found'],
    ['GET /search?kind=other', 'not_found'],
    ['GET /pets/a%2Fb', 'not_found'],
    ['GET /PETS', 'not_found'],
    ['PUT /pets', 'verb_not_allowed'],
    ['OPTIONS /pets', 'verb_not_allowed'],
    ['HEAD /odd', 'verb_not_allowed'],
  ])('refuses %s as %s', (line, code) => {
    expect(exposed.find(ask(line))).toBeUndefined();
    expect(exposed.refuse(ask(line)).code).toBe(code);
  });

  it('says which methods a path takes', () => {
    expect(exposed.refuse(ask('PUT /pets')).metadata).toEqual({ allow: 'GET, HEAD, POST' });
  });

  it('lets a preflight go where the request that it asks for may', () => {
    const preflight = (method: string) => ({
      origin: 'https://app.example.test',
      'access-control-request-method': method,
    });
    expect(exposed.find(ask('OPTIONS /pets', preflight('POST')))?.id).toBe('add');
    expect(exposed.find(ask('OPTIONS /pets', preflight('PUT')))).toBeUndefined();
    expect(exposed.find(ask('OPTIONS /pets', { 'access-control-request-method': 'POST' }))).toBeUndefined();
  });
});
