// `skillgate init`: a commented configuration from the documents given. It asks nothing and overwrites nothing unless told so.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GatewayError } from '../errors.ts';
import { version } from '../lib/version.ts';
import { createNetwork } from '../net/network.ts';
import type { ApiDocument } from '../spec/document.ts';
import { readApiDocument } from '../spec/read-document.ts';
import { buildConfig } from '../config/config.ts';
import { parseFlags, usage } from './flags.ts';
import type { Command, ExitCode } from './io.ts';
import { proxiesOf } from '../net/proxies.ts';
import { toTargetId } from './target-id.ts';

const options = { out: { type: 'string' }, force: { type: 'boolean' }, json: { type: 'boolean' } } as const;

export const init: Command = {
  name: 'init',
  summary: 'write a commented gateway.yaml for the documents given',
  help: `Usage: skillgate init DOC... [OPTIONS]

Options:
  --out FILE    file to write (default gateway.yaml); "-" is standard output
  --force       overwrite the file
  --json        print what was written as JSON
`,

  async run(args, io): Promise<ExitCode> {
    const { values, positionals } = parseFlags(args, options, 'init');
    if (positionals.length === 0) throw usage('init', 'Name at least one OpenAPI document.');
    const out = values.out ?? 'gateway.yaml';
    const network = createNetwork({ version, ...proxiesOf(io.env) });
    const documents: NamedDocument[] = [];
    try {
      for (const location of positionals) {
        const id = toTargetId(location, new Set(documents.map((known) => known.id)));
        documents.push({ id, location, document: await readApiDocument(location, { fetcher: network }) });
      }
    } finally {
      await network.close();
    }
    // What is written must be accepted when it is read again.
    buildConfig({ targets: Object.fromEntries(documents.map(({ id, location }) => [id, { spec: location }])) }, io.env);
    const text = buildFile(documents, out === '-' ? '.' : path.dirname(path.resolve(out)));
    if (out === '-') {
      io.out(
        values.json === true
          ? `${JSON.stringify({ file: out, targets: documents.map(({ id }) => id), text })}\n`
          : text,
      );
      return 0;
    }
    await write(out, text, values.force === true);
    if (values.json === true) io.out(`${JSON.stringify({ file: out, targets: documents.map(({ id }) => id) })}\n`);
    else
      io.out(
        `Wrote ${out} with ${documents.length === 1 ? 'one target' : `${documents.length} targets`}. Next: skillgate serve --config ${out}\n`,
      );
    return 0;
  },
};

interface NamedDocument {
  readonly id: string;
  readonly location: string;
  readonly document: ApiDocument;
}

async function write(file: string, text: string, force: boolean): Promise<void> {
  try {
    await writeFile(file, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    const reason = code === 'EEXIST' ? 'it exists already; --force overwrites it, --out names another' : String(error);
    throw new GatewayError('config_invalid', `Cannot write ${file}: ${reason}.`, { cause: error });
  }
}

function buildFile(documents: readonly NamedDocument[], folder: string): string {
  const name = documents.length === 1 ? documents[0]?.document.title : '';
  return `# Configuration of Skillgate. Every key: docs/configuration-reference.md
gateway:
  name: ${JSON.stringify(name === undefined || name === '' ? 'Skillgate' : name)}
  # The URL by which callers reach the gateway, as the agent card shows it. Default: taken from each request.
  # publicUrl: https://agents.example.com
  listen: { host: 127.0.0.1, port: 8080 }

targets:
${documents.map((document) => buildTarget(document, folder)).join('\n')}
# Listening on anything but loopback needs this: \`open\` lets everybody call who can reach the port.
# access: open
`;
}

function buildTarget({ id, location, document }: NamedDocument, folder: string): string {
  const isUrl = /^https?:/i.test(location);
  const spec = isUrl ? location : path.relative(folder, path.resolve(location)) || location;
  const servers = [...new Set(document.operations.flatMap(({ server }) => (server === undefined ? [] : [server])))];
  const basePath = document.operations.find(({ serverPath }) => serverPath !== undefined)?.serverPath ?? '';
  const upstream = servers[0] ?? `http://127.0.0.1:5000${basePath}`;
  const schemes = [...new Set(document.operations.flatMap(({ security }) => security.flat().map((use) => use.name)))];
  return `  # ${oneLine(document.title || id)}, OpenAPI ${document.version}, ${document.operations.length} operations
  ${id}:
    spec: ${JSON.stringify(spec)}
    # Base URLs of the service; several are replicas. ${servers.length === 0 ? 'The document names no host, so this one is needed.' : 'Default: the servers of the document.'}
    ${servers.length === 0 ? '' : '# '}upstreams: [${upstream}]
    # Sent with every request to this service and to no other.
    # headers: { X-API-Key: "\${API_KEY}" }
${
  schemes.length === 0
    ? ''
    : `    # Credentials by security scheme of the document.\n    # credentials: { ${schemes
        .slice(0, 3)
        .map((scheme) => `${JSON.stringify(scheme)}: "\${${toVariable(scheme)}}"`)
        .join(', ')} }\n`
}    # The caller's headers that are passed on.
    # forwardHeaders: [authorization, accept-language, x-request-id]
    # timeout: 30s
    # skills: { exclude: [{ deprecated: true }] }
`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function toVariable(scheme: string): string {
  return scheme.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase();
}
