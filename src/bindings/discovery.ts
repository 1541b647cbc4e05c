// Where callers learn about the agents: the cards at their well-known addresses, the skills with their schemas and a search among them,
// and the list of agents. All are GET (and HEAD), with ETag and Last-Modified.

import type { FastifyPluginAsync } from 'fastify';
import { addAgentPages, type AgentPagesOptions } from './agent-pages.ts';
import { addHomePage } from './home-page.ts';
import { sendPlainError } from './plain-error.ts';
import { createSendPublished, type SendOptions } from './send-published.ts';
import { addSkillPages } from './skill-pages.ts';

export interface DiscoveryOptions extends SendOptions, Pick<AgentPagesOptions, 'headerless'> {
  /** Whether `/` is the gateway's; default false. */
  readonly home?: boolean;
}

/**
 * @example
 * await app.register(discovery, { published: () => current, publicUrl: createPublicUrl(config.gateway), headerless: 'both', maxAge: 300 });
 */
export const discovery: FastifyPluginAsync<DiscoveryOptions> = async (app, options) => {
  const { published, headerless, home = false } = options;
  const send = createSendPublished(options);
  addAgentPages(app, { published, send, headerless });
  addSkillPages(app, { published, send });
  if (home) addHomePage(app, { published, send });
  app.setErrorHandler((thrown, request, reply) => sendPlainError(request, reply, thrown));
};
