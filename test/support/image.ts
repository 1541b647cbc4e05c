// Carries out a Dockerfile without a Docker engine: each stage becomes a folder, COPY copies out of the build context or another
// stage, RUN runs in a sandbox with that folder as its root. Comes out: the folder and what the image says of its start.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseExecForm, parsePairs, type Instruction, type Stage } from './dockerfile.ts';
import { createRoot, startSandbox } from './sandbox.ts';

export interface Image {
  readonly root: string;
  readonly workdir: string;
  readonly env: ReadonlyMap<string, string>;
  /** As the USER instruction has it. */
  readonly user: string;
  readonly uid: number;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

export interface Builder {
  /** A stage is built once. */
  build(stage: string): Promise<Image>;
}

export interface BuilderOptions {
  readonly stages: readonly Stage[];
  /** A folder with what .dockerignore lets through. */
  readonly context: string;
  /** Where the roots of the stages go. */
  readonly folder: string;
  /** Names that lead to this machine inside the images. */
  readonly hosts: readonly string[];
}

// What RUN needs to reach the package registry as this machine does.
const passed = [
  'NODE_EXTRA_CA_CERTS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
];

export function createBuilder({ stages, context, folder, hosts }: BuilderOptions): Builder {
  const built = new Map<string, Promise<Image>>();

  function build(name: string): Promise<Image> {
    const image = built.get(name) ?? buildStage(name);
    built.set(name, image);
    return image;
  }

  async function buildStage(name: string): Promise<Image> {
    const stage = stages.find((each) => each.name === name);
    if (stage === undefined) throw new Error(`The Dockerfile has no stage ${name}`);
    const root = join(folder, name);
    let image = await startFrom(stage.from, root);
    for (const instruction of stage.instructions) image = await carryOut(instruction, image);
    return image;
  }

  async function startFrom(from: string, root: string): Promise<Image> {
    if (stages.some((each) => each.name === from)) {
      const base = await build(from);
      execFileSync('cp', ['-a', base.root, root]);
      return { ...base, root };
    }
    createRoot(root, hosts);
    return { root, workdir: '/', env: new Map(), user: 'root', uid: 0, entrypoint: [], command: [], healthcheck: [] };
  }

  async function carryOut(instruction: Instruction, image: Image): Promise<Image> {
    const { name, text } = instruction;
    switch (name) {
      case 'WORKDIR':
        mkdirSync(join(image.root, text), { recursive: true });
        return { ...image, workdir: text };
      case 'ENV':
        return { ...image, env: new Map([...image.env, ...parsePairs(text)]) };
      case 'USER':
        return { ...image, user: text, uid: text === 'node' ? 1000 : Number(text.split(':')[0]) };
      case 'ENTRYPOINT':
        return { ...image, entrypoint: parseExecForm(text) ?? ['/bin/sh', '-c', text], command: [] };
      case 'CMD':
        return { ...image, command: parseExecForm(text) ?? ['/bin/sh', '-c', text] };
      case 'HEALTHCHECK':
        return { ...image, healthcheck: parseExecForm(text.replace(/^CMD\s+/, '')) ?? ['/bin/sh', '-c', text] };
      case 'COPY':
        await copy(instruction, image);
        return image;
      case 'RUN':
        await run(instruction, image);
        return image;
      case 'EXPOSE':
      case 'LABEL':
        return image;
      default:
        throw new Error(`Dockerfile:${instruction.line}: ${name} is read with the file`);
    }
  }

  async function copy({ flags, text }: Instruction, image: Image): Promise<void> {
    const from = flags.get('from');
    const base = from === undefined ? context : (await build(from)).root;
    const words = text.split(/\s+/);
    const last = words.at(-1) ?? '';
    const target = join(image.root, resolve(image.workdir, last));
    for (const source of words.slice(0, -1).map((word) => join(base, word))) {
      const isIntoFolder = last.endsWith('/') && !statSync(source).isDirectory();
      cpSync(source, isIntoFolder ? join(target, basename(source)) : target, {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
  }

  async function run({ text, line }: Instruction, image: Image): Promise<void> {
    const shared = passed.flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]] as const],
    );
    await using running = startSandbox({
      root: image.root,
      workdir: image.workdir,
      env: new Map([...image.env, ...shared]),
      uid: image.uid,
      // The settings and the cache of this machine's npm, as a build with a cache mount has them.
      mounts:
        image.uid === 0 && existsSync(homedir()) ? [{ source: homedir(), target: '/root', isReadOnly: false }] : [],
      command: ['/bin/sh', '-c', text],
    });
    const code = await running.exited;
    if (code !== 0)
      throw new Error(`Dockerfile:${line}: RUN ${text} ended with ${code}\n${running.stdout()}${running.stderr()}`);
  }

  return { build };
}
