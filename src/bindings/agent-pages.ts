// The cards, of the root agent at the well-known addresses and of every other agent at the same ones below its own address, and the
// list of those agents. A2A 1.0 §8.2, §8.6; RFC 8615.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CardShape } from '../a2a/card.ts';
import { cardPath } from '../catalog/addresses.ts';
import { findAgent, type Published } from './published.ts';
import { readVersion } from './request-context.ts';
import type { SendPublished } from './send-published.ts';
import { toAgentDetails, toAgentList } from './skill-documents.ts';

export interface AgentPagesOptions {
  readonly published: () => Published;
  readonly send: SendPublished;
  /** The card's shape for requests that name no protocol version, or one that we do not speak. */
  readonly headerless: CardShape;
}

interface OfAgent {
  readonly Params: { readonly agent: string };
}

export function addAgentPages(app: FastifyInstance, { published, send, headerless }: AgentPagesOptions): void {
  const vary = { vary: 'A2A-Version' };

  // Only clients of 0.3 and older ask at the second address; a card of 1.0 alone would tell them nothing.
  const places = new Map<string, CardShape>([
    [cardPath, headerless],
    ['/.well-known/agent.json', headerless === '1.0' ? '0.3' : headerless],
  ]);
  for (const [place, unsaid] of places) {
    const sendRootCard = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      const shape = shapeOf(readVersion(request)) ?? unsaid;
      const { cards } = published();
      const build = (baseUrl: string): string => cards.templates[shape].fill(baseUrl);
      return send(request, reply, { kind: 'main', key: `card ${shape}`, build, headers: vary });
    };
    const sendCard = (request: FastifyRequest<OfAgent>, reply: FastifyReply): FastifyReply => {
      const shape = shapeOf(readVersion(request)) ?? unsaid;
      const current = published();
      const agent = findAgent(current, request.params.agent);
      const build = (baseUrl: string): string => current.cardsOf(agent).templates[shape].fill(baseUrl);
      return send(request, reply, { kind: 'single', key: `card ${shape} ${agent.id}`, build, headers: vary });
    };
    for (const url of withSlash(app, place)) {
      app.get(url, sendRootCard);
      app.get<OfAgent>(`/agents/:agent${url}`, sendCard);
    }
  }

  app.get('/agents', (request, reply) => {
    const { agents } = published();
    const build = (baseUrl: string): string => toAgentList(agents.list(), baseUrl);
    return send(request, reply, { kind: 'main', key: 'agents', build });
  });

  // Clients that take an address for a folder write the slash.
  for (const url of withSlash(app, '/agents/:agent')) {
    app.get<OfAgent>(url, (request, reply) => {
      const agent = findAgent(published(), request.params.agent);
      const build = (baseUrl: string): string => toAgentDetails(agent, baseUrl);
      return send(request, reply, { kind: 'single', key: `agent ${agent.id}`, build });
    });
  }
}

/** A server around this may take both for one already. */
function withSlash({ initialConfig }: FastifyInstance, url: string): readonly string[] {
  const { ignoreTrailingSlash, routerOptions } = initialConfig;
  return ignoreTrailingSlash === true || routerOptions?.ignoreTrailingSlash === true ? [url] : [url, `${url}/`];
}

function shapeOf(version: string): CardShape | undefined {
  const [, minor] = /^\s*(\d+\.\d+)(?:\.\d+)?\s*$/.exec(version) ?? [];
  return minor === '1.0' || minor === '0.3' ? minor : undefined;
}
