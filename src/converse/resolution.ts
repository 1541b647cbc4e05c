// What becomes of a turn: a call, a question to the caller, or something that the gateway says itself. And what becomes of a turn
// that answers a question.

import type { GatewayError } from '../errors.ts';
import type { Skill } from '../catalog/skill.ts';
import type { Call, ResolvedBy } from '../invoke/call.ts';
import type { OpenQuestion } from '../task/task.ts';

export type Resolution =
  | {
      readonly kind: 'call';
      readonly call: Call;
      /** True when the arguments are the words of a text: what is wrong with them is asked for, and no error. */
      readonly spoken: boolean;
    }
  | { readonly kind: 'question'; readonly question: Question }
  | { readonly kind: 'saying'; readonly saying: Saying };

export interface Question {
  /** A question that a person or a model can answer, and how to ask anew in one message. */
  readonly text: string;
  /** The same for programs. */
  readonly data: QuestionData;
  readonly open: OpenQuestion;
  /** The skill, when only one comes into question. */
  readonly skill?: Skill;
  /** The step that came so far; undefined when none did. */
  readonly resolvedBy?: ResolvedBy;
  /** The same as an error, for those who cannot be asked. */
  readonly refusal: GatewayError;
}

export interface QuestionData {
  readonly question: OpenQuestion['kind'];
  readonly candidates: readonly CandidateData[];
}

export interface CandidateData {
  readonly skillId: string;
  readonly name: string;
  readonly description: string;
  /** What was understood. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly missing: readonly string[];
  /** A text that makes the call, with a value made up for each missing argument. */
  readonly callLine: string;
  /** Left out when it is large: `GET /skills/{id}` has it. */
  readonly inputSchema?: unknown;
}

/** An answer that needs no service: help, a search among the skills. */
export interface Saying {
  readonly text: string;
  /** The same for programs. */
  readonly data: unknown;
  /** What the log says: `help`, `find_skills`. */
  readonly topic: string;
}

/** What becomes of a turn that may answer an open question. */
export type AnswerResolution =
  | Resolution
  /** "no", "never mind". */
  | { readonly kind: 'declined'; readonly text: string }
  /** It is about something else: the question is left, and this is what was said instead. */
  | { readonly kind: 'other'; readonly resolution: Resolution };
