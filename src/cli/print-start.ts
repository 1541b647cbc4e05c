// What `serve` says when it is up: the agent, its targets, what was left out and why, the addresses, and one call that works
// when it is pasted into a shell.

import type { Readiness } from '../bindings/operations.ts';
import type { Config } from '../config/build.ts';
import type { Gateway } from '../gateway.ts';
import { version } from '../lib/version.ts';
import { findSampleCall, toCurl } from './sample-call.ts';
import type { Io } from './io.ts';
import { createStyle, type Style } from './style.ts';

export interface StartedTarget {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly skills: number;
  readonly operations: number;
  /** Why the target does not work at the moment. */
  readonly problem?: string;
  readonly notes: readonly string[];
  readonly leftOut: readonly { readonly operation: string; readonly reason: string; readonly message: string }[];
}

export interface Started {
  readonly agent: string;
  readonly version: string;
  readonly skills: number;
  readonly targets: readonly StartedTarget[];
  readonly addresses: {
    readonly card: string;
    readonly a2a: string;
    readonly skills: string;
    readonly health: string;
    readonly ready: string;
  };
  readonly warnings: readonly string[];
  readonly curl?: string;
}

export interface StartFacts {
  readonly config: Config;
  readonly gateway: Gateway;
  /** As the server says it, e.g. `http://127.0.0.1:8080`. */
  readonly address: string;
  readonly readiness: Readiness;
  readonly warnings: readonly string[];
}

export function describeStart({ config, gateway, address, readiness, warnings }: StartFacts): Started {
  const { catalog, cards } = gateway.published();
  const local = address.replace('//0.0.0.0', '//localhost').replace('//[::]', '//localhost');
  const base = config.gateway.publicUrl ?? local;
  // What is pasted here must work here, whether or not the proxy before the public address is up yet.
  const sample = findSampleCall(catalog.skills, gateway.invoker);
  const ready = new Map(readiness.targets.map((target) => [target.id, target]));
  const targets = catalog.targets.map((report): StartedTarget => {
    const state = ready.get(report.id);
    const skills = state?.skills ?? 0;
    const { upstreams = [] } = config.targets.find(({ id }) => id === report.id) ?? {};
    return {
      id: report.id,
      title: report.title,
      source: report.source,
      skills,
      operations: report.operations.length,
      ...toProblem(report.failure ?? state?.reason ?? (skills === 0 ? 'no operation became a skill' : undefined)),
      notes: [...report.notes, ...basePathNotes(gateway, { id: report.id, upstreams })],
      leftOut: report.operations.flatMap(({ method, path, leftOut }) =>
        leftOut === undefined
          ? []
          : [{ operation: `${method} ${path}`, reason: leftOut.reason, message: leftOut.message }],
      ),
    };
  });
  return {
    agent: gateway.agent.name,
    version,
    skills: catalog.skills.length,
    targets,
    addresses: {
      card: `${base}/.well-known/agent-card.json`,
      a2a: `${base}/a2a`,
      skills: `${base}/skills`,
      health: `${local}/healthz`,
      ready: `${local}/readyz`,
    },
    warnings: [...cards.warnings, ...warnings],
    ...(sample === undefined ? {} : { curl: toCurl(`${local}/a2a`, sample) }),
  };
}

function toProblem(problem: string | undefined): { readonly problem?: string } {
  return problem === undefined ? {} : { problem };
}

// `--upstream http://localhost:5000` replaces the whole server URL of the document, its path included: the commonest reason for
// a 404 on every call.
function basePathNotes(
  gateway: Gateway,
  { id, upstreams }: { id: string; upstreams: readonly string[] },
): readonly string[] {
  const [upstream] = upstreams;
  const operation = gateway.published().catalog.skills.find(({ target }) => target === id)?.operation;
  if (upstream === undefined || operation === undefined) return [];
  const path = operation.server === undefined ? (operation.serverPath ?? '/') : new URL(operation.server).pathname;
  if (path === '/' || new URL(upstream).pathname !== '/') return [];
  return [
    `the document's server has the path ${path}, the upstream has none: if calls answer 404, use ${upstream}${path}`,
  ];
}

const shownPerTarget = 10;

export function printStart(start: Started, io: Io): void {
  const style = createStyle(io);
  const working = start.targets.filter(({ problem }) => problem === undefined).length;
  const lines = [
    '',
    `${style.bold(start.agent)} ${style.dim(`· skillgate ${start.version}`)}`,
    `  ${count(start.skills, 'skill')} of ${count(start.targets.length, 'target')}${working < start.targets.length ? style.bad(`, ${start.targets.length - working} not working`) : ''}`,
    ...start.targets.flatMap((target) => targetLines(target, style)),
    ...start.warnings.map((warning) => `  ${style.warn('note')}     ${warning}`),
    '',
    `  Card     ${start.addresses.card}`,
    `  A2A      ${start.addresses.a2a}`,
    `  Skills   ${start.addresses.skills}`,
    `  Health   ${start.addresses.health}  ${start.addresses.ready}`,
    '',
    ...(start.curl === undefined ? [] : ['  Try it:', '', start.curl, '']),
  ];
  io.out(`${lines.join('\n')}\n`);
}

function targetLines(target: StartedTarget, style: Style): readonly string[] {
  const { id, title, source, skills, operations, problem, notes, leftOut } = target;
  const what = `${count(skills, 'skill')} of ${count(operations, 'operation')}, ${title === '' ? source : `${title} (${source})`}`;
  const [first] = leftOut;
  // One reason for all of them is said once: mostly a base URL that is missing.
  const isForAll =
    first !== undefined &&
    leftOut.length > 1 &&
    skills === 0 &&
    leftOut.every(({ message }) => message === first.message);
  const shown = isForAll
    ? [{ ...first, operation: `all ${count(leftOut.length, 'operation')}` }]
    : joinUnreachable(leftOut).slice(0, shownPerTarget);
  const hidden = isForAll ? 0 : joinUnreachable(leftOut).length - shown.length;
  return [
    problem === undefined
      ? `  ${style.good('✓')} ${style.bold(id)}  ${what}`
      : `  ${style.bad('✗')} ${style.bold(id)}  ${problem}${skills > 0 ? ` (${what})` : ''}`,
    ...notes.slice(0, shownPerTarget).map((note) => `      ${style.warn('note')}  ${note}`),
    ...shown.map(
      ({ operation, reason, message }) =>
        `      ${style.warn('left out')}  ${operation}  ${style.dim(reason)}  ${message}`,
    ),
    ...(hidden > 0 ? [`      … and ${hidden} more; "skillgate check ${source}" lists all`] : []),
  ];
}

/** One option cures them all, so they are one line. */
function joinUnreachable(leftOut: StartedTarget['leftOut']): StartedTarget['leftOut'] {
  const [first, second, ...more] = leftOut.filter(({ reason }) => reason === 'no_base_url');
  if (first === undefined || second === undefined) return leftOut;
  const joined = { ...first, operation: `${more.length + 2} operations` };
  return [joined, ...leftOut.filter(({ reason }) => reason !== 'no_base_url')];
}

export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
