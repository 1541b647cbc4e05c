// The schema of one entry under `targets`: an upstream service, its document, and what of it becomes skills.

import { Type, type Static } from 'typebox';
import { conversationSchema, jobSchema } from './schema-agent.ts';
import { duration, listOf, mapOf, size, text } from './schema-word.ts';

const match = Type.Object(
  {
    tag: Type.Optional(
      Type.String({ minLength: 1, description: 'A tag of the operation, exactly as in the document.' }),
    ),
    method: Type.Optional(text('method', { description: 'The HTTP method, in upper or lower case.' })),
    path: Type.Optional(
      text('path-match', {
        description:
          'The path as in the document. `*` stands for one segment or a part of it, `**` for any number of segments.',
      }),
    ),
    id: Type.Optional(Type.String({ minLength: 1, description: 'The id of the skill, or the operationId.' })),
    deprecated: Type.Optional(Type.Boolean({ description: 'Whether the operation is marked as deprecated.' })),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    description: 'Operations that fit all the keys given here.',
  },
);

const replyKey = Type.Enum(['auto', 'message', 'task'], {
  description:
    'What a call answers with. `auto`: a message when the operation finishes within a plain call, else a task. Default: auto.',
});

const failuresKey = Type.Enum(['task', 'error'], {
  description: 'What a failure of the service is: a failed `task`, or a JSON-RPC `error`. Default: task.',
});

const override = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        description: 'Name for people and tool lists, at most 40 characters.',
      }),
    ),
    description: Type.Optional(
      Type.String({ minLength: 1, description: 'What the skill does, in place of the description of the document.' }),
    ),
    tags: Type.Optional(
      listOf(Type.String({ minLength: 1 }), {
        minItems: 1,
        description: 'Tags of the skill, in place of those of the document.',
      }),
    ),
    examples: Type.Optional(
      listOf(Type.String({ minLength: 1 }), {
        minItems: 1,
        description: 'Literal calls that the skill accepts, such as `getPet {"petId":10}`, in place of generated ones.',
      }),
    ),
    reply: Type.Optional(replyKey),
    failures: Type.Optional(failuresKey),
    readOnly: Type.Optional(
      Type.Boolean({ description: 'Whether the operation changes nothing. Default: true for GET and HEAD.' }),
    ),
    destructive: Type.Optional(
      Type.Boolean({
        description:
          'Whether the operation destroys something: then it is asked back when a text asks for it. Default: true for DELETE and what is named like it.',
      }),
    ),
    conversation: Type.Optional(conversationSchema),
    job: Type.Optional(jobSchema),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    description: 'What is said of one skill, in place of what the document says.',
  },
);

const skills = Type.Object(
  {
    include: Type.Optional(
      listOf(match, {
        description: 'Operations that become skills. Default: all; with a list, only those that fit an entry.',
      }),
    ),
    exclude: Type.Optional(
      listOf(match, { description: 'Operations that are left out, also when they are included.' }),
    ),
    override: Type.Optional(mapOf(override, { description: 'Changes to single skills, by the id of the skill.' })),
  },
  { additionalProperties: false, description: 'Which operations become skills, and how they are presented.' },
);

export const targetSchema = Type.Object(
  {
    spec: text('spec-location', {
      description: 'The OpenAPI document: a path relative to this file, or an http(s) URL.',
    }),
    refRoot: Type.Optional(
      text('file-path', {
        description:
          'Folder, relative to this file, that `$ref` may reach. Default: the working directory if it holds the document, else the folder of the document.',
      }),
    ),
    upstreams: Type.Optional(
      listOf(text('upstream'), {
        minItems: 1,
        description:
          'Base URLs of the service; several are replicas and share the load. `self` is the server that the gateway is a plugin of. Default: the servers of the document.',
      }),
    ),
    headers: mapOf(text('header-value', { writeOnly: true }), {
      names: 'header-name',
      caselessKeys: true,
      default: {},
      writeOnly: true,
      description:
        'Headers sent with every request to this target and to no other. Values are secrets and never printed.',
    }),
    credentials: mapOf(text('header-value', { writeOnly: true }), {
      default: {},
      writeOnly: true,
      description:
        'Credentials by the name of a security scheme of the document: an API key, a token, or `user:password`. Sent where the operation asks for them.',
    }),
    clientCertificate: Type.Optional(
      Type.Object(
        {
          cert: text('pem', { description: 'The certificate, and those between it and its authority.' }),
          key: text('pem', { writeOnly: true, description: 'The private key of the certificate.' }),
        },
        { additionalProperties: false, description: 'The certificate that the gateway shows to this service.' },
      ),
    ),
    forwardHeaders: listOf(text('forwarded-header'), {
      default: ['authorization', 'accept-language', 'x-request-id'],
      description: "The caller's headers that are passed on to this target. Headers of one connection never are.",
    }),
    timeout: duration('timeout', {
      default: '30s',
      description: 'The longest that one call may take, retries included.',
    }),
    maxReplySize: size({
      default: '10mb',
      description: 'The largest reply that is taken from the service, after decompression.',
    }),
    concurrency: Type.Integer({
      minimum: 1,
      default: 256,
      description:
        'The most calls to this service at one time; as many again may wait, further ones are told that it is busy. A stream counts until it begins.',
    }),
    retries: Type.Integer({
      minimum: 0,
      maximum: 5,
      default: 2,
      description:
        'How often a call is repeated that failed and is safe to repeat. A write that may have arrived never is.',
    }),
    passthrough: Type.Enum(['off', 'exposed', 'all'], {
      default: 'off',
      description:
        'Plain REST at `/proxy/<id>/`: `exposed` passes on what is a skill, `all` everything below the base URL of the service.',
    }),
    passthroughRoot: Type.Boolean({
      default: false,
      description:
        "Whether the pass-through stands at `/` too, for one target. The gateway's own addresses go before those of the service.",
    }),
    reply: Type.Optional(replyKey),
    failures: Type.Optional(failuresKey),
    skills: Type.Optional(skills),
  },
  { additionalProperties: false, description: 'One upstream service.' },
);

export type TargetFile = Static<typeof targetSchema>;
export type SkillMatch = Readonly<Static<typeof match>>;
export type SkillOverrideFile = Static<typeof override>;
