// A valid file becomes the Config that the rooms are handed: durations in milliseconds, sizes in bytes, paths absolute, secrets
// wrapped, URLs without a trailing slash, header names in lower case; frozen to its depth.

import { resolve } from 'node:path';
import { parseDuration } from '../lib/duration.ts';
import { parseSize } from '../lib/size.ts';
import { buildModel, type ModelConfig } from './build-model.ts';
import type { ConfigFile } from './schema.ts';
import type { SkillMatch, SkillOverrideFile, TargetFile } from './schema-target.ts';
import { Secret } from './secret.ts';
import { isSelf } from './target-rules.ts';

type GatewayFile = ConfigFile['gateway'];

export interface GatewayConfig extends Readonly<
  Omit<GatewayFile, 'provider' | 'listen' | 'trustedProxies' | 'cors' | 'bodyLimit' | 'shutdownTimeout' | 'card'>
> {
  readonly provider?: Readonly<NonNullable<GatewayFile['provider']>>;
  readonly listen: Readonly<GatewayFile['listen']>;
  readonly trustedProxies: readonly string[];
  readonly cors: { readonly origins: readonly string[] };
  /** Bytes. */
  readonly bodyLimit: number;
  /** Milliseconds. */
  readonly shutdownTimeout: number;
  readonly card: {
    readonly headerless: GatewayFile['card']['headerless'];
    /** Milliseconds. */
    readonly maxAge: number;
  };
}

export type SkillOverride = { readonly [Key in keyof SkillOverrideFile]: Readonly<SkillOverrideFile[Key]> };

/** Which operations become skills. An empty `include` means all. */
export interface SkillSelection {
  readonly include: readonly SkillMatch[];
  readonly exclude: readonly SkillMatch[];
  /** By skill id; a record without prototype. */
  readonly override: Readonly<Record<string, SkillOverride>>;
}

export interface TargetConfig {
  readonly id: string;
  /** Absolute path or http(s) URL. */
  readonly spec: string;
  /** Absolute path. */
  readonly refRoot?: string;
  /** Without trailing slash; empty when the servers of the document are used, and for `self`. */
  readonly upstreams: readonly string[];
  /** True when calls go to the server that the gateway is a plugin of. */
  readonly self: boolean;
  /** By name in lower case; a record without prototype. */
  readonly headers: Readonly<Record<string, Secret>>;
  /** By security scheme of the document; a record without prototype. */
  readonly credentials: Readonly<Record<string, Secret>>;
  readonly clientCertificate?: { readonly cert: string; readonly key: Secret };
  readonly concurrency: number;
  readonly retries: number;
  /** Names in lower case. */
  readonly forwardHeaders: readonly string[];
  /** Milliseconds. */
  readonly timeout: number;
  /** Bytes. */
  readonly maxReplySize: number;
  readonly passthrough: TargetFile['passthrough'];
  readonly passthroughRoot: boolean;
  readonly reply: 'auto' | 'message' | 'task';
  readonly failures: 'task' | 'error';
  readonly skills: SkillSelection;
}

export interface TasksConfig extends Readonly<
  Omit<
    ConfigFile['tasks'],
    'store' | 'pushSecret' | 'retention' | 'timeout' | 'maxWait' | 'replayWindow' | 'maxTaskSize'
  >
> {
  /** A URL in it may hold a password. */
  readonly store: Secret;
  readonly pushSecret?: Secret;
  /** Milliseconds. */
  readonly retention: number;
  /** Milliseconds. */
  readonly timeout: number;
  /** Milliseconds. */
  readonly maxWait: number;
  /** Milliseconds. */
  readonly replayWindow: number;
  /** Bytes. */
  readonly maxTaskSize: number;
}

export interface ConverseConfig extends Readonly<Omit<ConfigFile['converse'], 'model' | 'answer'>> {
  /** Characters. */
  readonly answer: { readonly text: number; readonly data?: number };
  readonly model?: ModelConfig;
}

export interface Config {
  readonly gateway: GatewayConfig;
  /** In the order of the file. */
  readonly targets: readonly TargetConfig[];
  readonly access?: 'open';
  readonly a2a: Readonly<ConfigFile['a2a']>;
  readonly tasks: TasksConfig;
  readonly converse: ConverseConfig;
  readonly network: Readonly<ConfigFile['network']>;
  readonly log: Readonly<ConfigFile['log']>;
}

/** `folder` is what relative paths start from. */
export function buildFromFile(file: ConfigFile, folder: string): Config {
  const { a2a, access, log, network } = file;
  const tasks = buildTasks(file.tasks, folder);
  const targets = Object.entries(file.targets).map(([id, target]) => buildTarget(id, target, folder));
  return deepFreeze({
    gateway: buildGateway(file.gateway),
    targets,
    a2a,
    tasks,
    converse: buildConverse(file.converse),
    network,
    log,
    ...(access === undefined ? {} : { access }),
  });
}

function buildTasks(file: ConfigFile['tasks'], folder: string): TasksConfig {
  const { store, pushSecret, retention, timeout, maxWait, replayWindow, maxTaskSize, ...others } = file;
  const place = store.startsWith('sqlite:') ? `sqlite:${resolve(folder, store.slice('sqlite:'.length))}` : store;
  return {
    ...others,
    store: new Secret(place),
    ...(pushSecret === undefined ? {} : { pushSecret: new Secret(pushSecret) }),
    retention: parseDuration(retention),
    timeout: parseDuration(timeout),
    maxWait: parseDuration(maxWait),
    replayWindow: parseDuration(replayWindow),
    maxTaskSize: parseSize(maxTaskSize),
  };
}

function buildConverse({ model, answer, ...others }: ConfigFile['converse']): ConverseConfig {
  const data = answer.data === undefined ? {} : { data: parseSize(answer.data) };
  return {
    ...others,
    answer: { text: parseSize(answer.text), ...data },
    ...(model === undefined ? {} : { model: buildModel(model) }),
  };
}

function buildGateway(file: GatewayFile): GatewayConfig {
  return {
    ...file,
    ...(file.publicUrl === undefined ? {} : { publicUrl: toBaseUrl(file.publicUrl) }),
    cors: { origins: file.cors.origins.map((origin) => (origin === '*' ? origin : new URL(origin).origin)) },
    bodyLimit: parseSize(file.bodyLimit),
    shutdownTimeout: parseDuration(file.shutdownTimeout),
    card: { ...file.card, maxAge: parseDuration(file.card.maxAge) },
  };
}

function buildTarget(id: string, file: TargetFile, folder: string): TargetConfig {
  return {
    id,
    spec: /^https?:/i.test(file.spec) ? new URL(file.spec).href : resolve(folder, file.spec),
    ...(file.refRoot === undefined ? {} : { refRoot: resolve(folder, file.refRoot) }),
    upstreams: isSelf(file) ? [] : (file.upstreams ?? []).map(toBaseUrl),
    self: isSelf(file),
    headers: toRecord(Object.entries(file.headers).map(([name, value]) => [name.toLowerCase(), new Secret(value)])),
    credentials: toRecord(Object.entries(file.credentials).map(([name, value]) => [name, new Secret(value)])),
    ...(file.clientCertificate === undefined
      ? {}
      : { clientCertificate: { cert: file.clientCertificate.cert, key: new Secret(file.clientCertificate.key) } }),
    concurrency: file.concurrency,
    retries: file.retries,
    forwardHeaders: [...new Set(file.forwardHeaders.map((name) => name.toLowerCase()))],
    timeout: parseDuration(file.timeout),
    maxReplySize: parseSize(file.maxReplySize),
    passthrough: file.passthrough,
    passthroughRoot: file.passthroughRoot,
    reply: file.reply ?? 'auto',
    failures: file.failures ?? 'task',
    skills: {
      include: (file.skills?.include ?? []).map(toMatch),
      exclude: (file.skills?.exclude ?? []).map(toMatch),
      override: toRecord(Object.entries(file.skills?.override ?? {})),
    },
  };
}

function toMatch(match: SkillMatch): SkillMatch {
  return match.method === undefined ? match : { ...match, method: match.method.toUpperCase() };
}

function toBaseUrl(text: string): string {
  return new URL(text).href.replace(/\/+$/, '');
}

function toRecord<Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> {
  const record = Object.create(null) as Record<string, Value>;
  for (const [name, value] of entries) record[name] = value;
  return record;
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const entry of Object.values(value)) deepFreeze(entry);
  return Object.freeze(value);
}
