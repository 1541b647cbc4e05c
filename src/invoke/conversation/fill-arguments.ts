// The facts of a turn become arguments of an operation with a mapping. A text that the caller gave as an argument stays; ids are the
// gateway's to say, and win.

import { isJsonObject } from '../../lib/json.ts';
import { unescapeSegment } from '../../lib/json-pointer.ts';
import type { TurnFacts } from '../call.ts';
import { createRecord } from '../../lib/record.ts';
import type { Conversation } from './read-conversation.ts';

export function fillArguments(given: unknown, { facts, constants }: Conversation, turn: TurnFacts): unknown {
  if (given !== undefined && !isJsonObject(given)) return given;
  const args = createRecord<unknown>();
  Object.assign(args, constants, given);
  for (const [fact, name] of facts) {
    const value = fact === 'parts' ? turn.parts?.() : turn[fact];
    if (value === undefined) continue;
    if (name.startsWith('/')) setAt(args, name, { value, wins: fact !== 'text' });
    else if (fact !== 'text' || !Object.hasOwn(args, name)) args[name] = value;
  }
  return args;
}

type Container = Record<string, unknown> | unknown[];

// What is written into is copied: the constants of the mapping are everybody's.
function setAt(root: Container, pointer: string, { value, wins }: { value: unknown; wins: boolean }): void {
  const keys = pointer.slice(1).split('/').map(unescapeSegment);
  let container = root;
  for (const [at, key] of keys.entries()) {
    const last = at === keys.length - 1;
    const next = last ? value : own(container, key);
    if (last && !wins && own(container, key) !== undefined) return;
    const child = last
      ? next
      : isContainer(next)
        ? copy(next)
        : /^\d+$/.test(keys[at + 1] ?? '')
          ? []
          : createRecord<unknown>();
    put(container, key, child);
    if (!last) container = child as Container; // made or checked above
  }
}

function isContainer(value: unknown): value is Container {
  return Array.isArray(value) || isJsonObject(value);
}

function copy(container: Container): Container {
  return Array.isArray(container) ? [...container] : Object.assign(createRecord<unknown>(), container);
}

function own(container: Container, key: string): unknown {
  return Object.hasOwn(container, key) ? (container as Record<string, unknown>)[key] : undefined;
}

// An index far beyond the end would make a list of holes.
function put(container: Container, key: string, value: unknown): void {
  if (!Array.isArray(container)) container[key] = value;
  else if (Number(key) < container.length) container[Number(key)] = value;
  else container.push(value);
}
