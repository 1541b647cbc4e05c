// What a caller said, without a protocol: the parts of one message and the hints around it. The steps of `resolve.ts` make a
// call of it, or an error that names skills and a call line that works.

import type { EndSignal } from '../upstream/request.ts';
import type { Skill } from '../catalog/skill.ts';

export type TurnPart =
  | { readonly kind: 'text'; readonly text: string; readonly mediaType?: string }
  | { readonly kind: 'data'; readonly data: unknown; readonly mediaType?: string }
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly mediaType?: string; readonly filename?: string }
  | { readonly kind: 'url'; readonly url: string; readonly mediaType?: string; readonly filename?: string };

export interface Turn {
  /** The skills of the agent that was addressed; the same array for all of its turns, since indexes are kept by it. */
  readonly skills: readonly Skill[];
  readonly parts: readonly TurnPart[];
  /** `message.metadata`. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** `params.metadata`. */
  readonly requestMetadata: Readonly<Record<string, unknown>>;
  /** `params.skill`, as some clients send. */
  readonly skill?: string | undefined;
  /** URIs of the activated extensions. */
  readonly extensions: ReadonlySet<string>;
  /** Path the part list is at, for error texts: `message.parts`. */
  readonly partsField: string;
  /** Aborted when the caller has gone away. */
  readonly signal?: EndSignal | undefined;
}
