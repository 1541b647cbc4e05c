// The skills that a sentence may mean, as tools of a chat completion; and back from the name of a tool to its skill. What of them
// does not fit the room is made smaller or left away, the least likely first.

import { cutAtWord } from '../../catalog/describe.ts';
import type { Skill } from '../../catalog/skill.ts';
import { stringifyJson } from '../../lib/json.ts';
import { fitSchema } from './fit-schema.ts';
import type { ToolDefinition } from './wire.ts';

export interface Tools {
  readonly definitions: readonly ToolDefinition[];
  /** By the name of the tool. Names that were not offered are none. */
  readonly skills: ReadonlyMap<string, Skill>;
}

const mostTools = 8;
const longestName = 64;
const longestDescription = 400;
const longestRoute = 120;
const largestSchema = 8_000;
/** Of a tool besides its description and schema. */
const frame = 120;
/** Less says nothing. */
const smallestShare = 200;

/** `room`: bytes for all of them. Best first. */
export function buildTools(candidates: readonly Skill[], room: number): Tools {
  const definitions: ToolDefinition[] = [];
  const skills = new Map<string, Skill>();
  const wanted = candidates.slice(0, mostTools);
  let left = room;
  for (const [at, skill] of wanted.entries()) {
    // What one tool does not use is for those after it.
    const share = Math.max(Math.floor(left / (wanted.length - at)), smallestShare);
    if (share > left) break;
    const tool = buildTool(skill, share);
    const size = sizeOf(tool);
    if (size > left || skills.has(tool.function.name)) continue;
    definitions.push(tool);
    skills.set(tool.function.name, skill);
    left -= size;
  }
  return { definitions, skills };
}

function buildTool(skill: Skill, share: number): ToolDefinition {
  const description = describe(skill, Math.min(longestDescription, Math.floor(share / 3)));
  const room = share - Buffer.byteLength(description) - frame;
  const parameters = fitSchema(skill.input.schema(), Math.min(largestSchema, room));
  return { type: 'function', function: { name: toToolName(skill.id), description, parameters } };
}

/** Some servers want a letter first; ids may begin with a digit. */
function toToolName(id: string): string {
  return /^[A-Za-z_]/.test(id) ? id : `_${id}`.slice(0, longestName);
}

// The schema says what the signature at the end of a description does.
function describe({ description, operation }: Skill, longest: number): string {
  const words = cutAtWord(description.replace(/\nInput: \{.*$/s, ''), longest);
  const route = `${operation.method} ${operation.path}`;
  return route.length > longestRoute || words.includes(route) ? words : `${words} (${route})`;
}

function sizeOf(tool: ToolDefinition): number {
  return Buffer.byteLength(stringifyJson(tool));
}
