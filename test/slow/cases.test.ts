// Small documents that broke other products, each with the right answer. What cannot be done yet must be left out by a reason
// code, never half done.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.ts';
import {
  casesFolder,
  readCase,
  runCase,
  type CaseRun,
  type ExpectedRequest,
  type ExpectedSkills,
} from '../support/case.ts';

/** Cases whose operation is left out for now, by number, with the reason code. */
const leftOut: ReadonlyMap<string, string> = new Map([
  ['66', 'body_unsupported'],
  ['69', 'body_unsupported'],
  ['70', 'body_unsupported'],
  ['73', 'body_unsupported'],
]);

const folders = existsSync(casesFolder) ? readdirSync(casesFolder).filter((name) => /^\d\d-/.test(name)) : [];

describe.skipIf(folders.length === 0)('cases of OpenAPI documents', () => {
  for (const folder of folders) {
    const number = folder.slice(0, 2);
    for (const spread of [false, true]) {
      it(`${folder}, ${spread ? 'body fields beside the parameters' : 'body as a whole'}`, async () => {
        const given = readCase(path.join(casesFolder, folder));
        const run = await runCase(path.join(casesFolder, folder), given, spread);
        if (given.expect.skills !== undefined && run.catalog !== undefined)
          checkSkills(run.catalog, given.expect.skills);
        const reason = leftOut.get(number);
        if (reason !== undefined) {
          expect(run.catalog?.targets[0]?.operations.map((operation) => operation.leftOut?.reason)).toContain(reason);
          return;
        }
        if (given.expect.noOtherRequests === true)
          expect(run.fetched.filter((url) => !url.includes('169.254.169.254'))).toEqual([]);
        if (given.expect.maxMillis !== undefined) expect(run.millis).toBeLessThan(given.expect.maxMillis);
        if (run.error !== undefined && given.acceptAlso?.includes(run.error.kind) === true) return;
        if (
          given.expect.error === undefined ||
          (given.acceptAlso?.includes('request') === true && run.error === undefined)
        ) {
          expect(run.error).toBeUndefined();
        } else {
          expect(run.error?.kind).toBe(given.expect.error.split(':')[0]);
          for (const word of given.expect.mentions ?? []) expect(run.error?.message).toContain(word);
        }
        if (given.expect.requestCount !== undefined) expect(run.requests).toHaveLength(given.expect.requestCount);
        if (given.expect.request !== undefined) checkRequest(run, given.expect.request);
        if (run.error?.kind === 'invalid_input') expect(run.requests).toEqual([]);
        if (given.expect.result !== undefined) checkResult(run, given.expect.result);
      });
    }
  }
});

function checkRequest({ requests }: CaseRun, expected: ExpectedRequest): void {
  const [request] = requests;
  expect(request?.method).toBe(expected.method);
  expect([expected.path, ...(expected.acceptPaths ?? [])].map(sortQuery)).toContain(sortQuery(request?.path ?? ''));
  if (expected.origin !== undefined) expect(request?.origin).toBe(expected.origin);
  for (const [name, wanted] of Object.entries(expected.headers ?? {}))
    checkHeader(name, name === 'host' ? new URL(request?.origin ?? '').host : request?.headers[name], wanted);
  if (Object.hasOwn(expected, 'body'))
    checkBody(request?.body ?? Buffer.alloc(0), request?.headers['content-type'] ?? '', [
      expected.body,
      ...(expected.acceptBodies ?? []),
    ]);
}

/** The order of different names is free, the order within one name is not. */
function sortQuery(url: string): string {
  const [place = '', query = ''] = url.split('?');
  const pairs = query.split('&').filter((pair) => pair !== '');
  return `${place}?${pairs.toSorted((a, b) => (a.split('=')[0] ?? '').localeCompare(b.split('=')[0] ?? '')).join('&')}`;
}

function checkHeader(name: string, found: unknown, wanted: unknown): void {
  if (wanted === null) expect(found, name).toBeUndefined();
  else if (typeof wanted === 'object') {
    const { $startsWith, $contains } = wanted as { $startsWith?: string; $contains?: string[] };
    if ($startsWith !== undefined)
      expect(String(found).startsWith($startsWith), `${name}: ${String(found)}`).toBe(true);
    for (const word of $contains ?? []) expect(found, name).toContain(word);
  } else expect(found, name).toBe(wanted);
}

function checkBody(found: Buffer, contentType: string, accepted: readonly unknown[]): void {
  const [wanted] = accepted;
  if (wanted === null) expect(found.length).toBe(0);
  else if (typeof wanted === 'object' && wanted !== null && '$bytes' in wanted)
    expect(found.toString('base64')).toBe(wanted.$bytes);
  else if (contentType.includes('json')) expect(JSON.parse(found.toString())).toEqual(wanted);
  else expect(accepted).toContain(found.toString());
}

function checkResult(
  { outcome }: CaseRun,
  expected: NonNullable<ReturnType<typeof readCase>['expect']['result']>,
): void {
  expect(outcome).toMatchObject({ kind: expected.ok ? 'success' : 'problem', status: expected.status });
  const content = outcome !== undefined && 'content' in outcome ? outcome.content : undefined;
  if (expected.json !== undefined) expect(content?.kind === 'json' && JSON.parse(content.text)).toEqual(expected.json);
  if (expected.textContains !== undefined)
    expect(content !== undefined && 'text' in content && content.text).toContain(expected.textContains);
  if (expected.base64 !== undefined)
    expect(content?.kind === 'bytes' && content.bytes.toString('base64')).toBe(expected.base64);
  if (expected.mediaType !== undefined) expect(content).toMatchObject({ mediaType: expected.mediaType });
  if (expected.body === null) expect(content?.kind).toBe('empty');
}

function checkSkills({ skills }: Catalog, expected: ExpectedSkills): void {
  if (expected.count !== undefined) expect(skills).toHaveLength(expected.count);
  if (expected.uniqueNames === true) expect(new Set(skills.map(({ id }) => id)).size).toBe(skills.length);
  for (const skill of skills) {
    if (expected.namePattern !== undefined) expect(skill.id).toMatch(new RegExp(expected.namePattern));
    if (expected.nameMaxLength !== undefined) expect(skill.id.length).toBeLessThanOrEqual(expected.nameMaxLength);
    if (expected.descriptionMaxLength !== undefined)
      expect(skill.description.length).toBeLessThanOrEqual(expected.descriptionMaxLength);
    if (expected.arguments !== undefined)
      expect(skill.input.arguments.map(({ key }) => key)).toEqual(expected.arguments);
    const { schema } = skill.input;
    if (expected.argumentKeyPattern !== undefined) {
      for (const key of Object.keys((schema() as { properties: object }).properties))
        expect(key).toMatch(new RegExp(expected.argumentKeyPattern));
    }
    if (expected.everyArrayHasItems === true)
      everyObject(schema(), (node) => expect(node['type'] === 'array' && node['items'] === undefined).toBe(false));
    for (const keyword of expected.noKeywords ?? [])
      everyObject(schema(), (node) => expect(Object.keys(node)).not.toContain(keyword));
    if (expected.inputSchemaTopLevel !== undefined) {
      expect(schema()).toMatchObject({ type: expected.inputSchemaTopLevel.type });
      for (const keyword of expected.inputSchemaTopLevel.without) expect(schema()).not.toHaveProperty(keyword);
    }
  }
}

function everyObject(value: unknown, check: (node: Record<string, unknown>) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) check(value as Record<string, unknown>);
  for (const item of Object.values(value)) everyObject(item, check);
}
