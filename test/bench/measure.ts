// Measures one variant: its two sides are started on one core, checked, warmed, and then loaded together, pair by pair: with all that
// they can take, and then with the same moderate number of requests a second. The ratios of a pair come from the same seconds, so
// whatever else the machine does falls on both sides; the median pair counts.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDocument } from './document.ts';
import { startPinned, type PinnedProcess } from './pinned-process.ts';
import type { Measure, Side, Variant } from './variant.ts';
import { runWrk, writeScript, type WrkOptions, type WrkResult } from './wrk.ts';

export interface MeasureOptions {
  readonly pairs: number;
  readonly seconds: number;
  /** Seconds before the first pair. */
  readonly warmUp: number;
  readonly connections: number;
  readonly nodeFlags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** A folder of ours for scripts, documents and compiled code. */
  readonly folder: string;
  /** Hears of each pair. */
  readonly onPair: (pair: number) => void;
}

export type Ratios = Readonly<Record<Measure, number>>;

/** What one side did in one pair. */
export interface Sample {
  readonly requestsPerSecond: number;
  /** Microseconds. */
  readonly cpuPerRequest: number;
  /** Milliseconds, at the load that both sides have alike. */
  readonly p99: number;
  /** Milliseconds, while it answers as many as it can. */
  readonly fullP99: number;
  /** Bytes. */
  readonly rss: number;
  /** Of the core that both sides share, from 0 to 1. */
  readonly coreShare: number;
}

export interface Measured {
  /** Left by right; the median over the pairs, each measure for itself. */
  readonly ratios: Ratios;
  /** How much of their core the two had together. Well below 1, something else held them up, and throughput says little. */
  readonly coreShare: number;
  readonly pairs: readonly { readonly left: Sample; readonly right: Sample; readonly ratios: Ratios }[];
}

interface RunningSide {
  readonly process: PinnedProcess;
  readonly script: string;
}

const serverCore = 0;
const loadCore = 1;

/** Of what the slower side can answer, what both are sent when their latency is compared. */
const sameLoad = 0.4;

/**
 * Starts each program once, so that Node has its code compiled and its types stripped in the cache: the programs that are measured
 * then load neither the compiler of types nor its memory, as is so with built code.
 */
export async function fillCompileCache({ folder }: Pick<MeasureOptions, 'folder'>): Promise<void> {
  const compileCache = join(folder, 'compiled');
  const document = join(folder, 'first.json');
  await writeFile(document, JSON.stringify(buildDocument({ name: 'pets', skills: 3 })));
  for (const script of ['serve-upstream.ts', 'serve-proxy.ts', 'serve-gateway.ts', 'serve-bare.ts']) {
    const args = ['http://127.0.0.1:9', document];
    await using _first = await startPinned({ script, args, core: serverCore, nodeFlags: [], env: {}, compileCache });
  }
}

export async function measureVariant(variant: Variant, options: MeasureOptions): Promise<Measured> {
  await using running = new AsyncDisposableStack();
  const start = async (script: string, core: number, args: readonly string[]): Promise<PinnedProcess> => {
    // The load's own core needs no flags of the sides, such as a profiler.
    const nodeFlags = core === serverCore ? options.nodeFlags : [];
    const compileCache = join(options.folder, 'compiled');
    const { env } = options;
    return running.use(await startPinned({ script, args, core, nodeFlags, env, compileCache }));
  };
  const upstream = await start('serve-upstream.ts', loadCore, []);
  const startSide = async (side: Side, name: string): Promise<RunningSide> => {
    const document = join(options.folder, `${name}.json`);
    const script = join(options.folder, `${name}.lua`);
    await writeFile(document, JSON.stringify(buildDocument(side.document)));
    await writeScript(script, side.load);
    const store = side.store === 'sqlite' ? [`sqlite:${join(options.folder, `${name}.db`)}`] : side.store;
    const args = [upstream.url, document].concat(store ?? []);
    const process = await start(`serve-${side.server}.ts`, serverCore, args);
    return { process, script };
  };
  const left = await startSide(variant.left, 'left');
  const right = await startSide(variant.right, 'right');
  // Both are started before either is asked anything: a server that had answered and then waited for the other's start was a tenth
  // slower for good.
  await assertRight(variant.left, left.process.url);
  await assertRight(variant.right, right.process.url);

  const { connections } = options;
  // Whoever is loaded first may be at a disadvantage, so the sides take turns.
  const loadBoth = async (number: number, { seconds, pause }: Pick<WrkOptions, 'seconds' | 'pause'>) => {
    const load = async ({ process: { url }, script }: RunningSide): Promise<WrkResult> =>
      await runWrk({ url, script, core: loadCore, connections, seconds, ...(pause === undefined ? {} : { pause }) });
    const before = await upstream.usage();
    const [first, second] = number % 2 === 0 ? ([left, right] as const) : ([right, left] as const);
    const results = await Promise.all([load(first), load(second)]);
    const [sentLeft, sentRight] = number % 2 === 0 ? results : ([results[1], results[0]] as const);
    const served = (await upstream.usage()).served - before.served;
    const asked = sentLeft.requests + sentRight.requests;
    if (served < asked) throw new Error(`${variant.name}: ${asked} answers, but the upstream served ${served}`);
    return [sentLeft, sentRight] as const;
  };

  await loadBoth(0, { seconds: options.warmUp });
  const { seconds } = options;
  const pairs: Measured['pairs'][number][] = [];
  for (let number = 1; number <= options.pairs; number += 1) {
    const before = [await left.process.usage(), await right.process.usage()] as const;
    const full = await loadBoth(number, { seconds });
    const after = [await left.process.usage(), await right.process.usage()] as const;
    const slower = Math.min(...full.map(({ requests, seconds: took }) => requests / took));
    const paced = await loadBoth(number, { seconds, pause: (connections * 1000) / (sameLoad * slower) });
    const sample = (at: 0 | 1): Sample => {
      const { requests, seconds: took, p99: fullP99 } = full[at];
      const cpu = after[at].cpu - before[at].cpu;
      return {
        requestsPerSecond: requests / took,
        cpuPerRequest: cpu / requests,
        p99: paced[at].p99,
        fullP99,
        rss: after[at].rss,
        coreShare: cpu / 1e6 / took,
      };
    };
    const samples = { left: sample(0), right: sample(1) };
    pairs.push({ ...samples, ratios: toRatios(samples.left, samples.right) });
    options.onPair(number);
  }
  await assertRight(variant.left, left.process.url);
  return {
    ratios: medianRatios(pairs.map(({ ratios }) => ratios)),
    coreShare: median(pairs.map(({ left, right }) => left.coreShare + right.coreShare)),
    pairs,
  };
}

/** The load is worth measuring only if it is answered as it should be: JSON-RPC errors come with HTTP 200. */
async function assertRight({ load, server }: Side, url: string): Promise<void> {
  const { method, path, headers, body } = load;
  const unique = body?.replace('{n}', crypto.randomUUID());
  const response = await fetch(url + path, { method, headers, ...(unique === undefined ? {} : { body: unique }) });
  const text = await response.text();
  if (response.status === 200 && text.includes(load.expected)) return;
  throw new Error(`the ${server} answered ${response.status} to ${method} ${path}: ${text.slice(0, 500)}`);
}

function toRatios(left: Sample, right: Sample): Ratios {
  return {
    cpu: left.cpuPerRequest / right.cpuPerRequest,
    throughput: left.requestsPerSecond / right.requestsPerSecond,
    p99: left.p99 / right.p99,
    fullP99: left.fullP99 / right.fullP99,
    rss: left.rss / right.rss,
  };
}

function medianRatios(all: readonly Ratios[]): Ratios {
  const of = (measure: Measure): number => median(all.map((ratios) => ratios[measure]));
  return { cpu: of('cpu'), throughput: of('throughput'), p99: of('p99'), fullP99: of('fullP99'), rss: of('rss') };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [upper = 0, lower = upper] = [sorted[middle], sorted[middle - 1]];
  return sorted.length % 2 === 1 ? upper : (lower + upper) / 2;
}
