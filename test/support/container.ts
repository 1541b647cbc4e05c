// Starts an image as `docker run --read-only --cap-drop ALL --security-opt no-new-privileges` does, and runs commands beside it as
// `docker exec` and health checks do.

import type { Image } from './image.ts';
import { startSandbox, type Mount, type Network } from './sandbox.ts';
import type { RunningProcess } from './start-process.ts';

export interface Container {
  readonly image: Image;
  readonly network: Network;
  readonly mounts?: readonly Mount[];
  /** Replaces the command of the image, as in `docker run IMAGE …`. */
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** As with `--read-only --cap-drop ALL --security-opt no-new-privileges`. */
export function start({ image, network, mounts = [], command = image.command, env = {} }: Container): RunningProcess {
  return exec({ image, network, mounts, command: [...image.entrypoint, ...command], env });
}

/** The command alone, as `docker exec` and health checks run it. */
export function exec({ image, network, mounts = [], command = [], env = {} }: Container): RunningProcess {
  const { root, workdir, uid } = image;
  return startSandbox({
    root,
    workdir,
    uid,
    network,
    mounts,
    command,
    env: new Map([...image.env, ...Object.entries(env)]),
    isReadOnly: true,
  });
}

export async function outputOf(container: Container): Promise<string> {
  await using running = exec(container);
  await running.exited;
  return running.stdout() + running.stderr();
}

/** Repeats a check until it exits with 0, as an engine does; fails when the process that is checked ends first. */
export async function untilHealthy(check: Container, checked: RunningProcess): Promise<void> {
  const ended = checked.exited.then((code) => `ended with ${code}: ${checked.stderr()}`);
  for (;;) {
    await using running = exec(check);
    const result = await Promise.race([running.exited, ended]);
    if (result === 0) return;
    if (typeof result === 'string') throw new Error(result);
  }
}

export const statusOf = (url: string): readonly string[] => [
  'node',
  '-e',
  `fetch('${url}').then(({ status }) => console.log(status))`,
];

/** Exits with 0 when the URL answers with success, as a probe takes it. */
export function okOf(url: string): readonly string[] {
  return ['node', '-e', `fetch('${url}').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`];
}
