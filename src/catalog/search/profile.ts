// What a skill is about, in weighted terms: its core (id, name, summary and path) says what it is for, the rest (tags, parameters,
// choices, description) only that a word may belong to it. Made once per skill.

import type { Skill } from '../skill.ts';
import { isPlural } from './stem.ts';
import { vagueTerms, verbKinds, type VerbKind } from './vocabulary.ts';
import { splitWords, termsOf, toTerm } from './words.ts';

export interface Profile {
  readonly skill: Skill;
  /** Weights sum up to 3: a third of the weight per source that has the term. */
  readonly core: ReadonlyMap<string, number>;
  /** Terms of names of parameters and fields, and of tags. */
  readonly near: ReadonlySet<string>;
  /** Terms of the choices of parameters and fields. */
  readonly choices: ReadonlySet<string>;
  /** Terms of the description. */
  readonly far: ReadonlySet<string>;
  /** What the sentence may ask for with this skill. */
  readonly kinds: ReadonlySet<VerbKind>;
  /** Verbs of its names, by term: `list`, `star`. */
  readonly verbs: ReadonlySet<string>;
  /** Term of the word that its summary begins with, which may be a verb of its own: "Merge a pull request". */
  readonly lead: string | undefined;
  /** `terms_of_services` are terms: what stands before "of". */
  readonly head: ReadonlySet<string>;
  /** The path goes on behind its last parameter: `/projects/{id}/files` is about files, not projects. */
  readonly isPart: boolean;
  /** What gives the one thing that this is about: GET `/jobs/{id}` for `/jobs/{id}/results`. */
  readonly item: Profile | undefined;
  /** `item`: the path ends with a parameter; `many`: it ends with a plural. */
  readonly shape: 'item' | 'many' | 'other';
}

/** `/calls/{id}.json` */
const fileEnding = /\.(?:json|xml)$/i;
const formEnd = /\/(?:json|xml|info|details?|inspect|get)$/i;
/** A summary that is a paragraph says what it is about at its beginning. */
const longestClause = 8;
// Of names that were made different by one.
const hashTail = / [\da-f]{6}$/;
const vagueShare = 0.15;
const longestDescription = 600;
const mostChoices = 40;

export function buildProfile(skill: Skill): Profile {
  const { operation } = skill;
  const path = operation.path.replace(fileEnding, '');
  const literals = path
    .split('/')
    .filter((segment) => segment !== '' && !isPlaceholder(segment) && !isTechnical(segment));
  const summaryWords = splitWords(
    operation.summary === '' ? skill.name.replace(hashTail, '') : firstClause(operation.summary),
  );
  const verbs = new Set<string>();
  const sources = [
    withoutVerb(splitWords(operation.operationId ?? skill.bareId), verbs, summaryWords[0]),
    withoutVerb(summaryWords, verbs),
    literals.flatMap(splitWords),
  ].map((words) => new Set(termsOf(words.join(' '))));
  const core = new Map<string, number>();
  for (const source of sources)
    for (const term of source) core.set(term, (core.get(term) ?? 0) + (vagueTerms.has(term) ? vagueShare : 1));
  return {
    skill,
    core,
    near: new Set([
      ...skill.tags.flatMap(termsOf),
      ...skill.input.arguments
        .filter(({ in: place }) => place !== 'header' && place !== 'cookie')
        .flatMap(({ wireName }) => termsOf(wireName)),
    ]),
    choices: new Set(choicesOf(skill).flatMap(termsOf)),
    far: new Set(termsOf(operation.description.slice(0, longestDescription))),
    kinds: kindsOf(skill, verbs),
    verbs,
    lead: summaryWords[0] === undefined ? undefined : toTerm(summaryWords[0]),
    head: headOf(literals.at(-1) ?? ''),
    isPart: isPartOf(operation.path),
    item: undefined,
    shape: shapeOf(path, literals, verbs),
  };
}

function firstClause(summary: string): string {
  const [clause = ''] = summary.split(/[,;:.(]\s|\ssuch as\s|\n/);
  return clause.split(' ').slice(0, longestClause).join(' ');
}

function isPlaceholder(segment: string): boolean {
  return segment.startsWith('{');
}

function headOf(segment: string): ReadonlySet<string> {
  const words = splitWords(segment);
  const of = words.indexOf('of');
  return new Set(of > 0 ? words.slice(0, of).map(toTerm) : []);
}

// Segments that say nothing about what an operation does.
function isTechnical(segment: string): boolean {
  return /^(?:v\d[\d.]*|api|rest|json|xml)$/i.test(segment);
}

/** `orders.get`: of an id these are verbs wherever they stand. */
const plainVerbs = new Set([
  'get',
  'list',
  'create',
  'update',
  'delete',
  'patch',
  'retrieve',
  'find',
  'fetch',
  'add',
  'remove',
]);

// The verb is what the name begins with, or for `ContainerList` and `issues/list` the word that the summary begins with. What begins an
// id as a plural is a noun: `checks/list`.
function withoutVerb(words: readonly string[], verbs: Set<string>, other?: string): readonly string[] {
  const first = words[0];
  if (first === undefined || words.length < 2) return words;
  if (isVerb(first) && (other === undefined || !isPlural(first) || toTerm(first) === toTerm(other))) {
    const count = countVerbs(words);
    for (const word of words.slice(0, count)) if (isVerb(word)) verbs.add(toTerm(word));
    return words.slice(count);
  }
  if (other === undefined) return words;
  const same = words.findIndex((word) => toTerm(word) === toTerm(other) && isVerb(word));
  const at = same < 0 ? words.findIndex((word) => plainVerbs.has(word)) : same;
  if (at < 0) return words;
  verbs.add(toTerm(words[at] ?? ''));
  return words.toSpliced(at, 1);
}

/** "Add or update": three words. */
function countVerbs(words: readonly string[]): number {
  const next = words[1] === 'or' || words[1] === 'and' ? 2 : 1;
  return next === 2 && words.length > 3 && isVerb(words[2] ?? '') ? 3 : 1;
}

function isVerb(word: string): boolean {
  return verbKinds.has(toTerm(word));
}

const methodVerbs = new Set(['put', 'post', 'patch'].map(toTerm));
const kindsByMethod: Readonly<Record<string, readonly VerbKind[]>> = {
  GET: ['read'],
  HEAD: ['read'],
  POST: ['create'],
  PUT: ['update', 'create'],
  PATCH: ['update'],
  DELETE: ['delete'],
};

function kindsOf({ operation, readOnly }: Skill, verbs: ReadonlySet<string>): ReadonlySet<VerbKind> {
  if (readOnly) return new Set(['read']);
  // `put_groups_id`, "Update group": the summary says what it does.
  const telling = [...verbs].filter((verb) => !methodVerbs.has(verb));
  const named = (telling.length > 0 ? telling : [...verbs]).flatMap((verb) => [...(verbKinds.get(verb) ?? [])]);
  return new Set(named.length > 0 ? named : (kindsByMethod[operation.method] ?? []));
}

/** Each gets to know what gives the one thing that it is about. */
export function withItems(profiles: readonly Profile[]): readonly Profile[] {
  const items = new Map<string, Profile>();
  for (const profile of profiles) {
    const { method, path } = profile.skill.operation;
    if (method === 'GET' && profile.shape === 'item') items.set(`${profile.skill.target} ${path}`, profile);
  }
  return profiles.map((profile) => {
    const { path } = profile.skill.operation;
    const item = items.get(`${profile.skill.target} ${path.slice(0, path.lastIndexOf('}') + 1)}`);
    return item === undefined || item === profile ? profile : { ...profile, item };
  });
}

function isPartOf(path: string): boolean {
  const segments = path.split('/');
  const last = segments.findLastIndex(isPlaceholder);
  return last >= 0 && segments.slice(last + 1).some((segment) => segment !== '' && !isTechnical(segment));
}

/** `/containers/{id}/json` is an item, too. */
function shapeOf(path: string, literals: readonly string[], verbs: ReadonlySet<string>): Profile['shape'] {
  if (verbs.has('list')) return 'many';
  if (path.replace(formEnd, '').endsWith('}')) return 'item';
  return isPlural(splitWords(literals.at(-1) ?? '').at(-1) ?? '') ? 'many' : 'other';
}

function choicesOf({ input }: Skill): readonly string[] {
  const schema = input.schema();
  if (typeof schema === 'boolean') return [];
  return Object.values(schema.properties ?? {}).flatMap((property) => {
    if (typeof property === 'boolean') return [];
    const items = typeof property.items === 'object' ? property.items : undefined;
    const choices = property.enum ?? items?.enum ?? [];
    return choices.slice(0, mostChoices).filter((choice) => typeof choice === 'string');
  });
}
