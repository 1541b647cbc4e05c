// Routes find the skill whose template they fit, with decoded values; literal segments win, base paths may be left out.

import { describe, expect, it } from 'vitest';
import { createSkill } from '../../test/support/skills.ts';
import { createRouteIndex } from './route-index.ts';

const skills = [
  createSkill({ id: 'list', route: 'GET /pets', server: 'https://api.example.test/v2/' }),
  createSkill({ id: 'get', route: 'GET /pets/{petId}', server: 'https://api.example.test/v2/' }),
  createSkill({ id: 'mine', route: 'GET /pets/mine' }),
  createSkill({ id: 'toys', route: 'GET /pets/{id}/toys/{toyId}' }),
  createSkill({ id: 'file', route: 'GET /files/{name}.{ext}' }),
  createSkill({ id: 'anyFile', route: 'GET /files/{name}' }),
  createSkill({ id: 'cancel', route: 'POST /jobs/{id}:cancel' }),
  createSkill({ id: 'oldCats', route: 'GET /search?kind=cat' }),
  createSkill({ id: 'oldDogs', route: 'GET /search?kind=dog' }),
  createSkill({ id: 'anySearch', route: 'GET /find' }),
  createSkill({ id: 'catSearch', route: 'GET /find?kind=cat' }),
  createSkill({ id: 'share', route: 'GET /notes/{id}#share' }),
  createSkill({ id: 'note', route: 'GET /notes/{id}' }),
  createSkill({ id: 'healthA', route: 'GET /health' }),
  createSkill({ id: 'healthB', route: 'GET /health' }),
  createSkill({ id: 'root', route: 'GET /' }),
  createSkill({ id: 'proto', route: 'GET /constructor/{__proto__}' }),
];

describe('createRouteIndex', () => {
  const route = createRouteIndex(skills);
  const find = (method: string, path: string, query = '') =>
    route({ method, path, query: new URLSearchParams(query) })?.map(({ skill, path, query }) => [
      skill.id,
      Object.fromEntries(path),
      query,
    ]);

  const notes = (fragment?: string) =>
    route({
      method: 'GET',
      path: '/notes/1',
      query: new URLSearchParams(),
      ...(fragment !== undefined && { fragment }),
    });

  it.each([
    ['GET', '/pets', '', [['list', {}, []]]],
    ['get', '/pets/', '', [['list', {}, []]]],
    ['GET', '/v2/pets', 'limit=5', [['list', {}, [['limit', '5']]]]],
    ['GET', '/pets/10', '', [['get', { petId: '10' }, []]]],
    ['GET', '/v2/pets/10', '', [['get', { petId: '10' }, []]]],
    ['GET', '/pets/a%2Fb%20c', '', [['get', { petId: 'a/b c' }, []]]],
    ['GET', '/pets/100%', '', [['get', { petId: '100%' }, []]]],
    ['GET', '/pets/mine', '', [['mine', {}, []]]],
    ['GET', '/pets/mine/toys/3', '', [['toys', { id: 'mine', toyId: '3' }, []]]],
    ['GET', '/files/a.b.txt', '', [['file', { name: 'a', ext: 'b.txt' }, []]]],
    ['GET', '/files/readme', '', [['anyFile', { name: 'readme' }, []]]],
    ['GET', '/files/.txt', '', [['anyFile', { name: '.txt' }, []]]],
    ['POST', '/jobs/7:cancel', '', [['cancel', { id: '7' }, []]]],
    ['POST', '/jobs/:cancel', '', []],
    ['GET', '/search', 'kind=dog&q=x', [['oldDogs', {}, [['q', 'x']]]]],
    [
      'GET',
      '/search',
      'q=x',
      [
        ['oldCats', {}, [['q', 'x']]],
        ['oldDogs', {}, [['q', 'x']]],
      ],
    ],
    [
      'GET',
      '/health',
      '',
      [
        ['healthA', {}, []],
        ['healthB', {}, []],
      ],
    ],
    ['GET', '/', '', [['root', {}, []]]],
    ['GET', '/pets//', '', []],
    ['GET', '/nothing', '', []],
    ['GET', '/v2', '', []],
    ['PURGE', '/pets', '', undefined],
    ['constructor', '/pets', '', undefined],
  ])('%s %s?%s', (method, path, query, expected) => {
    expect(find(method, path, query)).toEqual(expected);
  });

  it('prefers what is written in full: fixed query and fragment', () => {
    expect(find('GET', '/find', 'kind=cat')).toEqual([['catSearch', {}, []]]);
    expect(find('GET', '/find', 'kind=dog')).toEqual([['anySearch', {}, [['kind', 'dog']]]]);
    expect(notes()?.map(({ skill }) => skill.id)).toEqual(['note']);
    expect(notes('share')?.map(({ skill }) => skill.id)).toEqual(['share']);
    expect(notes('other')?.map(({ skill }) => skill.id)).toEqual(['share', 'note']);
  });

  it('takes prototype names as placeholders', () => {
    const [match] = route({ method: 'GET', path: '/constructor/1', query: new URLSearchParams() }) ?? [];
    expect([...(match?.path ?? [])]).toEqual([['__proto__', '1']]);
  });
});
