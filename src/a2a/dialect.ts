// Which wire a request speaks: 1.0, 0.3, or the calculator dialect (a 1.0 method name with 0.3 parts and no version header).
// In go the method name, the version that the request asks for, and the params; out comes the method and the dialect, or
// VersionNotSupported / method not found. A2A 1.0 §3.6; an absent version means 0.3, yet a 1.0 method is served as 1.0 then.

import { GatewayError } from '../errors.ts';
import { isJsonObject } from '../lib/json.ts';
import { findMethod, type Method, type ProtocolVersion } from './methods.ts';

export type Dialect = ProtocolVersion | 'calculator';

/** Newest first. */
export const protocolVersions: readonly ProtocolVersion[] = ['1.0', '0.3'];

export interface DialectInput {
  readonly method: string;
  /** The `A2A-Version` header or query parameter as sent; empty when there is none. */
  readonly version: string;
  readonly params: unknown;
}

export interface ChosenDialect {
  readonly method: Method;
  readonly dialect: Dialect;
}

/** The wire of the answer when the request is too broken to tell a method. */
export function dialectOfVersion(version: string): Dialect {
  const asked = version.trim();
  return asked === '' || /^0\.3(\.\d+)?$/.test(asked) ? '0.3' : '1.0';
}

export function chooseDialect({ method: name, version, params }: DialectInput): ChosenDialect {
  const asked = parseVersion(version);
  const found = findMethod(name);
  if (found === undefined) throw new GatewayError('method_not_found', `There is no method ${quote(name)}.`);
  const { method } = found;
  if (found.version === '1.0')
    return { method, dialect: isCalculatorDialect(method, asked, params) ? 'calculator' : '1.0' };
  if (asked === '1.0') {
    throw new GatewayError(
      'method_not_found',
      `The method ${quote(name)} belongs to A2A 0.3, but the request asks for A2A-Version 1.0: send ${method.v1}, or no version.`,
    );
  }
  return { method, dialect: '0.3' };
}

/** `Major.Minor` of what was asked for, empty when nothing was. Patch digits do not count. */
function parseVersion(version: string): ProtocolVersion | '' {
  if (version === '1.0') return version;
  const asked = version.trim();
  if (asked === '') return '';
  const minor = /^(\d+\.\d+)(\.\d+)?$/.exec(asked)?.[1];
  const known = protocolVersions.find((candidate) => candidate === minor);
  if (known !== undefined) return known;
  throw new GatewayError(
    'version_not_supported',
    `A2A version ${quote(asked)} is not supported; this agent speaks ${protocolVersions.join(' and ')}.`,
    {
      metadata: { requestedVersion: asked.slice(0, 40), supportedVersions: protocolVersions.join(', ') },
    },
  );
}

function isCalculatorDialect(method: Method, asked: ProtocolVersion | '', params: unknown): boolean {
  if (asked !== '' || (method.operation !== 'sendMessage' && method.operation !== 'sendStreamingMessage')) return false;
  if (!isJsonObject(params) || !isJsonObject(params['message'])) return false;
  const parts = params['message']['parts'];
  return Array.isArray(parts) && parts.some((part) => isJsonObject(part) && typeof part['kind'] === 'string');
}

function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
