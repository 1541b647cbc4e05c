// `skillgate check`, the doctor: what becomes of each operation of a document, why, and what is lost. For people, and for CI by
// its exit code.

import { buildCatalog } from '../catalog/build-catalog.ts';
import { readCallLine } from '../catalog/example.ts';
import { examineSkill } from '../catalog/examine.ts';
import type { OperationReport } from '../catalog/report.ts';
import { GatewayError, toGatewayError } from '../errors.ts';
import { compileSchema } from '../invoke/check/schema-check.ts';
import { createInvoker } from '../invoke/invoker.ts';
import { version } from '../lib/version.ts';
import { createNetwork, type Network } from '../net/network.ts';
import { createLog } from '../observe/log.ts';
import { readApiDocument } from '../spec/read-document.ts';
import type { TargetPolicy } from '../invoke/target-policy.ts';
import type { Upstream } from '../upstream/request.ts';
import { parseFlags, usage } from './flags.ts';
import type { Command, ExitCode, Io } from './io.ts';
import { count } from './print-start.ts';
import { proxiesOf } from '../net/proxies.ts';
import { createStyle, type Style } from './style.ts';
import { toTargetId } from './target-id.ts';

const options = {
  upstream: { type: 'string' },
  'ref-root': { type: 'string' },
  'allow-left-out': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

export const check: Command = {
  name: 'check',
  summary: 'tell which operations of a document become skills, and why others do not',
  help: `Usage: skillgate check DOC... [OPTIONS]

Prints each operation as exposed, exposed with loss (what is lost), or left out (why, with a reason code).

Options:
  --upstream URL       base URL of the service, as for serve: the servers of the document do not count
  --ref-root FOLDER    folder that references between files may reach
  --allow-left-out     do not fail when operations are left out
  --json               print the report as JSON

Exit codes: 0 every operation is exposed, 1 a document cannot be read or an operation is left out, 2 usage.
`,

  async run(args, io): Promise<ExitCode> {
    const { values, positionals } = parseFlags(args, options, 'check');
    if (positionals.length === 0) throw usage('check', 'Nothing to check: name an OpenAPI document.');
    const network = createNetwork({ version, ...proxiesOf(io.env) });
    const checked: Checked[] = [];
    for (const location of positionals) {
      checked.push(
        await checkDocument(location, {
          network,
          hasUpstreams: values.upstream !== undefined,
          refRoot: values['ref-root'],
        }),
      );
    }
    await network.close();
    if (values.json === true) io.out(`${JSON.stringify({ documents: checked }, undefined, 2)}\n`);
    else for (const result of checked) print(result, io);
    const isFine = checked.every(
      (result) =>
        result.failure === undefined &&
        result.skills > 0 &&
        (result.leftOut === 0 || values['allow-left-out'] === true),
    );
    return isFine ? 0 : 1;
  },
};

interface Checked {
  readonly source: string;
  readonly title: string;
  readonly openapi: string;
  readonly failure?: string;
  readonly skills: number;
  readonly leftOut: number;
  readonly notes: readonly string[];
  /** What an OpenAPI validator says. */
  readonly warnings: readonly string[];
  readonly operations: readonly OperationReport[];
}

// Examples are checked as a call's arguments would be, and nothing is sent.
const nowhere: Upstream = { send: () => Promise.reject(new GatewayError('target_unavailable')) };
const anyTarget: TargetPolicy = { headers: new Map(), forwardHeaders: [], timeout: 1, baseUrl: 'http://localhost' };

interface Checking {
  readonly network: Network;
  readonly hasUpstreams: boolean;
  readonly refRoot: string | undefined;
}

async function checkDocument(location: string, { network, hasUpstreams, refRoot }: Checking): Promise<Checked> {
  try {
    const document = await readApiDocument(location, {
      fetcher: network,
      ...(refRoot === undefined ? {} : { refRoot }),
    });
    const id = toTargetId(location, new Set());
    const catalog = buildCatalog([
      { id, source: location, document, hasUpstreams, prefix: '', include: [], exclude: [], override: {} },
    ]);
    const { accepts } = createInvoker({
      upstream: nowhere,
      log: createLog({ level: 'silent' }).log,
      targets: new Map([[id, anyTarget]]),
    });
    const report = catalog.targets[0]!;
    const operations = report.operations.map((operation) => {
      const skill = operation.skillId === undefined ? undefined : catalog.byId.get(operation.skillId);
      if (skill === undefined) return operation;
      const found = examineSkill(skill, {
        document,
        uncheckedPatterns: (of) => compileSchema(of.input.schema()).unchecked,
        acceptsExample: (of, line) => {
          const args = readCallLine(of.id, line);
          return args === undefined || accepts(of, args);
        },
      });
      return { ...operation, losses: [...operation.losses, ...found] };
    });
    const { readWarnings } = await import('../spec/warnings.ts');
    return {
      source: location,
      title: report.title,
      openapi: report.openapi,
      skills: catalog.skills.length,
      leftOut: operations.filter(({ leftOut }) => leftOut !== undefined).length,
      notes: report.notes,
      warnings: await readWarnings(document.root, document.uri),
      operations,
    };
  } catch (thrown) {
    const error = toGatewayError(thrown);
    const failure = error.code === 'internal' ? `${error.message} ${error.detail ?? ''}` : error.message;
    return {
      source: location,
      title: '',
      openapi: '',
      failure,
      skills: 0,
      leftOut: 0,
      notes: [],
      warnings: [],
      operations: [],
    };
  }
}

function print(result: Checked, io: Io): void {
  const style = createStyle(io);
  if (result.failure !== undefined) {
    io.out(`\n${style.bad('✗')} ${result.failure}\n`);
    return;
  }
  const lossy = result.operations.filter(({ leftOut, losses }) => leftOut === undefined && losses.length > 0).length;
  const lines = [
    '',
    `${style.bold(result.title || result.source)} ${style.dim(`· OpenAPI ${result.openapi} · ${result.source}`)}`,
    '',
    ...result.operations.flatMap((operation) => operationLines(operation, style)),
    '',
    ...result.notes.map((note) => `${style.warn('note')}  ${note}`),
    ...result.warnings.map((warning) => `${style.warn('warning')}  ${warning}`),
    ...reasonCounts(result.operations),
    `${count(result.operations.length, 'operation')}: ${result.skills - lossy} exposed, ${lossy} exposed with loss, ${result.leftOut} left out`,
  ];
  io.out(`${lines.join('\n')}\n`);
}

function operationLines({ method, path, skillId, leftOut, losses }: OperationReport, style: Style): readonly string[] {
  const name = `${method.padEnd(6)} ${path}`;
  if (leftOut !== undefined)
    return [`${style.bad('left out')}  ${name}  ${style.bold(leftOut.reason)}: ${leftOut.message}`];
  const mark = losses.length === 0 ? style.good('exposed ') : style.warn('exposed ');
  return [
    `${mark}  ${name}  ${style.dim(`→ ${skillId}`)}`,
    ...losses.map(({ reason, message }) => `            ${style.warn('loss')} ${reason}: ${message}`),
  ];
}

function reasonCounts(operations: readonly OperationReport[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { leftOut } of operations)
    if (leftOut !== undefined) counts.set(leftOut.reason, (counts.get(leftOut.reason) ?? 0) + 1);
  return [...counts].map(([reason, number]) => `${String(number).padStart(5)} left out: ${reason}`);
}
