// The pet shelter of the demo, as `openapi/pets.yaml` describes it: five operations on a list in memory.

import { parseJsonObject, Refusal, runUpstream, startUpstream } from './start.ts';
import type { RecordedRequest, Reply, RunningUpstream, Service } from './start.ts';

interface Pet {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly status: string;
  readonly bornOn: string | null;
}

const kinds = ['dog', 'cat', 'rabbit', 'bird'];
const statuses = ['available', 'reserved', 'adopted'];

const residents: readonly Pet[] = [
  { id: 1, name: 'Rex', kind: 'dog', status: 'available', bornOn: '2021-04-12' },
  { id: 2, name: 'Bella', kind: 'cat', status: 'reserved', bornOn: '2023-09-30' },
  { id: 3, name: 'Hazel', kind: 'rabbit', status: 'available', bornOn: null },
];

export function startPets(port = 0, host?: string): Promise<RunningUpstream> {
  return startUpstream(createPets(), port, host);
}

function createPets(): Service {
  const pets = new Map(residents.map((pet) => [pet.id, pet]));
  let lastId = residents.length;

  function list(query: URLSearchParams): Reply {
    const status = query.get('status');
    const limit = query.get('limit') ?? '20';
    if (status !== null && !statuses.includes(status))
      throw new Refusal(400, `status must be one of ${statuses.join(', ')}`);
    if (!/^([1-9]\d?|100)$/.test(limit)) throw new Refusal(400, 'limit must be a whole number from 1 to 100');
    const found = [...pets.values()].filter((pet) => status === null || pet.status === status);
    return { status: 200, json: found.slice(0, Number(limit)) };
  }

  function create(request: RecordedRequest): Reply {
    const given = parseFields(request);
    if (given.name === undefined || given.kind === undefined) throw new Refusal(400, 'A pet needs a name and a kind');
    lastId += 1;
    const pet = { id: lastId, status: 'available', bornOn: null, ...given, name: given.name, kind: given.kind };
    pets.set(pet.id, pet);
    return { status: 201, headers: { location: `/pets/${pet.id}` }, json: pet };
  }

  function find(id: string): Pet {
    const pet = pets.get(Number(id));
    if (!pet) throw new Refusal(404, `There is no pet ${id}`);
    return pet;
  }

  function update(pet: Pet, request: RecordedRequest): Reply {
    const changed = { ...pet, ...parseFields(request) };
    pets.set(pet.id, changed);
    return { status: 200, json: changed };
  }

  return (request, url) => {
    const [, collection, id, ...rest] = url.pathname.split('/');
    if (collection !== 'pets' || rest.length > 0) throw new Refusal(404, 'There is nothing here');
    if (id === undefined && request.method === 'GET') return list(url.searchParams);
    if (id === undefined && request.method === 'POST') return create(request);
    if (id === undefined) throw new Refusal(405, 'Use GET or POST');
    const pet = find(id);
    if (request.method === 'GET') return { status: 200, json: pet };
    if (request.method === 'PATCH') return update(pet, request);
    if (request.method !== 'DELETE') throw new Refusal(405, 'Use GET, PATCH or DELETE');
    pets.delete(pet.id);
    return { status: 204 };
  };
}

/** The fields of a pet that a caller may set; refuses the others and values that do not fit. */
function parseFields(request: RecordedRequest): Partial<Omit<Pet, 'id'>> {
  const fields = new Map(Object.entries(parseJsonObject(request)));
  for (const [name, value] of fields) {
    const problem = checks.get(name)?.(value) ?? (checks.has(name) ? undefined : 'is not a field that can be set');
    if (problem !== undefined) throw new Refusal(400, `${name} ${problem}`);
  }
  return Object.fromEntries(fields); // every field has passed its check
}

const oneOf = (allowed: readonly string[]) => (value: unknown) =>
  typeof value === 'string' && allowed.includes(value) ? undefined : `must be one of ${allowed.join(', ')}`;

const checks: ReadonlyMap<string, (value: unknown) => string | undefined> = new Map([
  [
    'name',
    (value: unknown) =>
      typeof value === 'string' && /^.{1,40}$/su.test(value) ? undefined : 'must be a text of 1 to 40 characters',
  ],
  ['kind', oneOf(kinds)],
  ['status', oneOf(statuses)],
  [
    'bornOn',
    (value: unknown) =>
      value === null || (typeof value === 'string' && isDate(value)) ? undefined : 'must be a date or null',
  ],
]);

function isDate(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
}

if (import.meta.main) await runUpstream('pets', startPets);
