// The gateway as `skillgate serve` builds it, with its defaults: validation on, well-formedness check on, deadline, breaker and
// one log line per call. Arguments: the upstream's URL, the file of the document.

import type { AddressInfo } from 'node:net';
import { parseConfig } from '../../src/config/config.ts';
import { createGateway } from '../../src/gateway.ts';
import { createLog } from '../../src/observe/log.ts';
import { createServer } from '../../src/server.ts';
import { reportTo } from './child.ts';
import { openDevNull } from './dev-null.ts';
import { forwardHeaders } from './load.ts';

