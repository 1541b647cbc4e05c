// What agents of this gateway can do beyond answering a message: the cards declare it, the request handler keeps to it. Which of
// it is on is up to the operator. A2A 1.0 §3.3.4.

import type { Capability } from './methods.ts';

export type Capabilities = Readonly<Record<Capability, boolean>>;

export const allCapabilities: Capabilities = {
  streaming: true,
  pushNotifications: true,
  extendedAgentCard: false,
};
