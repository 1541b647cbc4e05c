// `skillgate call`: one call from the command line, through the same steps as an agent's message. With --dry-run nothing is sent:
// the request that would go out is shown, and which headers of the caller would not.

import { randomUUID } from 'node:crypto';
import { GatewayError } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { Call, PreparedRequest } from '../invoke/call.ts';
import type { Content, Outcome } from '../invoke/outcome.ts';
import { selectFields } from '../lib/fields.ts';
import { parseFlags, usage } from './flags.ts';
import type { Command, ExitCode, Io } from './io.ts';
import { catalogHelp, catalogOptions, openGateway } from './offline-gateway.ts';
import { createStyle } from './style.ts';
import { unknownSkill } from './unknown-skill.ts';
import { untilAborted } from './until-aborted.ts';

const options = {
  ...catalogOptions,
  'caller-header': { type: 'string', multiple: true },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

export const call: Command = {
  name: 'call',
  summary: 'call a skill once, or show the request that it would send',
  help: `Usage: skillgate call SKILL [ARGUMENTS] [OPTIONS]

ARGUMENTS is a JSON object, or key=value words. The call goes through the same steps as an agent's message.

Options:
  --dry-run                  send nothing; show the request, and which headers of the caller are dropped and why
  --caller-header 'N: V'     a header as the caller would send it; repeat it for more
  --json                     print as JSON
${catalogHelp}
Examples:
  skillgate call getPetById '{"petId":1}' --doc openapi.yaml --upstream http://localhost:5000
  skillgate call getPetById petId=1 --dry-run --caller-header 'Authorization: Bearer …'

Exit codes: 0 the service did it, 1 it did not or the call is not valid, 2 usage.
`,

  async run(args, io): Promise<ExitCode> {
    const { values, positionals } = parseFlags(args, options, 'call');
    if (positionals.length === 0) throw usage('call', 'Which skill? Name one; "skillgate skills" lists them.');
    return await callOnce(positionals, values, io);
  },
};

type Values = ReturnType<typeof parseFlags<typeof options>>['values'];

async function callOnce(positionals: readonly string[], values: Values, io: Io): Promise<ExitCode> {
  await using gateway = await openGateway(values, io, 'call');
  const found = await resolve(gateway, positionals);
  const context = {
    requestId: randomUUID(),
    headers: parseCallerHeaders(values['caller-header'] ?? []),
    signal: io.stop,
  };
  if (values['dry-run'] === true) {
    const prepared = gateway.invoker.prepare(found, context);
    if (values.json === true) io.out(`${JSON.stringify(toJson(found, prepared), undefined, 2)}\n`);
    else printRequest(found, prepared, io);
    return 0;
  }
  const outcome = await Promise.race([
    untilAborted(io.stop),
    gateway.invoker.invoke(found, context).catch((error: unknown) => {
      if (!io.stop.aborted) throw error;
    }),
  ]);
  if (outcome === undefined) {
    // A write would run on to its end otherwise.
    await gateway.destroy();
    const problem = 'stopped before the service answered';
    throw found.skill.readOnly
      ? new GatewayError('upstream_timeout', problem)
      : new GatewayError('upstream_outcome_unknown', `${problem}; whether it did what was asked is unknown`);
  }
  printOutcome(withFields(outcome, found), io, values.json === true);
  return isDone(outcome) ? 0 : 1;
}

/** `fields=id,name` among the arguments asks for a part of the answer. */
function withFields(outcome: Outcome, { fields }: Call): Outcome {
  if (fields === undefined || outcome.kind !== 'success' || outcome.content.kind !== 'json') return outcome;
  const { json } = selectFields(outcome.content.text, fields);
  return { ...outcome, content: { ...outcome.content, text: json } };
}

const unfound: ReadonlySet<string> = new Set(['skill_unresolved', 'skill_not_found']);

async function resolve(gateway: Gateway, words: readonly string[]): Promise<Call> {
  try {
    return await gateway.resolve(words.join(' '));
  } catch (error) {
    const [name = ''] = words;
    const { catalog } = gateway.published();
    const isName = /^[\w.-]+$/.test(name) && catalog.find(name) === undefined;
    if (isName && error instanceof GatewayError && unfound.has(error.code)) throw unknownSkill(catalog, name);
    throw error;
  }
}

function parseCallerHeaders(lines: readonly string[]): Record<string, string> {
  const headers = Object.create(null) as Record<string, string>;
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon <= 0) throw usage('call', 'A --caller-header has no colon; expected a name and a value.');
    headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return headers;
}

interface ShownRequest {
  readonly skill: string;
  readonly resolvedBy: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly droppedHeaders: PreparedRequest['droppedHeaders'];
}

function toJson(
  { skill, resolvedBy }: Call,
  { request, secretHeaders, secretQuery, droppedHeaders }: PreparedRequest,
): ShownRequest {
  const { method, baseUrl, path, headers, body } = request;
  const secret = new Set(secretHeaders);
  const shown = secretQuery.reduce(
    (text, pair) => text.replace(pair, `${pair.slice(0, pair.indexOf('='))}=[secret]`),
    path,
  );
  return {
    skill: skill.id,
    resolvedBy,
    method,
    url: `${baseUrl}${shown}`,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, secret.has(name) ? '[secret]' : value]),
    ),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : `[${body.length} bytes]` }),
    droppedHeaders,
  };
}

function printRequest(found: Call, prepared: PreparedRequest, io: Io): void {
  const style = createStyle(io);
  const { skill, resolvedBy, method, url, headers, body, droppedHeaders } = toJson(found, prepared);
  const lines = [
    style.dim(`${skill}, resolved by: ${resolvedBy}`),
    '',
    style.bold(`${method} ${url}`),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['', body]),
    '',
    ...droppedHeaders.map(({ name, reason }) => `${style.warn('dropped')}  ${name}: ${reason}`),
    style.dim('Nothing was sent.'),
  ];
  io.out(`${lines.join('\n')}\n`);
}

function printOutcome(outcome: Outcome, io: Io, asJson: boolean): void {
  const text = outcomeText(outcome);
  const problem = outcome.kind === 'problem' ? { error: outcome.code, message: outcome.message } : {};
  if (asJson) {
    io.out(`${JSON.stringify({ ok: isDone(outcome), status: outcome.status, ...problem, content: text })}\n`);
    return;
  }
  if (outcome.kind === 'problem') io.err(`skillgate: ${outcome.message}\n`);
  if (text !== '') io.out(text.endsWith('\n') ? text : `${text}\n`);
}

function isDone(outcome: Outcome): boolean {
  return outcome.kind === 'mapped' ? outcome.state === 'completed' : outcome.kind !== 'problem';
}

function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'accepted':
      return `accepted; ask ${outcome.job.statusUrl}`;
    case 'mapped':
      return [outcome.text ?? '', ...outcome.artifacts.map(({ content }) => contentText(content))]
        .filter((text) => text !== '')
        .join('\n');
    case 'stream':
      return '';
    default:
      return contentText(outcome.content);
  }
}

function contentText(content: Content): string {
  if (content.kind === 'empty') return '';
  if (content.kind === 'bytes') return `[${content.bytes.length} bytes of ${content.mediaType}]`;
  return content.kind === 'url' ? content.url : content.text;
}
