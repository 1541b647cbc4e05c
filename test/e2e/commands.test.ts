// The commands that look at a catalog or make one call, through the real command line against a real service.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../support/server.ts';
import { cliEntry, startProcess } from '../support/start-process.ts';
import { startPets } from '../upstreams/pets.ts';
import type { RunningUpstream } from '../upstreams/start.ts';

interface Ran {
  readonly code: unknown;
  readonly out: string;
  readonly err: string;
}

async function run(...args: string[]): Promise<Ran> {
  await using child = startProcess({ args: [cliEntry, ...args] });
  const code = await child.exited;
  return { code, out: child.stdout(), err: child.stderr() };
}

let pets: RunningUpstream;
let folder: string;
beforeAll(async () => {
  pets = await startPets();
  folder = await mkdtemp(path.join(tmpdir(), 'skillgate-commands-'));
});
afterAll(async () => {
  await pets[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const withPets = (): string[] => ['--doc', 'openapi/pets.yaml', '--upstream', pets.url];

describe('skillgate call', () => {
  it('prints what the service answers and exits with 0', async () => {
    const { code, out } = await run('call', 'getPetById', '{"petId":1}', ...withPets());
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ id: 1 })]);
  });

  it('takes key=value words', async () => {
    const { code, out } = await run('call', 'getPetById', 'petId=1', '--json', ...withPets());
    expect([code, JSON.parse(out)]).toEqual([0, { ok: true, status: 200, content: expect.stringContaining('"id":1') }]);
  });

  it('says what the service refused and exits with 1', async () => {
    const { code, err } = await run('call', 'getPetById', '{"petId":9999}', ...withPets());
    expect(code).toBe(1);
    expect(err).toMatch(/404/);
  });

  it.each([
    ['wrong arguments', ['getPetById', '{"petId":"x"}'], /petId/],
    ['an unknown skill', ['getPat', '{}'], /no skill "getPat"\. "skillgate skills"/],
    ['a skill that is spelt wrong', ['getPetByld'], /no skill .*Did you mean .*getPetById/],
  ])('refuses %s before anything is sent', async (_name, args, message) => {
    const before = pets.requests.length;
    const { code, err } = await run('call', ...args, ...withPets());
    expect(code).toBe(1);
    expect(err).toMatch(message);
    expect(pets.requests).toHaveLength(before);
  });

  it.each([
    ['the service refused', ['getPetById', '{"petId":9999}'], { error: 'upstream_rejected', status: 404 }],
    ['does not fit', ['getPetById', '{"petId":"x"}'], { error: 'invalid_arguments' }],
    ['does not fit, dry', ['getPetById', '{"petId":"x"}', '--dry-run'], { error: 'invalid_arguments' }],
    ['is for no skill', ['getPat', '{}'], { error: 'skill_not_found' }],
    ['reached nobody', ['listPets'], { error: 'upstream_unreachable' }],
  ])('says with --json, as JSON, that a call %s', async (what, args, expected) => {
    const upstream = what === 'reached nobody' ? 'http://127.0.0.1:1' : pets.url;
    const flags = ['--json', '--doc', 'openapi/pets.yaml', '--upstream', upstream];
    const { code, out, err } = await run('call', ...args, ...flags);
    expect([code, err]).toEqual([1, '']);
    expect(JSON.parse(out)).toEqual(expect.objectContaining({ ok: false, ...expected, message: expect.any(String) }));
  });

  it.each([
    ['skills', ['nope'], 1, 'skill_not_found'],
    ['skills', ['listPets', 'getPetById'], 2, 'usage'],
    ['skills', ['--limit', '5'], 2, 'usage'],
    ['skills', ['--nope'], 2, 'usage'],
    ['call', [], 2, 'usage'],
    ['card', ['--shape', '7'], 2, 'usage'],
    ['card', ['listPets'], 2, 'usage'],
  ])('%s %j tells with --json, as JSON, what is wrong', async (command, args, code, error) => {
    const asJson = await run(command, ...args, '--json', ...withPets());
    expect([asJson.code, asJson.err]).toEqual([code, '']);
    const { message, ...rest } = JSON.parse(asJson.out) as { message: string };
    expect(rest).toEqual({ ok: false, error });
    expect(await run(command, ...args, ...withPets())).toEqual({ code, out: '', err: `skillgate: ${message}\n` });
  });

  it.each([
    ['check', ['missing.yaml', '--nope'], 2, 'usage'],
    ['init', ['missing.yaml'], 1, 'document_unreadable'],
    ['serve', ['missing.yaml', '--port', '0', '--log-level', 'silent'], 1, 'document_unreadable'],
    ['serve', ['openapi/pets.yaml', '--port', 'x'], 2, 'usage'],
  ])('%s %j does so, too', async (command, args, code, error) => {
    const asJson = await run(command, ...args, '--json');
    expect([asJson.code, asJson.err]).toEqual([code, '']);
    expect(JSON.parse(asJson.out)).toEqual({ ok: false, error, message: expect.any(String) });
  });

  it.each(['call', 'card', 'skills'])('%s speaks of its own options when they do not go together', async (command) => {
    for (const flags of [
      ['--doc', 'openapi/pets.yaml'],
      ['--upstream', pets.url],
    ]) {
      const skill = command === 'call' ? ['listPets'] : [];
      const { code, err } = await run(command, ...skill, '--config', 'config/gateway.yaml', ...flags);
      expect([code, err]).toEqual([2, expect.stringContaining(`"skillgate ${command} --help"`)]);
    }
  });

  it('shows with --dry-run what would go out and which headers would not, and sends nothing', async () => {
    const before = pets.requests.length;
    const { code, out } = await run(
      'call',
      'createPet',
      '{"name":"Rex","kind":"dog"}',
      '--dry-run',
      '--json',
      '--header',
      'X-Key: s3cret-value',
      '--caller-header',
      'Authorization: Bearer t',
      '--caller-header',
      'X-Other: 1',
      ...withPets(),
    );
    expect(code).toBe(0);
    expect(out).not.toContain('s3cret-value');
    expect(JSON.parse(out)).toMatchObject({
      skill: 'createPet',
      resolvedBy: 'typed text',
      method: 'POST',
      url: `${pets.url}/pets`,
      headers: { 'x-key': '[secret]', authorization: 'Bearer t', 'content-type': 'application/json' },
      body: '{"name":"Rex","kind":"dog"}',
      droppedHeaders: [{ name: 'x-other', reason: expect.stringContaining('forwardHeaders') }],
    });
    expect(pets.requests).toHaveLength(before);
  });

  it('exits with 2 when no skill is named', async () => {
    expect((await run('call')).code).toBe(2);
  });
});

describe('skillgate call, told to stop', () => {
  it('says so, and whether something may have happened', async () => {
    await using silent = await startServer(() => {});
    const doc = ['--doc', 'openapi/pets.yaml', '--upstream', silent.url];
    const arrived = silent.nextRequest();
    await using child = startProcess({ args: [cliEntry, 'call', 'createPet', '{"name":"Rex","kind":"dog"}', ...doc] });
    await arrived;
    expect(await child.stop('SIGINT')).toBe(1);
    expect(child.stderr()).toMatch(/^skillgate: stopped before the service answered; whether .* is unknown\n$/);
  });

  it.each([
    ['listPets', '{}', 'upstream_timeout'],
    ['createPet', '{"name":"Rex","kind":"dog"}', 'upstream_outcome_unknown'],
  ])('says so of %s as JSON with --json', async (skill, args, error) => {
    await using silent = await startServer(() => {});
    const arrived = silent.nextRequest();
    const flags = ['--json', '--doc', 'openapi/pets.yaml', '--upstream', silent.url];
    await using child = startProcess({ args: [cliEntry, 'call', skill, args, ...flags] });
    await arrived;
    expect(await child.stop('SIGINT')).toBe(1);
    expect(JSON.parse(child.stdout())).toMatchObject({ ok: false, error, message: expect.stringMatching(/^stopped/) });
  });
});

describe('skillgate skills', () => {
  it('lists the skills, one a line', async () => {
    const { code, out } = await run('skills', ...withPets());
    expect(code).toBe(0);
    expect(out.trim().split('\n')).toHaveLength(5);
    expect(out).toMatch(/^getPetById +GET \/pets\/\{petId\} /m);
  });

  it('shows one with its schemas', async () => {
    const { out } = await run('skills', 'getPetById', '--json', ...withPets());
    expect(JSON.parse(out)).toMatchObject({
      id: 'getPetById',
      inputSchema: { required: ['petId'] },
      outputSchema: expect.anything(),
    });
  });

  it('finds some by words, best first, each with a line that calls it', async () => {
    const { code, out } = await run(
      'skills',
      '--search',
      'remove an animal from the list',
      '--limit',
      '2',
      ...withPets(),
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^deletePet {2}DELETE \/pets\/\{petId\} {2}Remove a pet\n {2}deletePet \{"petId":1\}\n/);
    const json = await run('skills', '--search', 'remove an animal', '--json', ...withPets());
    expect(JSON.parse(json.out)).toMatchObject([
      { id: 'deletePet', callLine: 'deletePet {"petId":1}', score: expect.any(Number) },
    ]);
  });

  it.each([
    ['nothing is found', ['--search', 'zebra crossing'], 1, /no skill has to do with "zebra crossing"/],
    ['the limit is none', ['--search', 'pets', '--limit', '0'], 2, /--limit is "0", expected an integer from 1 to 50/],
    ['there is nothing to limit', ['--limit', '3'], 2, /--limit goes with --search/],
    ['a skill is named too', ['getPetById', '--search', 'pets'], 2, /--search is for all skills/],
  ])('says when %s', async (_name, args, code, message) => {
    const ran = await run('skills', ...args, ...withPets());
    expect([ran.code, ran.err]).toEqual([code, expect.stringMatching(message)]);
  });

  it('suggests a skill for a wrong name', async () => {
    const { code, err } = await run('skills', 'getPetByld', ...withPets());
    expect(code).toBe(1);
    expect(err).toContain('Did you mean getPetById');
  });
});

describe('skillgate card', () => {
  it.each(['1.0', '0.3', 'both'])('prints the %s card', async (shape) => {
    const { code, out } = await run('card', '--shape', shape, ...withPets());
    const card = JSON.parse(out) as Record<string, unknown>;
    expect(code).toBe(0);
    expect('supportedInterfaces' in card).toBe(shape !== '0.3');
    expect('protocolVersion' in card).toBe(shape !== '1.0');
  });
});

describe('skillgate init', () => {
  it('writes a configuration that serve takes as it is, and overwrites nothing', async () => {
    const file = path.join(folder, 'gateway.yaml');
    expect((await run('init', 'openapi/pets.yaml', 'openapi/orders.yaml', '--out', file)).code).toBe(0);
    expect(await readFile(file, 'utf8')).toMatch(/^ {2}pets:$/m);
    const listed = await run('skills', '--config', file, '--json');
    expect((JSON.parse(listed.out) as { id: string }[]).map(({ id }) => id)).toContain('pets__getPetById');
    const again = await run('init', 'openapi/pets.yaml', '--out', file);
    const shown = await run('init', 'openapi/pets.yaml', '--out', '-', '--json');
    expect(JSON.parse(shown.out)).toMatchObject({ targets: ['pets'], text: expect.stringContaining('targets:') });
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('--force')]);
  });
});
