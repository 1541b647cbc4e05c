// `GET /`: what this is and where to go on, for whoever opens the address that they were given, and for platforms that look whether an
// agent answers there.

import type { FastifyInstance } from 'fastify';
import { cardPath } from '../catalog/addresses.ts';
import type { Published } from './published.ts';
import type { SendPublished } from './send-published.ts';

export interface HomePageOptions {
  readonly published: () => Published;
  readonly send: SendPublished;
}

export function addHomePage(app: FastifyInstance, { published, send }: HomePageOptions): void {
  app.get('/', (request, reply) => {
    const current = published();
    const build = (baseUrl: string): string => JSON.stringify(toHome(current, baseUrl), undefined, 2);
    return send(request, reply, { kind: 'main', key: 'home', build });
  });
}

function toHome({ facts, catalog }: Published, baseUrl: string): Readonly<Record<string, unknown>> {
  const { name, description = '', documentationUrl } = facts;
  const count = catalog.skills.length === 1 ? 'one skill' : `${catalog.skills.length} skills`;
  return {
    name,
    ...(description === '' ? {} : { description }),
    about: `An A2A agent with ${count}. Send it "help" to see what it can do.`,
    agentCard: baseUrl + cardPath,
    a2a: `${baseUrl}/a2a`,
    skills: `${baseUrl}/skills`,
    search: `${baseUrl}/skills?q=words`,
    agents: `${baseUrl}/agents`,
    ...(documentationUrl === undefined ? {} : { documentation: documentationUrl }),
  };
}
