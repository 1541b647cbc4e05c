// What agents of this gateway can do beyond answering a message: the cards declare it, the request handler keeps to it.

import type { Capability } from './methods.ts';

export const capabilities: Readonly<Record<Capability, boolean>> = {
  streaming: false,
  pushNotifications: false,
  extendedAgentCard: false,
};
