// Which skills of one agent may take a bare JSON object as arguments, looked up by the object's keys. Built once, so that a
// call looks at a few skills however many there are. Candidates are safe operations only; the nearest skills, for error
// texts, are of every kind.

import type { Argument, Skill } from '../catalog/skill.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

export interface DataIndex {
  /** Safe skills that the keys do not rule out, most required keys first. */
  candidates(data: JsonRecord, limit: number): Candidates;
  /** Skills of any kind that share the most keys with the object, best first. */
  nearest(data: JsonRecord, limit: number): readonly Skill[];
}

export interface Candidates {
  /** At most as many as were asked for. */
  readonly skills: readonly Skill[];
  /** False when there are, or may be, more. */
  readonly isComplete: boolean;
}

/** What the keys of an object tell about one skill. */
interface Shape {
  readonly skill: Skill;
  /** Per required argument the names that it may have. */
  readonly required: readonly (readonly string[])[];
  /** The same when the whole body is given under its key. */
  readonly requiredBesideBody: readonly (readonly string[])[];
  readonly known: ReadonlySet<string>;
  /** Set when the body's fields stand beside the parameters; it may then also stand under this key. */
  readonly bodyKey: string | undefined;
}

// A list longer than this holds more look-alikes than a bare object can tell apart.
const longestScan = 200;
const keysCompared = 32;

export function createDataIndex(skills: readonly Skill[]): DataIndex {
  const shapes = skills.map(toShape);
  const byKey = groupByKey(shapes);
  const safe = shapes.filter(({ skill }) => skill.readOnly).sort((a, b) => a.required.length - b.required.length);
  // Only a body with its fields at the top may allow keys that are not declared.
  const [open, closed] = [safe.filter(isOpen), safe.filter((shape) => !isOpen(shape))];
  const closedByKey = groupByKey(closed);
  const closedWithoutRequired = closed.filter(({ required }) => required.length === 0);
  const openByRequiredKey = groupByRarestKey(open);
  const openWithoutRequired = open.filter(({ required }) => required.length === 0);

  return {
    candidates: (data, limit) => {
      const keys = Object.keys(data);
      const lists = [shortestList(closedByKey, keys) ?? closedWithoutRequired, openWithoutRequired];
      for (const key of keys) lists.push(openByRequiredKey.get(key) ?? []);
      const looked = new Set(firstOf(lists, longestScan));
      const found = [...looked]
        .filter((shape) => fits(shape, data, keys))
        .sort((a, b) => b.required.length - a.required.length);
      const skills = found.slice(0, limit).map(({ skill }) => skill);
      return { skills, isComplete: found.length <= limit && looked.size < longestScan };
    },
    nearest: (data, limit) => {
      const shared = new Map<Shape, number>();
      for (const key of Object.keys(data).slice(0, keysCompared)) {
        for (const shape of (byKey.get(key) ?? []).slice(0, longestScan))
          shared.set(shape, (shared.get(shape) ?? 0) + 1);
      }
      const missing = (shape: Shape) =>
        shape.required.filter((names) => !names.some((name) => Object.hasOwn(data, name))).length;
      return [...shared]
        .map(([shape, count]) => ({ skill: shape.skill, score: count - missing(shape) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, limit)
        .map(({ skill }) => skill);
    },
  };
}

function toShape(skill: Skill): Shape {
  const { arguments: args, body } = skill.input;
  const required = args.filter((argument) => argument.required).map(namesOf);
  const whole = body?.layout === 'whole' && body.required ? [[body.key]] : [];
  return {
    skill,
    required: [...required, ...whole],
    requiredBesideBody: args.filter((argument) => argument.required && argument.in !== 'field').map(namesOf),
    known: new Set([...args.flatMap(namesOf), ...(body === undefined ? [] : [body.key])]),
    bodyKey: body?.layout === 'fields' ? body.key : undefined,
  };
}

function namesOf(argument: Argument): readonly string[] {
  return [argument.key, argument.wireName];
}

function isOpen(shape: Shape): boolean {
  return shape.bodyKey !== undefined;
}

function fits(shape: Shape, data: JsonRecord, keys: readonly string[]): boolean {
  const underBody = shape.bodyKey !== undefined && Object.hasOwn(data, shape.bodyKey);
  const required = underBody ? shape.requiredBesideBody : shape.required;
  if (!required.every((names) => names.some((name) => Object.hasOwn(data, name)))) return false;
  return isOpen(shape) || (keys.length <= shape.known.size && keys.every((key) => shape.known.has(key)));
}

function groupByKey(shapes: readonly Shape[]): ReadonlyMap<string, readonly Shape[]> {
  const groups = new Map<string, Shape[]>();
  for (const shape of shapes) for (const key of shape.known) addTo(groups, key, shape);
  return groups;
}

function groupByRarestKey(shapes: readonly Shape[]): ReadonlyMap<string, readonly Shape[]> {
  const uses = new Map<string, number>();
  for (const name of shapes.flatMap(({ required }) => required.flat())) uses.set(name, (uses.get(name) ?? 0) + 1);
  const usesOf = (names: readonly string[]) => Math.max(...names.map((name) => uses.get(name) ?? 0));
  const groups = new Map<string, Shape[]>();
  for (const shape of shapes) {
    const rarest = shape.required.toSorted((a, b) => usesOf(a) - usesOf(b))[0];
    if (rarest === undefined) continue;
    const body = shape.bodyKey === undefined ? [] : [shape.bodyKey];
    for (const name of new Set([...rarest, ...body])) addTo(groups, name, shape);
  }
  return groups;
}

function addTo(groups: Map<string, Shape[]>, key: string, shape: Shape): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [shape]);
  else group.push(shape);
}

/** A closed skill knows every key of the object, so the shortest list holds all candidates. Undefined without keys. */
function shortestList(groups: ReadonlyMap<string, readonly Shape[]>, keys: readonly string[]) {
  let shortest: readonly Shape[] | undefined;
  for (const key of keys) {
    const list = groups.get(key);
    if (list === undefined) return [];
    if (shortest === undefined || list.length < shortest.length) shortest = list;
  }
  return shortest;
}

function* firstOf(lists: readonly (readonly Shape[])[], limit: number): Generator<Shape> {
  let left = limit;
  for (const list of lists) {
    for (const shape of list) {
      if (left === 0) return;
      left -= 1;
      yield shape;
    }
  }
}
