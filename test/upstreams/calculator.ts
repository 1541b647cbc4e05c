// The calculator of the demo: `POST /api/v1/calculate` as `openapi/calculator.yaml` describes it. Knows nothing of agents.

import { parseJsonObject, Refusal, runUpstream, startUpstream } from './start.ts';
import type { RecordedRequest, Reply, RunningUpstream } from './start.ts';

const operations: ReadonlyMap<unknown, (left: number, right: number) => number> = new Map([
  ['add', (left: number, right: number) => left + right],
  ['subtract', (left: number, right: number) => left - right],
  ['multiply', (left: number, right: number) => left * right],
  ['divide', divide],
]);

export function startCalculator(port = 0, host?: string): Promise<RunningUpstream> {
  return startUpstream(serve, port, host);
}

function serve(request: RecordedRequest, url: URL): Reply {
  if (url.pathname !== '/api/v1/calculate') throw new Refusal(404, 'There is nothing here');
  if (request.method !== 'POST') throw new Refusal(405, 'Use POST');
  const { operation, operands, ...others } = parseJsonObject(request);
  const apply = operations.get(operation);
  if (!apply) throw new Refusal(400, `operation must be one of ${[...operations.keys()].join(', ')}`);
  if (!isNumbers(operands)) throw new Refusal(400, 'operands must be a list of at least one number');
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Refusal(400, `There is no field ${unknown}`);
  const result = operands.reduce(apply);
  if (!Number.isFinite(result)) throw new Refusal(422, 'The result is too large');
  return { status: 200, json: { result } };
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number');
}

function divide(left: number, right: number): number {
  if (right === 0) throw new Refusal(422, 'Division by zero');
  return left / right;
}

if (import.meta.main) await runUpstream('calculator', startCalculator);
