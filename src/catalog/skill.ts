// A skill: one operation as agents see it, with everything about it that can be decided before the first call.

import type { ConversationFile, JobFile } from '../config/schema-agent.ts';
import type { Operation } from '../spec/operation.ts';
import type { JsonSchema } from '../spec/json-schema.ts';

/** Where one argument of a skill goes in the HTTP request. */
export interface Argument {
  /** Name in the arguments object, `[A-Za-z0-9_.-]{1,64}`. */
  readonly key: string;
  /** Name on the wire; also accepted as a key. */
  readonly wireName: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'field';
  readonly required: boolean;
}

/** How the request body is given. */
export interface BodyInput {
  /** The key under which the whole body may stand. */
  readonly key: string;
  /** `fields`: the body's properties stand beside the parameters. `whole`: the body stands under `key`. */
  readonly layout: 'fields' | 'whole';
  readonly required: boolean;
  /** As written in the document, e.g. `application/merge-patch+json`. */
  readonly mediaType: string;
}

export interface SkillInput {
  readonly arguments: readonly Argument[];
  readonly body?: BodyInput;
  /** JSON Schema 2020-12 of the arguments object, self-contained; the one that is published. */
  readonly schema: () => JsonSchema;
  /** The same with the body under its key, when `schema` has it in fields. */
  readonly wholeBodySchema: () => JsonSchema;
}

export interface Skill {
  /** `[A-Za-z0-9_-]{1,64}`, unique in the catalog. */
  readonly id: string;
  /** The id without the target's prefix; unique within its target. */
  readonly bareId: string;
  readonly target: string;
  /** For people and tool lists: at most 40 characters, unique after reducing to `[A-Za-z0-9_]`. */
  readonly name: string;
  /** At most 1024 characters, ends with a one-line signature. */
  readonly description: string;
  /** At least one. */
  readonly tags: readonly string[];
  /** One to three literal calls, e.g. `getPetById {"petId":10}`, the first one minimal. Made on first use. */
  readonly examples: () => readonly string[];
  readonly inputModes: readonly string[];
  readonly outputModes: readonly string[];
  readonly operation: Operation;
  /** GET, HEAD and what is marked read-only. */
  readonly readOnly: boolean;
  readonly idempotent: boolean;
  /** Destroys something: asked back when a text asks for it. */
  readonly destructive: boolean;
  readonly input: SkillInput;
  /** Schema of the success reply; undefined when the document tells none. */
  readonly outputSchema: () => JsonSchema | undefined;
  /** Schemas of the failures that the document describes beside the success; empty when it describes no or several successes. */
  readonly errorSchemas: () => readonly JsonSchema[];
  /** Base URL from the document's servers, without trailing slash; undefined when the target's own upstreams are used. */
  readonly baseUrl: string | undefined;
  /** How it takes part in a conversation and how its jobs are followed, from the configuration, in place of `x-skillgate`. */
  readonly conversation?: ConversationFile;
  readonly job?: JobFile;
}
