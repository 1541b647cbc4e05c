// The neutral form of the cases in `../shared/cases/openapi` (FORMAT.md there), mapped to our argument layout and run: the
// document is read, the skill called through the real invoker, and what went over the wire kept.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Catalog } from '../../src/catalog/catalog.ts';
import type { Skill } from '../../src/catalog/skill.ts';
import { GatewayError } from '../../src/errors.ts';
import { createInvoker } from '../../src/invoke/invoker.ts';
import type { Outcome } from '../../src/invoke/outcome.ts';
import { createLog } from '../../src/observe/log.ts';
import { readApiDocument } from '../../src/spec/read-document.ts';
import { buildCatalog } from '../../src/catalog/build-catalog.ts';
import { startRecordingUpstream, type Answer, type Recorded } from './recording-upstream.ts';

export interface Case {
  readonly skillHint: string;
  readonly config?: {
    readonly specUrl?: string | null;
    readonly allowedRefRoot?: string;
    readonly credentials?: Readonly<Record<string, string>>;
  };
  readonly call: Readonly<Record<string, unknown>>;
  readonly upstream?: {
    readonly status?: number;
    readonly headers?: Record<string, string>;
    readonly bodyText?: string;
    readonly bodyBase64?: string;
    readonly fault?: string;
  };
  readonly expect: {
    readonly request?: ExpectedRequest;
    readonly error?: string;
    readonly mentions?: readonly string[];
    readonly result?: {
      readonly ok: boolean;
      readonly status: number;
      readonly json?: unknown;
      readonly textContains?: string;
      readonly mediaType?: string;
      readonly base64?: string;
      readonly body?: null;
    };
    readonly skills?: ExpectedSkills;
    readonly requestCount?: number;
    readonly maxMillis?: number;
    readonly noOtherRequests?: boolean;
  };
  readonly acceptAlso?: readonly string[];
}

export interface ExpectedRequest {
  readonly method: string;
  readonly path: string;
  readonly acceptPaths?: readonly string[];
  readonly origin?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly acceptBodies?: readonly unknown[];
}

export interface ExpectedSkills {
  readonly count?: number;
  readonly uniqueNames?: boolean;
  readonly namePattern?: string;
  readonly nameMaxLength?: number;
  readonly descriptionMaxLength?: number;
  readonly arguments?: readonly string[];
  readonly argumentKeyPattern?: string;
  readonly everyArrayHasItems?: boolean;
  readonly noKeywords?: readonly string[];
  readonly inputSchemaTopLevel?: { readonly type: string; readonly without: readonly string[] };
}

export interface CaseRun {
  readonly catalog: Catalog | undefined;
  readonly requests: readonly Recorded[];
  readonly outcome: Outcome | undefined;
  /** `invalid_input`, `spec_rejected`, `operation_unavailable`, `upstream_error`, with its words. */
  readonly error: { readonly kind: string; readonly message: string } | undefined;
  /** URLs that loading the document asked for. */
  readonly fetched: readonly string[];
  readonly millis: number;
}

export const casesFolder = path.resolve(import.meta.dirname, '../../../shared/cases/openapi');

export function readCase(folder: string): Case {
  return JSON.parse(readFileSync(path.join(folder, 'case.json'), 'utf8')) as Case;
}

/** `spread`: body fields are given beside the parameters where the skill allows it, instead of under `body`. */
export async function runCase(folder: string, given: Case, spread: boolean): Promise<CaseRun> {
  const fetched: string[] = [];
  const none = { catalog: undefined, requests: [], outcome: undefined, millis: 0 };
  let document;
  try {
    document = await readCaseDocument(folder, given, fetched);
  } catch (error) {
    return {
      ...none,
      fetched,
      error: { kind: 'spec_rejected', message: error instanceof Error ? error.message : String(error) },
    };
  }
  const catalog = buildCatalog([
    { id: 'api', source: folder, document, hasUpstreams: false, prefix: '', include: [], exclude: [], override: {} },
  ]);
  const found = findOperation(catalog, given.skillHint);
  if (found.skill === undefined)
    return { ...none, catalog, fetched, error: { kind: 'operation_unavailable', message: found.message } };

  await using upstream = await startRecordingUpstream(toAnswer(given));
  const credentials = new Map(Object.entries(given.config?.credentials ?? {}));
  const policy = { headers: new Map<string, string>(), credentials, forwardHeaders: [], timeout: 5_000 };
  const invoker = createInvoker({
    upstream,
    log: createLog({ level: 'silent' }).log,
    targets: new Map([['api', policy]]),
  });
  const started = performance.now();
  const finish = (rest: Pick<CaseRun, 'outcome' | 'error'>): CaseRun => ({
    catalog,
    fetched,
    requests: upstream.requests,
    millis: performance.now() - started,
    ...rest,
  });
  try {
    const call = {
      skill: found.skill,
      arguments: toArguments(found.skill, given.call, spread),
      coerce: false,
      resolvedBy: 'envelope' as const,
    };
    const outcome = await invoker.invoke(call, { requestId: 'r', headers: {} });
    if (outcome.kind === 'success') return finish({ outcome, error: undefined });
    return finish({
      outcome,
      error: {
        kind: 'upstream_error',
        message: `${outcome.status} ${outcome.kind === 'problem' ? outcome.message : outcome.kind}`,
      },
    });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const kind =
      error.code === 'invalid_arguments'
        ? 'invalid_input'
        : error.code.startsWith('upstream')
          ? 'upstream_error'
          : error.code;
    return finish({ outcome: undefined, error: { kind, message: error.message } });
  }
}

function readCaseDocument(folder: string, given: Case, fetched: string[]) {
  const file =
    ['openapi.yaml', 'openapi.json'].map((name) => path.join(folder, name)).find((name) => existsSync(name)) ?? '';
  const url = given.config?.specUrl;
  return readApiDocument(typeof url === 'string' ? url : file, {
    fetcher: {
      get: (asked) => {
        if (asked === url) return Promise.resolve({ status: 200, url: asked, body: readFileSync(file) });
        fetched.push(asked);
        // What the real network does with an address that is not public.
        return Promise.reject(new GatewayError('address_not_allowed', `${asked} is not allowed`));
      },
    },
  });
}

function findOperation(
  catalog: Catalog,
  hint: string,
): { readonly skill?: Skill | undefined; readonly message: string } {
  const [, method, place] = /^([A-Z]+) (\S+)/.exec(hint) ?? [];
  const operation = catalog.targets[0]?.operations.find((one) => one.method === method && one.path === place);
  const notes = catalog.targets[0]?.notes.join('; ') ?? '';
  if (operation?.skillId === undefined) return { message: operation?.leftOut?.message ?? notes };
  return { skill: catalog.byId.get(operation.skillId), message: '' };
}

function toAnswer({ upstream }: Case): Answer {
  if (upstream === undefined) return {};
  const body =
    upstream.bodyBase64 === undefined
      ? Buffer.from(upstream.bodyText ?? '')
      : Buffer.from(upstream.bodyBase64, 'base64');
  return {
    ...(upstream.status === undefined ? {} : { status: upstream.status }),
    ...(upstream.headers === undefined ? {} : { headers: upstream.headers }),
    body,
    reset: upstream.fault === 'reset-after-request-headers',
  };
}

function toArguments(skill: Skill, call: Readonly<Record<string, unknown>>, spread: boolean): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(call)) {
    const [, bare = name, place] = /^(.+)@(path|query|header|cookie)$/.exec(name) ?? [];
    if (place !== undefined) {
      const argument = skill.input.arguments.find(({ wireName, in: at }) => wireName === bare && at === place);
      args[argument?.key ?? bare] = toValue(value);
    } else if (name === 'body' && spread && skill.input.body?.layout === 'fields') Object.assign(args, toValue(value));
    else args[name] = toValue(value);
  }
  return args;
}

function toValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toValue);
  if (typeof value !== 'object' || value === null) return value;
  const { $bytes, filename, contentType } = value as Record<string, string | undefined>;
  if ($bytes !== undefined) {
    return {
      bytes: Buffer.from($bytes, 'base64'),
      ...(filename === undefined ? {} : { filename }),
      ...(contentType === undefined ? {} : { mediaType: contentType }),
    };
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toValue(item)]));
}
