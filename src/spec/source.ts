// Where the text of documents comes from: files and http(s). What the operator named is read as it is; what a document refers
// to is held back: files only below one folder, no files from a remote document, and addresses elsewhere only through the
// egress check. Attack: a `$ref` to `http://169.254.169.254/` or `../../etc/…` in a document from a stranger.

import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { GatewayError } from '../errors.ts';
import { decodeText } from './parse-text.ts';

/** What the spec room needs of the network. */
export interface DocumentFetcher {
  get(
    url: string,
    options: { readonly maxBytes: number; readonly timeout: number; readonly guarded: boolean },
  ): Promise<{ readonly status: number; readonly body: Buffer; readonly url: string }>;
}

export interface DocumentSource {
  /** URI of the entry file: `file:///…` or `https://…`. */
  readonly uri: string;
  /** Reads the entry. The URI may differ from the one asked for after a redirect. */
  readEntry(): Promise<SourceText>;
  /** Reads a file that a document refers to. Throws `document_unreadable` or `address_not_allowed`. */
  readReferenced(uri: string): Promise<SourceText>;
}

export interface SourceText {
  readonly uri: string;
  readonly text: string;
}

export interface SourceOptions {
  readonly fetcher: DocumentFetcher;
  /** Folder that local references may reach. Default: the working directory when it holds the document, else the document's folder. */
  readonly refRoot?: string;
  /** The document itself, when the program that the gateway is part of has it; `location` is then the URI that it counts as. */
  readonly document?: GivenDocument;
}

/** A document as a value, or how to make it. */
export type GivenDocument = object | (() => object | Promise<object>);

const maxBytes = 64 * 1024 * 1024;
const timeout = 30_000;

/** `location` is a file path, or an http(s) or file URL. */
export function createDocumentSource(location: string, options: SourceOptions): DocumentSource {
  if (options.document !== undefined) return givenSource(location, options.document, options.fetcher);
  if (/^https?:\/\//i.test(location)) return remoteSource(new URL(location).href, options.fetcher);
  const file = location.startsWith('file:') ? fileURLToPath(location) : path.resolve(location);
  return localSource(file, options);
}

function localSource(file: string, { fetcher, refRoot }: SourceOptions): DocumentSource {
  const root = refRoot ?? (isInside(process.cwd(), file) ? process.cwd() : path.dirname(file));
  const uri = pathToFileURL(file).href;
  return {
    uri,
    readEntry: async () => ({ uri, text: await readLocal(file) }),
    readReferenced: async (target) => {
      if (!target.startsWith('file:')) return readRemote(fetcher, target, true);
      const wanted = fileURLToPath(target);
      // The real path counts: a link inside the folder must not lead out of it.
      const real = await realpath(wanted).catch(() => wanted);
      if (!isInside(await realpath(root).catch(() => root), real)) {
        throw new GatewayError(
          'address_not_allowed',
          `the reference to ${target} leaves the folder ${root}; set refRoot (--ref-root) to a folder that holds both`,
        );
      }
      return { uri: target, text: await readLocal(wanted) };
    },
  };
}

function remoteSource(uri: string, fetcher: DocumentFetcher): DocumentSource {
  return {
    uri,
    readEntry: () => readRemote(fetcher, uri, false),
    readReferenced: (target) => {
      if (!/^https?:/i.test(target)) {
        throw new GatewayError(
          'address_not_allowed',
          `the reference to ${target} is not followed: a remote document may not name files`,
        );
      }
      return readRemote(fetcher, target, new URL(target).origin !== new URL(uri).origin);
    },
  };
}

function givenSource(uri: string, document: GivenDocument, fetcher: DocumentFetcher): DocumentSource {
  return {
    uri,
    readEntry: async () => ({ uri, text: toText(typeof document === 'function' ? await document() : document) }),
    readReferenced: (target) => {
      if (!/^https?:/i.test(target) || new URL(target).origin === new URL(uri).origin) {
        throw new GatewayError(
          'address_not_allowed',
          `the reference to ${target} is not followed: the document was given as a value and has no files beside it`,
        );
      }
      return readRemote(fetcher, target, true);
    },
  };
}

// A copy, as it would be read from a file: what the program does to its own value later changes nothing here.
function toText(document: object): string {
  try {
    return JSON.stringify(document);
  } catch (cause) {
    const message =
      'The document that was given is not JSON: it refers to itself, or holds what JSON cannot. Give it with its $ref kept.';
    throw new GatewayError('document_unreadable', message, { cause });
  }
}

async function readLocal(file: string): Promise<string> {
  try {
    return decodeText(await readFile(file));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? describeCode(error.code) : 'it cannot be read';
    throw new GatewayError('document_unreadable', `${file}: ${reason}.`, { cause: error });
  }
}

function describeCode(code: unknown): string {
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'this is a folder, not a file';
  if (code === 'EACCES') return 'no permission to read it';
  return `it cannot be read (${String(code)})`;
}

async function readRemote(fetcher: DocumentFetcher, uri: string, guarded: boolean): Promise<SourceText> {
  const reply = await fetcher.get(uri, { maxBytes, timeout, guarded });
  if (reply.status !== 200) {
    throw new GatewayError('document_unreadable', `${uri} answered with status ${reply.status}, expected 200.`);
  }
  return { uri: reply.url, text: decodeText(reply.body) };
}

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}
