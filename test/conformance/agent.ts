// The agent that the kits judge: `config/tck.yaml` as it is shipped, in front of the chat service, on free ports.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import type { ConfigInput } from '../../src/config/config.ts';
import { startGateway, type RunningGateway } from '../support/gateway.ts';
import { projectRoot } from '../support/start-process.ts';
import { startTck } from '../upstreams/tck.ts';
import type { RunningUpstream } from '../upstreams/start.ts';

export interface Agent extends AsyncDisposable {
  readonly gateway: RunningGateway;
  readonly service: RunningUpstream;
}

/** `card`: the form of the card for the kit, which names no version when it asks for it. */
export async function startAgent(card: '1.0' | '0.3' | 'both', more: ConfigInput = {}): Promise<Agent> {
  const stack = new AsyncDisposableStack();
  const service = stack.use(await startTck());
  const shipped = parse(await readFile(path.join(projectRoot, 'config/tck.yaml'), 'utf8')) as ConfigInput;
  const desk = { ...shipped.targets?.['desk'], spec: 'openapi/tck.yaml', upstreams: [service.url] };
  const gateway = stack.use(
    await startGateway({
      config: {
        ...shipped,
        ...more,
        targets: { desk },
        gateway: { ...shipped.gateway, listen: { port: 0 }, card: { headerless: card } },
      },
    }),
  );
  return { gateway, service, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
