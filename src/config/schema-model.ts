// The schema of `converse.model`: the language model that is asked about messages whose words were not enough.

import { Type, type Static } from 'typebox';
import { duration, text } from './schema-word.ts';

const budget = Type.Object(
  {
    requestsPerMinute: Type.Integer({
      minimum: 1,
      default: 60,
      description: 'Requests to the model in one minute, of all callers together; a message needs one or two.',
    }),
    tokensPerRequest: Type.Integer({
      minimum: 1_000,
      default: 4_000,
      description:
        'The most tokens that one request may need, prompt and answer together, by an estimate on the safe side. Not more than the context of the model.',
    }),
    tokensPerDay: Type.Optional(
      Type.Integer({
        minimum: 1_000,
        description:
          'Tokens in 24 hours, as the server counts them, in this process. Default: no limit but that of the requests.',
      }),
    ),
  },
  {
    additionalProperties: false,
    default: {},
    description: 'What may be spent. When it is used up, messages are answered as if there were no model.',
  },
);

export const modelSchema = Type.Object(
  {
    url: text('web-url', {
      description:
        'Base URL of a server that speaks the OpenAI-compatible API, such as `https://api.openai.com/v1` or `http://ollama:11434`.',
    }),
    model: Type.String({ minLength: 1, maxLength: 200, description: 'Name of the model, as the server knows it.' }),
    apiKey: Type.Optional(
      text('header-value', {
        writeOnly: true,
        description: 'Key that is sent to that server as a bearer token, and to no other. Default: none.',
      }),
    ),
    timeout: duration('timeout', {
      default: '20s',
      description: 'The longest that one message waits for the model; then it is answered without it.',
    }),
    budget,
    summarise: Type.Boolean({
      default: false,
      description:
        'Whether the model also writes a summary before the answers to plain text. Only with it do replies of services go to the model.',
    }),
  },
  {
    additionalProperties: false,
    description:
      'A language model that is asked when the words of a message are not enough. It gets the message and the descriptions of the skills in question; its answer is checked like that of any caller.',
  },
);

export type ModelFile = Static<typeof modelSchema>;
