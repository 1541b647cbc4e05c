// The schema of the configuration file. It is the one source: the static type, the validation, `config/gateway.schema.json` and
// `docs/configuration-reference.md` all come from it. A key with a default is always there after validation. The gateway itself reads
// `schema.json`: after a change, `npm run generate`.

import { Type, type Static } from 'typebox';
import { converseSchema } from './schema-converse.ts';
import { targetSchema } from './schema-target.ts';
import { duration, listOf, mapOf, size, text } from './schema-word.ts';

const provider = Type.Object(
  {
    organization: Type.String({ minLength: 1, description: 'Name of the organisation that runs the agent.' }),
    url: text('web-url', { description: "The organisation's website." }),
  },
  { additionalProperties: false, description: 'Who runs the agent, as shown on the card.' },
);

const listen = Type.Object(
  {
    host: text('host', {
      default: '127.0.0.1',
      description: 'Address to listen on. Anything but loopback needs the key `access`.',
    }),
    port: Type.Integer({
      minimum: 0,
      maximum: 65_535,
      default: 8080,
      description: 'Port to listen on; 0 takes any free one.',
    }),
  },
  { additionalProperties: false, default: {}, description: 'Where the gateway listens.' },
);

const cors = Type.Object(
  {
    origins: listOf(text('origin'), {
      default: ['*'],
      wildcardAlone: true,
      description:
        'Origins whose web pages may read the card and call the agent; `["*"]` is all of them, an empty list is none.',
    }),
  },
  { additionalProperties: false, default: {}, description: 'Use by web pages of other origins.' },
);

const card = Type.Object(
  {
    headerless: Type.Enum(['both', '1.0', '0.3'], {
      default: 'both',
      description:
        'The form of the card for a request that names no A2A version; `both` has the fields of 1.0 and 0.3 in one document.',
    }),
    maxAge: duration('duration', {
      default: '5m',
      description: 'How long clients may keep the card before they ask again.',
    }),
  },
  { additionalProperties: false, default: {}, description: 'The agent card.' },
);

const gateway = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Name of the agent. Default: the title of the document, if there is only one.',
      }),
    ),
    description: Type.Optional(Type.String({ minLength: 1, description: 'What the agent does, for the card.' })),
    version: Type.Optional(
      Type.String({ minLength: 1, description: 'Version of the agent, for the card; put it in quotes, as in "1.0".' }),
    ),
    documentationUrl: Type.Optional(
      text('web-url', { description: 'Page with documentation of the agent, for the card.' }),
    ),
    provider: Type.Optional(provider),
    publicUrl: Type.Optional(
      text('base-url', {
        description:
          'The URL by which callers reach the gateway, as cards show it; a path prefix is allowed. Default: taken from each request.',
      }),
    ),
    listen,
    maxTargets: Type.Integer({
      minimum: 1,
      default: 10,
      description: 'The most targets that the file may have; a guard against starting with far more than was meant.',
    }),
    prefix: Type.Enum(['auto', 'always', 'never'], {
      default: 'auto',
      description:
        'Whether skill ids start with the id of their target; `auto` does so when there are several targets.',
    }),
    trustedProxies: listOf(text('network'), {
      default: [],
      description: 'Addresses or networks of the proxies whose X-Forwarded headers are believed. Default: none.',
    }),
    cors,
    bodyLimit: size({ default: '10mb', description: 'The largest request body that is taken.' }),
    shutdownTimeout: duration('timeout', {
      default: '30s',
      description: 'How long calls in progress may go on when the gateway is told to stop.',
    }),
    defaultSkill: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Id of the skill for a message that names none: data that fits it, or text if it is an agent itself.',
      }),
    ),
    card,
  },
  {
    additionalProperties: false,
    default: {},
    description: 'The gateway itself and the agent that it shows to the outside.',
  },
);

const a2a = Type.Object(
  {
    errata: Type.Enum(['1.0.0', '1.0.1'], {
      default: '1.0.1',
      description:
        'The text of A2A 1.0 that counts where its corrections differ. `1.0.0` is for test kits and clients older than them: parts of any media type are taken, and a skill that cannot use one refuses it.',
    }),
  },
  { additionalProperties: false, default: {}, description: 'How A2A is spoken.' },
);

export const configSchema = Type.Object(
  {
    gateway,
    targets: mapOf(targetSchema, {
      names: 'target-id',
      minProperties: 1,
      description:
        'The services that become skills, each under an id of your choice: 1 to 32 letters, digits, "_" or "-".',
    }),
    access: Type.Optional(
      Type.Enum(['open'], {
        description:
          '`open` lets everybody call who can reach the port. Without this key the gateway listens on loopback only.',
      }),
    ),
    a2a,
    tasks: Type.Object(
      {
        store: text('store', {
          default: 'memory',
          writeOnly: true,
          description:
            'Where tasks are kept: `memory`, `sqlite:PATH` (durable on one machine) or `redis://HOST:PORT` and `valkey://HOST:PORT` (shared by replicas).',
        }),
        streaming: Type.Boolean({ default: true, description: 'Whether callers may follow tasks as streams.' }),
        pushNotifications: Type.Boolean({ default: true, description: 'Whether callers may name webhooks.' }),
        pushSecret: Type.Optional(
          text('header-value', {
            writeOnly: true,
            description: 'Key that notifications are signed with, beside the token of their webhook. Default: none.',
          }),
        ),
        retention: duration('timeout', {
          default: '24h',
          description: 'How long a task is kept after its last change.',
        }),
        timeout: duration('timeout', {
          default: '1h',
          description: 'The longest that a task may work without a turn of its caller; then it fails.',
        }),
        maxWait: duration('timeout', {
          default: '1h',
          description:
            'The longest that a caller waits who asked for the result; then it gets the task as it stands, and the work goes on. Below the time limits of proxies.',
        }),
        replay: Type.Enum(['join', 'reject'], {
          default: 'join',
          description:
            'What happens to a message whose id was seen before: `join` gives the first answer again, `reject` refuses it.',
        }),
        replayWindow: duration('timeout', {
          default: '24h',
          description: 'How long the id of a message is remembered.',
        }),
        maxUpstreamCalls: Type.Integer({
          minimum: 1,
          default: 10_000,
          description: 'Requests to the service for one turn of a task: the call, and each look at its job.',
        }),
        maxTaskSize: size({ default: '50mb', description: 'All artifacts of one task together.' }),
        maxTasksPerCaller: Type.Integer({
          minimum: 1,
          default: 1_000,
          description: 'Tasks of one caller that work at the same time in one process.',
        }),
        maxStreamsPerCaller: Type.Integer({
          minimum: 1,
          default: 1_000,
          description: 'Open streams of one caller in one process.',
        }),
        maxTasks: Type.Integer({
          minimum: 1,
          default: 20_000,
          description: 'Tasks that work at the same time in one process.',
        }),
        maxStreams: Type.Integer({ minimum: 1, default: 20_000, description: 'Open streams in one process.' }),
        listAnonymous: Type.Boolean({
          default: false,
          description:
            'Whether callers without credentials may list tasks without naming a context. For test benches: they see the tasks of everybody without credentials.',
        }),
      },
      { additionalProperties: false, default: {}, description: 'Calls that outlive their request.' },
    ),
    converse: converseSchema,
    network: Type.Object(
      {
        ca: listOf(text('pem'), {
          default: [],
          description: 'Certificate authorities that are trusted beside those of the system.',
        }),
        allow: listOf(text('address'), {
          default: [],
          description:
            'Inner addresses that documents (references, servers of a remote document) and webhooks may lead to. Default: public addresses only.',
        }),
      },
      { additionalProperties: false, default: {}, description: 'Connections that the gateway makes.' },
    ),
    log: Type.Object(
      {
        level: Type.Enum(['debug', 'info', 'warn', 'error', 'silent'], {
          default: 'info',
          description: 'The least important lines that are still logged.',
        }),
      },
      { additionalProperties: false, default: {}, description: 'The log on standard error.' },
    ),
  },
  { additionalProperties: false, description: 'Configuration of the gateway.' },
);

/** A valid file, defaults filled in, nothing converted yet. */
export type ConfigFile = Static<typeof configSchema>;
