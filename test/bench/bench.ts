// `npm run bench`: the gateway against @fastify/http-proxy in front of the same service, both on one core, loaded in the same
// seconds. Prints ratios, never absolute numbers. Exit code 1 when a ratio is below its floor, 2 when it cannot run here.

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readContainerSettings } from './container-flags.ts';
import { fillCompileCache, measureVariant, type Measured } from './measure.ts';
import { describeRow, findBroken, tableHead } from './table.ts';
import { variants } from './variant.ts';

const help = `Usage: npm run bench -- [OPTIONS]

Options:
  --pairs NUMBER        pairs of each row, of which the median counts (default 7)
  --seconds NUMBER      how long a pair is loaded, once fully and once moderately (default 3)
  --warm-up NUMBER      seconds of load before the first pair (default 20)
  --connections NUMBER  connections to each side (default 16)
  --only NAMES          rows to measure, with commas: ${variants.map(({ name }) => name).join(', ')}
  --node-flags='FLAGS'  flags for Node on both sides, with spaces between, after those of the container image
  --json FILE           write all pairs to this file
  --profile FOLDER      write a CPU profile of each side into this folder
`;

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '3' },
    'warm-up': { type: 'string', default: '20' },
    connections: { type: 'string', default: '16' },
    only: { type: 'string' },
    'node-flags': { type: 'string', default: '' },
    json: { type: 'string' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

process.exitCode = values.help ? printHelp() : await runBench();

function printHelp(): number {
  console.log(help);
  return 0;
}

async function runBench(): Promise<number> {
  const obstacle = findObstacle();
  if (obstacle !== undefined) {
    console.error(`The benchmark cannot run here: ${obstacle}.`);
    return 2;
  }
  const names = values.only?.split(',').map((name) => name.trim());
  const unknown = names?.find((name) => !variants.some((variant) => variant.name === name));
  if (unknown !== undefined) throw new Error(`--only names "${unknown}"; the rows are in --help`);
  const chosen = variants.filter(({ name }) => names === undefined || names.includes(name));
  const container = await readContainerSettings();
  const nodeFlags = [...container.nodeFlags, ...toOwnFlags()];
  const results: { readonly name: string; readonly measured: Measured }[] = [];
  const broken: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'skillgate-bench-'));
  try {
    await fillCompileCache({ folder });
    console.log(tableHead);
    for (const variant of chosen) {
      const measured = await measureVariant(variant, {
        pairs: toCount('pairs', values.pairs),
        seconds: toCount('seconds', values.seconds),
        warmUp: toCount('warm-up', values['warm-up']),
        connections: toCount('connections', values.connections),
        nodeFlags,
        env: container.env,
        folder,
        onPair: (pair) => showProgress(`${variant.name}: pair ${pair} of ${values.pairs}`),
      });
      showProgress('');
      console.log(describeRow(variant, measured));
      results.push({ name: variant.name, measured });
      broken.push(...findBroken(variant, measured.ratios));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(results, undefined, 2)}\n`);
  for (const line of broken) console.error(line);
  return broken.length > 0 ? 1 : 0;
}

function findObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'it pins processes with taskset, which only Linux has';
  if (availableParallelism() < 2) return 'it needs two cores, one for both sides and one for the load';
  for (const tool of ['wrk', 'taskset']) {
    try {
      execFileSync('which', [tool], { stdio: 'ignore' });
    } catch {
      return `there is no ${tool}; install it with the package manager of the system`;
    }
  }
  return undefined;
}

function toOwnFlags(): readonly string[] {
  const profile = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(values.profile)}`];
  return [...values['node-flags'].split(' ').filter((flag) => flag !== ''), ...profile];
}

function toCount(name: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`--${name} is "${text}", expected a whole number above 0`);
}

/** One line that is overwritten, on a terminal only. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
