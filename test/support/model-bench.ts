// A model of the conversation that asks a scripted server over the real network, about three skills made by hand. Its clock can be put
// forward; its log lines are kept.

import type { Skill } from '../../src/catalog/skill.ts';
import type { ModelConfig } from '../../src/config/build-model.ts';
import { Secret } from '../../src/config/secret.ts';
import { createModel, type Asked, type Model } from '../../src/converse/model/model.ts';
import { createNetwork } from '../../src/net/network.ts';
import type { Ticker } from '../../src/net/timer-wheel.ts';
import { createLog } from '../../src/observe/log.ts';
import { startModel, type Answer, type RunningModel } from '../upstreams/model.ts';
import { createBench, createHttpSkill } from './http-skill.ts';

export const getPet = createHttpSkill({
  id: 'getPet',
  route: 'GET /pets/{petId}',
  arguments: { petId: ['path!', { type: 'integer' }], fields: ['query', { type: 'array', items: { type: 'string' } }] },
});
const listPets = createHttpSkill({
  id: 'listPets',
  route: 'GET /pets',
  arguments: { status: ['query', { enum: ['sold', 'available'] }] },
});
const deletePet = createHttpSkill({
  id: 'deletePet',
  route: 'DELETE /pets/{petId}',
  arguments: { petId: ['path!', { type: 'integer' }] },
});
const skills: readonly Skill[] = [getPet, listPets, deletePet];
export const modelKey = 'sk-live-0123456789abcdef';

export interface ModelBench extends AsyncDisposable {
  readonly server: RunningModel;
  readonly model: Model;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  /** Codes of the failures that were logged. */
  codes(): readonly unknown[];
  /** What was chosen for a text among three skills, or asked back. */
  ask(text?: string, more?: Partial<Asked>): Promise<unknown>;
  /** Lets so much time pass at once. */
  wait(ms: number): void;
}

/** `apiKey: undefined` is a server that wants none. */
export type ModelSettings = Partial<Omit<ModelConfig, 'apiKey'>> & { readonly apiKey?: Secret | undefined };

export async function startModelBench(script: readonly Answer[], settings: ModelSettings = {}): Promise<ModelBench> {
  const { apiKey, ...config } = { apiKey: new Secret(modelKey), ...settings };
  const stack = new AsyncDisposableStack();
  const server = stack.use(await startModel(...script));
  let skipped = 0;
  const ticker: Ticker = {
    now: () => performance.now() + skipped,
    every: (ms, tick) => {
      const interval = setInterval(tick, ms);
      return () => clearInterval(interval);
    },
  };
  const network = createNetwork({ version: 'test', ticker });
  stack.defer(() => network.destroy());
  const lines: Readonly<Record<string, unknown>>[] = [];
  const { log } = createLog(
    { level: 'debug' },
    { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[0]) },
  );
  const model = createModel({
    config: {
      url: server.url,
      model: 'scripted',
      timeout: 5_000,
      budget: { requestsPerMinute: 60, tokensPerRequest: 4_000 },
      summarise: false,
      ...config,
      ...(apiKey !== undefined && { apiKey }),
    },
    network,
    check: createBench().invoker.check,
    log,
    now: () => Date.UTC(2026, 10, 30),
  });
  return {
    server,
    model,
    lines,
    codes: () => lines.filter(({ level }) => Number(level) >= 40).map(({ code }) => code),
    ask: async (text = 'show me the tenth pet', more = {}) => {
      const choice = await model.choose({ text, candidates: skills.map((skill) => ({ skill })), ...more });
      return choice?.kind === 'call' ? { call: choice.skill.id, args: choice.arguments } : choice?.text;
    },
    wait: (ms) => void (skipped += ms),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
