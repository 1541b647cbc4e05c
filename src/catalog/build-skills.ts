// The operations of one document become skills, or a report of why not. Decided once, before the first call; schemas and
// examples are made on first use.

import { essenceOf } from '../lib/media-type.ts';
import { once } from '../lib/once.ts';
import type { ConversationFile, JobFile } from '../config/schema-agent.ts';
import type { SkillMatch } from '../config/schema-target.ts';
import type { ApiDocument } from '../spec/document.ts';
import type { Operation } from '../spec/operation.ts';
import { chooseBody, type ChosenBody } from './choose-body.ts';
import { findExclusion } from './curate.ts';
import { isDestructive } from './destructive.ts';
import { buildDescription, buildSignature } from './describe.ts';
import { buildExamples } from './example.ts';
import { buildInput } from './input.ts';
import { outputModes, readErrorSchemas, readOutputSchema } from './output.ts';
import { leftOutReasons, type Finding, type LeftOutReason, type LossReason, type OperationReport } from './report.ts';
import { buildSkillIds, type SkillId } from './skill-id.ts';
import type { Skill } from './skill.ts';

/** What is said of one skill in place of what the document says. */
export interface Override {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly examples?: readonly string[] | undefined;
  readonly readOnly?: boolean | undefined;
  readonly destructive?: boolean | undefined;
  readonly conversation?: ConversationFile | undefined;
  readonly job?: JobFile | undefined;
}

export interface TargetSource {
  readonly id: string;
  readonly document: ApiDocument;
  /** True when the operator named base URLs: the servers of the document do not count. */
  readonly hasUpstreams: boolean;
  /** Empty, or `target__`. */
  readonly prefix: string;
  readonly include: readonly SkillMatch[];
  readonly exclude: readonly SkillMatch[];
  readonly override: Readonly<Record<string, Override>>;
}

/** A skill before names are given, which must be unique over all targets. */
export interface UnnamedSkill {
  readonly skill: Omit<Skill, 'name'>;
  readonly summary: string;
  readonly name?: string;
}

export interface BuiltTarget {
  readonly skills: readonly UnnamedSkill[];
  readonly operations: readonly OperationReport[];
  /** Overrides that name no skill. */
  readonly unused: readonly string[];
}

/** `shared`: ids that another target has too; they get the prefix all the same. */
export function buildSkills(source: TargetSource, shared: ReadonlySet<string> = new Set()): BuiltTarget {
  const ids = buildIds(source, shared);
  const skills: UnnamedSkill[] = [];
  const used = new Set<string>();
  const operations = source.document.operations.map((operation, at): OperationReport => {
    const id = ids[at]!;
    const head = {
      method: operation.method,
      path: operation.path,
      ...(operation.operationId === undefined ? {} : { operationId: operation.operationId }),
    };
    const body = operation.requestBody === undefined ? undefined : chooseBody(operation.requestBody);
    const leftOut = findObstacle({ operation, id, body, source });
    if (leftOut !== undefined) return { ...head, leftOut, losses: [] };
    const key = [id.id, id.bareId, operation.operationId].find(
      (name) => name !== undefined && Object.hasOwn(source.override, name),
    );
    if (key !== undefined) used.add(key);
    skills.push(buildSkill({ operation, id, body, source }, key === undefined ? {} : (source.override[key] ?? {})));
    return { ...head, skillId: id.id, losses: findLosses(operation, id, body) };
  });
  return { skills, operations, unused: Object.keys(source.override).filter((key) => !used.has(key)) };
}

function buildIds({ id, document, prefix }: TargetSource, shared: ReadonlySet<string>): readonly SkillId[] {
  const ids = buildSkillIds(document.operations, prefix);
  if (!ids.some((one) => shared.has(one.id))) return ids;
  const prefixed = buildSkillIds(document.operations, `${id}__`);
  return ids.map((one, at) => (shared.has(one.id) ? prefixed[at]! : one));
}

interface Building {
  readonly operation: Operation;
  readonly id: SkillId;
  readonly body: ChosenBody | undefined;
  readonly source: TargetSource;
}

function findObstacle({ operation, id, body, source }: Building): Finding<LeftOutReason> | undefined {
  const exclusion = findExclusion({ operation, ids: [id.id, id.bareId] }, source);
  if (exclusion !== undefined) return { reason: 'excluded', message: exclusion };
  const obstacle = operation.obstacles.find(({ reason }) => reason !== 'server_unusable' || !source.hasUpstreams);
  if (obstacle !== undefined) return { reason: obstacle.reason as LeftOutReason, message: obstacle.message };
  if (operation.requestBody !== undefined && body === undefined) {
    const found = operation.requestBody.content.map(({ mediaType }) => mediaType).join(', ');
    return {
      reason: 'body_unsupported',
      message: `the request body is ${found}; JSON, forms, text and bytes can be sent, multipart and XML cannot yet`,
    };
  }
  // Last: it goes away with one option, and what else is wrong does not.
  if (source.hasUpstreams || operation.server !== undefined) return undefined;
  const { serverPath } = operation;
  const hint = serverPath === undefined ? '' : `; the document gives the end of it, ${serverPath}`;
  return { reason: 'no_base_url', message: `${leftOutReasons.no_base_url}${hint}` };
}

function findLosses(operation: Operation, id: SkillId, body: ChosenBody | undefined): readonly Finding<LossReason>[] {
  const losses: Finding<LossReason>[] = operation.notes.map(({ reason, message }) => ({
    reason: reason as LossReason,
    message,
  }));
  if (id.changed)
    losses.push({ reason: 'id_changed', message: `the operationId "${operation.operationId}" became "${id.bareId}"` });
  if (body !== undefined && body.dropped.length > 0) {
    losses.push({
      reason: 'media_types_dropped',
      message: `the body is sent as ${body.mediaType}; not offered: ${body.dropped.join(', ')}`,
    });
  }
  return losses;
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);
const repeatableMethods = new Set([...readMethods, 'PUT', 'DELETE']);

function buildSkill({ operation, id, body, source }: Building, override: Override): UnnamedSkill {
  const { document } = source;
  const extension = readExtension(operation);
  const said = { ...extension, ...override };
  const input = buildInput(operation, body, document);
  const examples = once(
    () => said.examples ?? buildExamples({ id: id.id, operation, input, bodyExamples: body?.media.examples ?? [] }),
  );
  const readOnly = said.readOnly ?? readMethods.has(operation.method);
  const skill: Omit<Skill, 'name'> = {
    id: id.id,
    bareId: id.bareId,
    target: source.id,
    description: buildDescription({
      operation,
      signature: buildSignature(input.schema(), (schema) => document.schemas.follow(schema, 'input')),
      ...(said.description === undefined ? {} : { description: said.description }),
    }),
    tags: said.tags ?? tagsOf(operation),
    examples,
    inputModes: inputModes(body),
    outputModes: outputModes(operation),
    operation,
    readOnly,
    idempotent: readOnly || repeatableMethods.has(operation.method),
    destructive: !readOnly && (said.destructive ?? isDestructive(operation)),
    input,
    outputSchema: once(() => readOutputSchema(operation, document)),
    errorSchemas: once(() => readErrorSchemas(operation, document)),
    baseUrl: source.hasUpstreams ? undefined : operation.server,
    ...(override.conversation === undefined ? {} : { conversation: override.conversation }),
    ...(override.job === undefined ? {} : { job: override.job }),
  };
  return { skill, summary: operation.summary, ...(said.name === undefined ? {} : { name: said.name }) };
}

/** `x-skillgate: { name, description, tags, examples, readOnly, destructive }` of the operation; values of another type do not count. */
function readExtension({ extension }: Operation): Override {
  const { name, description, tags, examples, readOnly, destructive } = extension;
  return {
    ...(isWords(name) ? { name: name.slice(0, 40) } : {}),
    ...(isWords(description) ? { description } : {}),
    ...(isWordList(tags) ? { tags } : {}),
    ...(isWordList(examples) ? { examples } : {}),
    ...(typeof readOnly === 'boolean' ? { readOnly } : {}),
    ...(typeof destructive === 'boolean' ? { destructive } : {}),
  };
}

function isWords(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isWordList(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every(isWords);
}

/** A card needs at least one tag: the first fixed word of the path stands in. */
function tagsOf({ tags, path }: Operation): readonly string[] {
  if (tags.length > 0) return [...new Set(tags)];
  const word = path
    .split(/[/?]/)
    .find((segment) => /^[A-Za-z][\w.-]*$/.test(segment) && !/^(api|v\d+)$/i.test(segment));
  return [word ?? 'operation'];
}

function inputModes(body: ChosenBody | undefined): readonly string[] {
  if (body === undefined || body.kind === 'form') return ['application/json', 'text/plain'];
  const own = essenceOf(body.mediaType);
  return [
    ...new Set(
      body.kind === 'json' ? ['application/json', own, 'text/plain'] : ['application/json', 'text/plain', own],
    ),
  ];
}
