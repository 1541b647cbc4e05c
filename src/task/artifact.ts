// What a service answered, as the parts of artifacts; and how artifacts grow. Text that arrives in pieces is one text: the artifact
// of a finished stream has the bytes of its pieces, joined. A2A 1.0 §4.1.7, §4.2.2.

import type { Content, Mapped } from '../invoke/outcome.ts';
import { tellJson, toAgentForm, type AnswerForm } from './answer-form.ts';
import type { Artifact, TaskEvent, TaskPart } from './task.ts';

export type ArtifactEvent = Extract<TaskEvent, { kind: 'artifact' }>;

export interface ArtifactFacts {
  readonly artifactId: string;
  readonly name: string;
  /** How JSON is told; as data by default. */
  readonly answer?: AnswerForm;
}

/** An answer without content is a text that says so: no task is completed without a result. */
export function toArtifact(
  { answer, ...facts }: ArtifactFacts,
  { content, status }: { readonly content: Content; readonly status: number },
): Artifact {
  if (content.kind === 'json' && answer !== undefined)
    return { ...facts, parts: tellJson(content, answer, { keepsData: true }) };
  return { ...facts, parts: [toPart(content) ?? { kind: 'text', text: sayEmpty(status) }] };
}

/** The artifacts of a mapped answer; its text is one when there is no other. */
export function toMappedArtifacts(
  { artifacts, text, status }: Mapped,
  toFacts: (name: string | undefined) => ArtifactFacts,
): readonly Artifact[] {
  if (artifacts.length > 0) {
    return artifacts.map(({ name, content }) => {
      const { answer, ...facts } = toFacts(name);
      const form = answer === undefined ? {} : { answer: toAgentForm(answer, text) };
      return toArtifact({ ...facts, ...form }, { content, status });
    });
  }
  const { answer: _, ...facts } = toFacts(undefined);
  return [{ ...facts, parts: [{ kind: 'text', text: isSaid(text) ? text : sayEmpty(status) }] }];
}

export function toPart(content: Content): TaskPart | undefined {
  switch (content.kind) {
    case 'json':
      return { kind: 'json', json: content.text, mediaType: content.mediaType };
    case 'text':
      return { kind: 'text', text: content.text, mediaType: content.mediaType };
    case 'bytes':
      return {
        kind: 'bytes',
        base64: content.bytes.toString('base64'),
        mediaType: content.mediaType,
        ...(content.filename === undefined ? {} : { filename: content.filename }),
      };
    case 'url':
      return {
        kind: 'url',
        url: content.url,
        mediaType: content.mediaType,
        ...(content.filename === undefined ? {} : { filename: content.filename }),
      };
    default:
      return undefined;
  }
}

/** As a client that follows does it: without `append` the artifact is new or replaces the one of its id, with it its parts are added. */
export function foldArtifacts(artifacts: readonly Artifact[], events: Iterable<ArtifactEvent>): readonly Artifact[] {
  const folded = new Map<string, { readonly artifact: Artifact; readonly parts: TaskPart[] }>();
  for (const artifact of artifacts) folded.set(artifact.artifactId, { artifact, parts: [...artifact.parts] });
  for (const { artifact, append } of events) {
    const known = folded.get(artifact.artifactId);
    if (known === undefined || !append) folded.set(artifact.artifactId, { artifact, parts: [...artifact.parts] });
    if (known !== undefined && append) for (const part of artifact.parts) addPart(known.parts, part);
  }
  return [...folded.values()].map(({ artifact, parts }) => ({ ...artifact, parts }));
}

export function sizeOfParts(parts: readonly TaskPart[]): number {
  return parts.reduce((sum, part) => sum + sizeOfPart(part), 0);
}

/** Bytes of the part that the content becomes. */
export function sizeOfContent(content: Content): number {
  if (content.kind === 'bytes') return Math.ceil(content.bytes.length / 3) * 4;
  const part = toPart(content);
  return part === undefined ? 0 : sizeOfPart(part);
}

function addPart(parts: TaskPart[], part: TaskPart): void {
  const last = parts.at(-1);
  if (part.kind === 'text' && part.text === '') return;
  if (part.kind !== 'text' || last?.kind !== 'text' || last.mediaType !== part.mediaType) parts.push(part);
  else parts[parts.length - 1] = { ...last, text: last.text + part.text };
}

function sizeOfPart(part: TaskPart): number {
  switch (part.kind) {
    case 'text':
      return Buffer.byteLength(part.text);
    case 'json':
      return Buffer.byteLength(part.json);
    case 'bytes':
      return part.base64.length;
    default:
      return part.url.length;
  }
}

function isSaid(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

/** For a reader who expects something. */
export function sayEmpty(status: number): string {
  return `The service answered ${status} without content.`;
}
