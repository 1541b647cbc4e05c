// The `converse.model` of a valid file becomes what the conversation is handed: the time in milliseconds, the key wrapped.

import { parseDuration } from '../lib/duration.ts';
import type { ModelFile } from './schema-model.ts';
import { Secret } from './secret.ts';

export interface ModelConfig extends Readonly<Omit<ModelFile, 'apiKey' | 'timeout' | 'budget'>> {
  readonly apiKey?: Secret;
  /** Milliseconds. */
  readonly timeout: number;
  readonly budget: Readonly<ModelFile['budget']>;
}

export function buildModel({ apiKey, timeout, ...others }: ModelFile): ModelConfig {
  return {
    ...others,
    timeout: parseDuration(timeout),
    ...(apiKey === undefined ? {} : { apiKey: new Secret(apiKey) }),
  };
}
