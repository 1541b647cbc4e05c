// Whether the parts of a message are of media types that the agent takes. A part without a media type is unrestricted; files are
// compared with the input modes of the agent's skills. Which skill takes which part is decided later. A2A 1.0 §3.1.1.

import { GatewayError } from '../errors.ts';
import type { Skill } from '../catalog/skill.ts';
import type { TurnPart } from '../converse/turn.ts';
import { essenceOf, isJson, isMediaType } from '../lib/media-type.ts';

// Keyed by the agent's list of skills, which is replaced as a whole: nothing here grows with the skills on each call.
const modesOfSkills = new WeakMap<readonly Skill[], ReadonlySet<string>>();

/** Throws `content_type_not_supported` naming the first part that cannot be taken. */
export function assertMediaTypes(parts: readonly TurnPart[], skills: readonly Skill[]): void {
  for (const [index, part] of parts.entries()) {
    if (part.mediaType === undefined || isTaken(part, part.mediaType, skills)) continue;
    throw new GatewayError(
      'content_type_not_supported',
      `message.parts[${index}] is ${JSON.stringify(part.mediaType.slice(0, 100))}, which no skill of this agent takes; the agent card lists what each skill takes.`,
    );
  }
}

function isTaken(part: TurnPart, mediaType: string, skills: readonly Skill[]): boolean {
  switch (part.kind) {
    case 'text':
      return isJson(mediaType) || essenceOf(mediaType).startsWith('text/');
    case 'data':
      return isJson(mediaType);
    default:
      return isInModes(essenceOf(mediaType), modesOf(skills));
  }
}

function modesOf(skills: readonly Skill[]): ReadonlySet<string> {
  let modes = modesOfSkills.get(skills);
  if (modes === undefined) {
    modes = new Set(skills.flatMap((skill) => skill.inputModes.map(essenceOf)));
    modesOfSkills.set(skills, modes);
  }
  return modes;
}

// Who takes octets takes a file of whatever type. RFC 2046 §4.5.1.
function isInModes(essence: string, modes: ReadonlySet<string>): boolean {
  if (modes.has(essence) || modes.has('*/*') || modes.has(`${essence.slice(0, essence.indexOf('/'))}/*`)) return true;
  return modes.has('application/octet-stream') && isMediaType(essence);
}
