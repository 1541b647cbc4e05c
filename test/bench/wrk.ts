// One run of wrk against one side, pinned to a core. A generated Lua script sends the load (a running number in every body) and
// prints what it counted as one line of JSON. A run with failed requests is refused: its numbers would mean something else. Each
// connection sends its next request when it has the answer to the one before, or, paced, some time after it.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Load } from './load.ts';

export interface WrkOptions {
  readonly url: string;
  /** Made by `writeScript`. */
  readonly script: string;
  readonly core: number;
  readonly seconds: number;
  readonly connections: number;
  /** Milliseconds that a connection rests before each request on average, at random, so that requests do not come in step. */
  readonly pause?: number;
}

export interface WrkResult {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p99: number;
}

const run = promisify(execFile);

export async function runWrk({ url, script, core, seconds, connections, pause }: WrkOptions): Promise<WrkResult> {
  const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, url];
  // wrk hands on what follows `--`: where the running numbers start, so that no two runs share one, and the pause.
  const args = [Date.now() * 100, ...(pause === undefined ? [] : [pause])].map(String);
  const { stdout } = await run('taskset', ['-c', String(core), 'wrk', ...flags, '--', ...args]);
  const line = stdout.split('\n').find((text) => text.startsWith('{'));
  if (line === undefined) throw new Error(`wrk printed no result:\n${stdout}`);
  const { requests, micros, p99, failed } = JSON.parse(line) as Record<
    'requests' | 'micros' | 'p99' | 'failed',
    number
  >;
  if (failed > 0) throw new Error(`${failed} of ${requests} requests to ${url} failed:\n${stdout}`);
  return { requests, seconds: micros / 1e6, p99: p99 / 1000 };
}

const digits = 15;

export async function writeScript(file: string, { method, path, headers, body }: Load): Promise<void> {
  const number = '0'.repeat(digits);
  const entries = Object.entries(headers).map(([name, value]) => `[${quote(name)}] = ${quote(value)}`);
  const bodyText = body === undefined ? 'nil' : quote(body.replace('{n}', number));
  await writeFile(
    file,
    `
local before, after, n
function init(args)
  n = tonumber(args[1])
  local pause = tonumber(args[2])
  if pause then
    function delay() return math.floor(math.random() * 2 * pause + 0.5) end
  end
  local raw = wrk.format(${quote(method)}, ${quote(path)}, { ${entries.join(', ')} }, ${bodyText})
  local at = raw:find(${quote(number)}, 1, true)
  before = at and raw:sub(1, at - 1) or raw
  after = at and raw:sub(at + ${digits}) or nil
end
function request()
  if after == nil then return before end
  n = n + 1
  return before .. string.format("%0${digits}.0f", n) .. after
end
function done(summary, latency)
  local e = summary.errors
  print(string.format('{"requests":%d,"micros":%d,"p99":%d,"failed":%d}', summary.requests, summary.duration,
    latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end
`,
  );
}

/** A text of ours as a Lua string: for printable ASCII JSON has the same escapes. */
function quote(text: string): string {
  return JSON.stringify(text);
}
