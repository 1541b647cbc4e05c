// The schema of `converse`: how messages are taken that are plain text, and how they are answered.

import { Type } from 'typebox';
import { modelSchema } from './schema-model.ts';
import { size, text } from './schema-word.ts';

export const converseSchema = Type.Object(
  {
    understand: Type.Boolean({
      default: true,
      description:
        'Whether plain sentences are understood by their words. A sentence only leads to a call of a read-only skill; for others the caller is asked.',
    }),
    ask: Type.Boolean({
      default: true,
      description:
        'Whether a text that is not understood, or lacks something, is answered with a question. `false`: with an error.',
    }),
    confirm: Type.Enum(['destructive', 'unsafe', 'never'], {
      default: 'destructive',
      description:
        'Which calls that a text asks for are asked back first: those that destroy something, all that may change something, or none. A plain sentence that is understood by its words is always asked back when it may change something.',
    }),
    findSkills: Type.Enum(['auto', 'always', 'never'], {
      default: 'auto',
      description:
        'Whether cards show the search among the skills as a skill, `find_skills`; `auto` does so above 20 skills. It is understood in any case.',
    }),
    answer: Type.Object(
      {
        text: size({
          default: '8kb',
          description:
            'The longest text in which JSON is told to callers that speak text, counted in characters. Where the text stands without the data, it may be 16 times as long.',
        }),
        data: Type.Optional(
          text('size', {
            description:
              'The longest data part, counted in characters; longer lists lose their last items, and the answer says so. Default: no limit.',
          }),
        ),
      },
      { additionalProperties: false, default: {}, description: 'How long answers may be.' },
    ),
    model: Type.Optional(modelSchema),
  },
  { additionalProperties: false, default: {}, description: 'Messages that are plain text.' },
);
