// Measures one variant: its two sides are started on one core, checked, warmed, and then loaded together, pair by pair. The
// ratios of a pair come from the same seconds, so whatever else the machine does falls on both sides; the median pair counts.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDocument } from './document.ts';
import { startPinned, type PinnedProcess } from './pinned-process.ts';
import type { Measure, Side, Variant } from './variant.ts';
import { runWrk, writeScript } from './wrk.ts';

export interface MeasureOptions {
  readonly pairs: number;
  readonly seconds: number;
  readonly connections: number;
  readonly nodeFlags: readonly string[];
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
  /** Milliseconds. */
  readonly p99: number;
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

/**
 * Starts each program once, so that Node has its code compiled and its types stripped in the cache: the programs that are measured
 * then load neither the compiler of types nor its memory, as is so with built code.
 */
export async function fillCompileCache({ folder }: Pick<MeasureOptions, 'folder'>): Promise<void> {
  const compileCache = join(folder, 'compiled');
  const document = join(folder, 'first.json');
  await writeFile(document, JSON.stringify(buildDocument({ name: 'pets', skills: 3 })));
  for (const script of ['serve-upstream.ts', 'serve-proxy.ts', 'serve-gateway.ts']) {
    const args = ['http://127.0.0.1:9', document];
    await using _first = await startPinned({ script, args, core: serverCore, nodeFlags: [], compileCache });
  }
}

export async function measureVariant(variant: Variant, options: MeasureOptions): Promise<Measured> {
  await using running = new AsyncDisposableStack();
  const start = async (script: string, core: number, args: readonly string[]): Promise<PinnedProcess> => {
    // The load's own core needs no flags of the sides, such as a profiler.
    const nodeFlags = core === serverCore ? options.nodeFlags : [];
    const compileCache = join(options.folder, 'compiled');
    return running.use(await startPinned({ script, args, core, nodeFlags, compileCache }));
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

  const load = async ({ process, script }: RunningSide) =>
    await runWrk({ ...options, url: process.url, script, core: loadCore });
  // Whoever is loaded first may be at a disadvantage, so the sides take turns.
  const loadBoth = async (number: number) => {
    const before = await upstream.usage();
    const inTurn = number % 2 === 0 ? [left, right] : [right, left];
    const results = await Promise.all(inTurn.map(load));
    const sent = number % 2 === 0 ? results : results.toReversed();
    const served = (await upstream.usage()).served - before.served;
    const asked = sent.reduce((sum, { requests }) => sum + requests, 0);
    if (served < asked) throw new Error(`${variant.name}: ${asked} answers, but the upstream served ${served}`);
    return sent;
  };

  // Twice, because the compiler still works on the gateway after a few seconds.
  await loadBoth(0);
  await loadBoth(1);
  const pairs: Measured['pairs'][number][] = [];
  for (let number = 1; number <= options.pairs; number += 1) {
    const before = [await left.process.usage(), await right.process.usage()] as const;
    const [sentLeft, sentRight] = await loadBoth(number);
    const after = [await left.process.usage(), await right.process.usage()] as const;
    if (sentLeft === undefined || sentRight === undefined) throw new Error('a side was not loaded');
    const sample = (at: 0 | 1, { requests, seconds, p99 }: typeof sentLeft): Sample => ({
      requestsPerSecond: requests / seconds,
      cpuPerRequest: (after[at].cpu - before[at].cpu) / requests,
      p99,
      rss: after[at].rss,
      coreShare: (after[at].cpu - before[at].cpu) / 1e6 / seconds,
    });
    const samples = { left: sample(0, sentLeft), right: sample(1, sentRight) };
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
    rss: left.rss / right.rss,
  };
}

function medianRatios(all: readonly Ratios[]): Ratios {
  const of = (measure: Measure): number => median(all.map((ratios) => ratios[measure]));
  return { cpu: of('cpu'), throughput: of('throughput'), p99: of('p99'), rss: of('rss') };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [upper = 0, lower = upper] = [sorted[middle], sorted[middle - 1]];
  return sorted.length % 2 === 1 ? upper : (lower + upper) / 2;
}
