// The schema of what turns an operation into an agent's work: the mapping of a conversation and of a long-running job. The same
// words stand in the configuration (`skills.override`) and in the document (`x-skillgate`).

import { Type, type Static } from 'typebox';
import { mapOf } from './schema-word.ts';

const argument = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));
const source = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));

const conversationState = Type.Enum(
  ['completed', 'failed', 'rejected', 'input-required', 'auth-required', 'working', 'canceled'],
  { description: 'The state of the task.' },
);

const reply = Type.Object(
  {
    text: source('Where the text of the answer is: a JSON pointer into the reply, such as `/answer`.'),
    delta: source(
      'Where the next piece of the text is within one event of a streamed reply: a JSON pointer. Events without it are left out.',
    ),
    state: source('Where the state is: a JSON pointer into the reply, or the name of a response header.'),
    states: Type.Optional(
      mapOf(conversationState, {
        description: 'What the words of the service mean, beside the usual ones: `{ needs_input: input-required }`.',
      }),
    ),
    session: source(
      'Where the id is that the service wants back with the next message: a JSON pointer into the reply, or the name of a response header.',
    ),
    artifacts: source('Where the results are: a JSON pointer into the reply. Of a list, each item is one.'),
    message: source(
      'What says that the answer is a plain message and no task: the name of a response header, or a JSON pointer into the reply. `false`, `0` and nothing do not count.',
    ),
  },
  {
    additionalProperties: false,
    description: 'Where in the reply things are. Without it, the whole reply is the result.',
  },
);

export const conversationSchema = Type.Object(
  {
    text: argument(
      'The argument that takes the text of the message: its name, or a JSON pointer into the arguments such as `/body/messages/0/content`.',
    ),
    parts: argument(
      'The argument that takes all parts of the message, as the list of objects that A2A 1.0 has: `{text}`, `{data}`, `{raw}` or `{url}`, with `mediaType` and `filename`.',
    ),
    messageId: argument('The argument that takes the id of the message.'),
    contextId: argument('The argument that takes the id of the context, which is the same for a whole conversation.'),
    taskId: argument('The argument that takes the id of the task, when there is one.'),
    session: argument("The argument that takes the service's own id of the conversation, from its reply before."),
    arguments: Type.Optional(
      mapOf(Type.Unknown(), { description: 'Arguments that are always sent, such as `{ model: small }`.' }),
    ),
    reply: Type.Optional(reply),
  },
  {
    additionalProperties: false,
    description:
      'For an operation that is an agent itself: which arguments take the message, and how its reply is read.',
  },
);

const jobWord = Type.Enum(['running', 'completed', 'failed', 'canceled'], { description: 'How the job stands.' });

export const jobSchema = Type.Object(
  {
    url: source(
      'The address of the job: a path below the base URL with fields of the reply, such as `/jobs/{id}`, or a JSON pointer to an address in the reply.',
    ),
    status: source('Where the status of the job is: a JSON pointer such as `/state`.'),
    words: Type.Optional(
      mapOf(jobWord, {
        description: 'What the words of the status mean, beside the usual ones: `{ cooking: running }`.',
      }),
    ),
    result: source(
      'Where the result is, when the job is done: a JSON pointer. An address there is asked for the result.',
    ),
    progress: source('Where the progress is, for people: a JSON pointer such as `/percent`.'),
    cancel: source(
      'How the service is told to stop: a method and a path below the base URL with fields of the reply, such as `POST /jobs/{id}/cancel`.',
    ),
  },
  {
    additionalProperties: false,
    description:
      'For an operation that starts a job: where to ask how it stands. Only needed where the reply does not say so itself.',
  },
);

export type ConversationFile = Static<typeof conversationSchema>;
export type JobFile = Static<typeof jobSchema>;
