import { pathToFileURL } from 'node:url';
import { readApiDocument } from './spec/read-document.ts';
import { buildCatalog } from './catalog/build-catalog.ts';
import { createNetwork } from './net/network.ts';
import { createInvoker } from './invoke/invoker.ts';
import { createResolver } from './converse/resolve.ts';
const network = createNetwork({ version: '0' });
const files = process.argv.slice(2);
const sources = await Promise.all(files.map(async (source, at) => ({ id: `t${at}`, source, document: await readApiDocument(source, { fetcher: network as never }), hasUpstreams: true, include: [], exclude: [], overrides: new Map(), override: new Map(), prefix: files.length > 1 ? `t${at}__` : '' })));
const catalog = buildCatalog(sources as never);
const log = { info() {}, warn() {}, error() {}, debug() {} } as never;
const policy = { headers: new Map(), forwardHeaders: [], timeout: 1000, baseUrl: 'http://x' };
const invoker = createInvoker({ upstream: { send: async () => { throw new Error('no'); } }, log, targets: new Map(sources.map((s) => [s.id, policy])) } as never);
const resolver = createResolver({ find: catalog.find, suggest: catalog.suggest, accepts: invoker.accepts });
const turn = (parts: unknown, more = {}) => ({ skills: catalog.skills, parts, metadata: {}, requestMetadata: {}, extensions: new Set<string>(), partsField: 'message.parts', ...more }) as never;
let ok = 0; const bad: string[] = [];
for (const skill of catalog.skills) for (const line of skill.examples().slice(0, 3)) {
  try { const c = resolver.resolve(turn([{ kind: 'text', text: line }])); if (c.skill !== skill) throw new Error(`got ${c.skill.id} by ${c.resolvedBy}`); ok++; } catch (e) { bad.push(`${skill.id}: ${line.slice(0,100)} => ${(e as Error).message.slice(0, 200)}`); }
  try { const c = resolver.resolve(turn([{ kind: 'text', text: skill.name }])); if (c.skill !== skill) throw new Error(`NAME got ${c.skill.id}`);} catch (e) { bad.push(`name ${skill.name}: ${(e as Error).message.slice(0, 200)}`); }
  try { const c = resolver.resolve(turn([{ kind: 'text', text: `${skill.operation.method} ${skill.operation.path.replace(/\{[^}]+\}/g, 'x1')}` }])); if (c.skill !== skill) throw new Error(`ROUTE got ${c.skill.id}`);} catch (e) { bad.push(`route ${skill.operation.method} ${skill.operation.path}: ${(e as Error).message.slice(0, 200)}`); }
}
console.log(catalog.skills.length, 'skills', ok, 'ok', bad.length, 'bad');
console.log(bad.slice(0, 8).join('\n'));
if (files.length === 3) {
  for (const t of [turn([{ kind: 'data', data: { operation: 'add', operands: [5, 3] } }]), turn([{ kind: 'data', data: { petId: 10 } }]), turn([{ kind: 'text', text: 'getPet' }]), turn([{ kind: 'text', text: 'list pets' }]), turn([{ kind: 'text', text: 'help' }]), turn([{ kind: 'data', data: {} }], { metadata: { skillId: 'getPat' } })])
    try { const c = resolver.resolve(t); console.log(c.skill.id, c.resolvedBy, JSON.stringify(c.arguments)); } catch (e) { console.log((e as Error).message); }
}
await network.close();
