// The message of a request as the neutral turn that is resolved to a call. Extensions count as activated when the request's
// headers or the message itself name them. A2A 1.0 §4.6.3.

import type { Skill } from '../catalog/skill.ts';
import type { Turn } from '../converse/turn.ts';
import type { EndSignal } from '../upstream/request.ts';
import { supportedExtensions } from './extension.ts';
import type { SendMessageRequest } from './requests.ts';

export interface TurnSurroundings {
  readonly skills: readonly Skill[];
  readonly extensions: ReadonlySet<string>;
  readonly signal: EndSignal | undefined;
}

export function toTurn(request: SendMessageRequest, { skills, extensions, signal }: TurnSurroundings): Turn {
  const { parts, metadata, requestMetadata, skill } = request;
  return {
    skills,
    parts,
    metadata,
    requestMetadata,
    extensions: withNamed(extensions, request.extensions),
    partsField: 'message.parts',
    skill,
    signal,
  };
}

function withNamed(activated: ReadonlySet<string>, named: readonly string[]): ReadonlySet<string> {
  if (named.length === 0) return activated;
  return activated.union(new Set(named.filter((uri) => supportedExtensions.has(uri))));
}
