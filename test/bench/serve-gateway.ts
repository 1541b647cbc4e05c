// The gateway as `skillgate serve` builds it, with its defaults: validation, well-formedness check, deadline, breaker and one
// log line per call are on. Arguments: the upstream's URL, the file of the document, and for a gateway that answers with tasks
// its store. Tasks are kept for seconds only, so that what is measured holds for as long as one likes: each second as many tasks
// end as begin.

import type { AddressInfo } from 'node:net';
import { buildConfig } from '../../src/config/config.ts';
import { createGateway } from '../../src/gateway.ts';
import { createLog, openLog } from '../../src/observe/log.ts';
import { createServer } from '../../src/server.ts';
import { reportTo } from './child.ts';
import { forwardHeaders } from './load.ts';

const [upstream = '', spec = '', store] = process.argv.slice(2);
const { log } = createLog({ level: 'info' }, openLog('/dev/null'));
const target = { spec, upstreams: [upstream], forwardHeaders };
const config = buildConfig(
  store === undefined
    ? { targets: { bench: target } }
    : { targets: { bench: { ...target, reply: 'task' } }, tasks: { store, retention: '5s' } },
  {},
);
const gateway = await createGateway({ config, log });
const server = await createServer(gateway, log);
await server.listen({ host: '127.0.0.1', port: 0 });
reportTo(process, (server.server.address() as AddressInfo).port);
