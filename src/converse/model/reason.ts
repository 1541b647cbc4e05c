// The word that a server has for its refusal, such as `invalid_api_key` or `model_not_found`: enough for an operator to act on. Its
// sentences are left: they may repeat the request.

import { isJsonObject, parseJson } from '../../lib/json.ts';
import { holdsSecret } from './secret-text.ts';

const word = /^[A-Za-z][A-Za-z0-9_.-]{1,47}$/;

export function readReason(body: string, key: string | undefined): { readonly reason?: string } {
  const error = parseError(body);
  const said = [error['code'], error['type']].find(
    (value) => typeof value === 'string' && word.test(value) && !holdsSecret(value, key),
  );
  return typeof said === 'string' ? { reason: said } : {};
}

function parseError(body: string): Readonly<Record<string, unknown>> {
  try {
    const value = parseJson(body);
    const error = isJsonObject(value) ? value['error'] : undefined;
    return isJsonObject(error) ? error : {};
  } catch {
    return {};
  }
}
