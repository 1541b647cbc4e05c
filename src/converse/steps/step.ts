// What every step is: it makes a call of a message, leaves the message to the steps after it (undefined), or throws a
// `GatewayError` when the message is meant for it but wrong.

import type { Call } from '../../invoke/call.ts';
import type { Agent } from '../agent.ts';
import type { Contents } from '../contents.ts';

export type Step = (contents: Contents, agent: Agent) => Call | undefined;
