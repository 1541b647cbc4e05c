// A Dockerfile becomes stages of instructions, and a .dockerignore a test of paths: what our own files use of the Dockerfile
// reference, for tests that carry them out without a Docker engine. Anything else is refused by line, not skipped.

const known = [
  'ARG',
  'CMD',
  'COPY',
  'ENTRYPOINT',
  'ENV',
  'EXPOSE',
  'FROM',
  'HEALTHCHECK',
  'LABEL',
  'RUN',
  'USER',
  'WORKDIR',
] as const;

export interface Instruction {
  readonly name: (typeof known)[number];
  /** `--from=build` is `from` → `build`. */
  readonly flags: ReadonlyMap<string, string>;
  /** What follows the flags, with continued lines joined. */
  readonly text: string;
  /** Where its first line is. */
  readonly line: number;
}

export interface Stage {
  readonly name: string;
  /** The name of an earlier stage, or of an image. */
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

export function parseDockerfile(text: string): readonly Stage[] {
  const stages: { name: string; from: string; instructions: Instruction[] }[] = [];
  const args = new Map<string, string>();
  for (const { logical, line } of readLines(text)) {
    const instruction = parseInstruction(logical, line);
    const stage = stages.at(-1);
    if (instruction.name === 'ARG') {
      const [name = '', value = ''] = instruction.text.split('=', 2);
      args.set(name, value);
    } else if (instruction.name === 'FROM') {
      const replaced = instruction.text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => args.get(name) ?? '');
      const [from = '', as = '', name = ''] = replaced.split(/\s+/);
      if (as.toUpperCase() !== 'AS' || name === '') throw new Error(`Dockerfile:${line}: expected FROM image AS name`);
      stages.push({ name, from, instructions: [] });
    } else if (stage === undefined) {
      throw new Error(`Dockerfile:${line}: ${instruction.name} stands before FROM`);
    } else {
      stage.instructions.push(instruction);
    }
  }
  return stages;
}

function parseInstruction(logical: string, line: number): Instruction {
  const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(logical) ?? [];
  const name = known.find((each) => each === word);
  if (name === undefined)
    throw new Error(`Dockerfile:${line}: "${word}" is not known here; the tests carry out ${known.join(', ')}`);
  const flags = new Map<string, string>();
  let text = rest;
  for (let flag; (flag = /^--([\w-]+)=(\S+)\s+/.exec(text)); text = text.slice(flag[0].length)) {
    flags.set(flag[1] ?? '', flag[2] ?? '');
  }
  return { name, flags, text, line };
}

/** Lines without comments, those that end in a backslash joined with the next. */
function readLines(text: string): readonly { readonly logical: string; readonly line: number }[] {
  const found: { logical: string; line: number }[] = [];
  let isOpen = false;
  for (const [at, raw] of text.split('\n').entries()) {
    if (/^\s*(#|$)/.test(raw)) continue;
    const part = raw.replace(/\\$/, '').trim();
    const last = found.at(-1);
    if (isOpen && last !== undefined) last.logical += ` ${part}`;
    else found.push({ logical: part, line: at + 1 });
    isOpen = raw.endsWith('\\');
  }
  return found;
}

/** The words of `["node", "x.js"]`; undefined for the shell form. */
export function parseExecForm(text: string): readonly string[] | undefined {
  return text.startsWith('[') ? (JSON.parse(text) as string[]) : undefined; // anything else in brackets fails in Docker too
}

/** The pairs of ENV and LABEL: `A=1 B="two words"`. */
export function parsePairs(text: string): ReadonlyMap<string, string> {
  const pairs = text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g);
  return new Map([...pairs].map(([, name = '', quoted, plain = '']) => [name, quoted ?? plain]));
}

/** Whether a path is kept from the build: the last pattern that fits it, or a folder above it, decides. */
export function compileDockerignore(text: string): (path: string) => boolean {
  const patterns = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ fits: toRegExp(line.replace(/^!/, '')), ignores: !line.startsWith('!') }));
  return (path) => {
    const parts = path.split('/');
    const paths = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
    return patterns.findLast(({ fits }) => paths.some((each) => fits.test(each)))?.ignores ?? false;
  };
}

/** `*` is any part of a name, also of one that starts with a dot; `**` any number of folders. */
function toRegExp(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(
      /\*\*\/|\*\*|\*|\?/g,
      (wild) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[wild] ?? wild,
    );
  return new RegExp(`^${source}$`);
}
