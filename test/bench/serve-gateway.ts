// The gateway as `skillgate serve` builds it, with its defaults: validation, well-formedness check, deadline, breaker and one
// log line per call are on. Arguments: the upstream's URL and the file of the document.

import type { AddressInfo } from 'node:net';
import { buildConfig } from '../../src/config/config.ts';
import { createGateway } from '../../src/gateway.ts';
import { createLog, openLog } from '../../src/observe/log.ts';
import { createServer } from '../../src/server.ts';
import { reportTo } from './child.ts';
import { forwardHeaders } from './load.ts';

const [upstream = '', spec = ''] = process.argv.slice(2);
const { log } = createLog({ level: 'info' }, openLog('/dev/null'));
const config = buildConfig({ targets: { bench: { spec, upstreams: [upstream], forwardHeaders } } }, {});
const gateway = await createGateway({ config, log });
const server = await createServer(gateway, log);
await server.listen({ host: '127.0.0.1', port: 0 });
reportTo(process, (server.server.address() as AddressInfo).port);
