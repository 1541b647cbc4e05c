// The OpenAPI documents of the benchmark: a pet shop with as many operations as are asked for, and the calculator. Only the
// first operations of the pet shop are called; the others are there to show that their number costs nothing.

export type DocumentName = 'pets' | 'calculator';

export interface DocumentChoice {
  readonly name: DocumentName;
  /** How many operations the pet shop has, at least three. */
  readonly skills: number;
}

export function buildDocument({ name, skills }: DocumentChoice): object {
  const paths = name === 'calculator' ? calculator : { ...pets, ...buildFillers(skills - called) };
  return { openapi: '3.1.0', info: { title: `Benchmark ${name}`, version: '1.0.0' }, paths, components };
}

const components = {
  schemas: {
    NewPet: {
      type: 'object',
      required: ['name', 'tags'],
      properties: {
        name: { type: 'string', minLength: 1 },
        tags: { type: 'array', items: { type: 'string' } },
        weight: { type: 'number', minimum: 0 },
        owner: { type: 'object', properties: { name: { type: 'string' }, city: { type: 'string' } } },
        notes: { type: 'string', maxLength: 1000 },
      },
      additionalProperties: false,
    },
    Pet: {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'integer' }, name: { type: 'string' } },
    },
  },
};

function replyOf(schema: object): object {
  return { 200: { description: 'ok', content: { 'application/json': { schema } } } };
}

function bodyOf(schema: object): object {
  return { required: true, content: { 'application/json': { schema } } };
}

const pet = { $ref: '#/components/schemas/Pet' };
const newPet = { $ref: '#/components/schemas/NewPet' };

const called = 3;
const pets = {
  '/pets/{petId}': {
    get: {
      operationId: 'getPetById',
      summary: 'Get pet by id',
      parameters: [
        { name: 'petId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
        { name: 'fields', in: 'query', schema: { type: 'string', maxLength: 100 } },
      ],
      responses: replyOf(pet),
    },
  },
  '/pets': {
    get: { operationId: 'listPets', summary: 'List pets', responses: replyOf({ type: 'array', items: pet }) },
    post: {
      operationId: 'createPet',
      summary: 'Create a pet',
      requestBody: bodyOf(newPet),
      responses: replyOf(newPet),
    },
  },
};

const calculator = {
  '/api/v1/calculate': {
    post: {
      operationId: 'calculate',
      summary: 'Calculate',
      requestBody: bodyOf({
        type: 'object',
        required: ['operation', 'operands'],
        properties: {
          operation: { type: 'string', enum: ['add', 'subtract', 'multiply', 'divide'] },
          operands: { type: 'array', items: { type: 'number' }, minItems: 2 },
        },
      }),
      responses: replyOf({ type: 'object', properties: { operands: { type: 'array', items: { type: 'number' } } } }),
    },
  },
};

// Words that meet each other in many operations, as those of a large document do.
const nouns =
  'order invoice customer ticket report device sensor account payment shipment pet owner kennel visit vaccine shelter'.split(
    ' ',
  );
const details =
  'status history summary item limit comment address schedule policy label event owner setting note photo page'.split(
    ' ',
  );

function buildFillers(count: number): Record<string, object> {
  const fillers: Record<string, object> = {};
  for (let number = 1; number <= count; number += 1) {
    const noun = nouns[number % nouns.length] ?? '';
    const detail = details[Math.floor(number / nouns.length) % details.length] ?? '';
    fillers[`/${noun}s/{id}/${detail}${number}`] = {
      get: {
        operationId: `get_${noun}_${detail}_${number}`,
        summary: `Get the ${detail} ${number} of a ${noun}`,
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: replyOf(pet),
      },
    };
  }
  return fillers;
}
