// Where callers learn about the agent: the card at its well-known addresses, and the skills with their schemas. All are GET (and
// HEAD), with ETag and Last-Modified. A2A 1.0 §8.2, §8.6; RFC 8615.

import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { AgentCards, CardShape } from '../a2a/card.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Skill } from '../catalog/skill.ts';
import { GatewayError } from '../errors.ts';
import { sendDocument, type DocumentHeaders } from './conditional-reply.ts';
import { createDocumentCache } from './document-cache.ts';
import { sendPlainError } from './plain-error.ts';
import type { PublicUrl } from './public-url.ts';
import { readVersion } from './request-context.ts';
import { toSkillDetails, toSkillList } from './skill-documents.ts';

/** What is published at one time; a reload replaces it as a whole. */
export interface Published {
  readonly catalog: Catalog;
  readonly cards: AgentCards;
  readonly builtAt: Date;
}

export interface DiscoveryOptions {
  readonly published: () => Published;
  readonly publicUrl: PublicUrl;
  /** The card's shape for requests that name no protocol version, or one that we do not speak. */
  readonly headerless: CardShape;
  /** Seconds that answers may be cached. */
  readonly maxAge: number;
}

/**
 * @example
 * await app.register(discovery, { published: () => current, publicUrl: createPublicUrl(config.gateway), headerless: 'both', maxAge: 300 });
 */
export const discovery: FastifyPluginCallback<DiscoveryOptions> = (
  app,
  { published, publicUrl, headerless, maxAge },
  done,
) => {
  const cache = createDocumentCache();
  const cacheControl = `${publicUrl.fixed ? 'public' : 'private'}, max-age=${Math.floor(maxAge)}`;

  interface Answer {
    readonly key: string;
    readonly build: (baseUrl: string) => string;
    readonly headers?: Partial<DocumentHeaders>;
  }

  function send(request: FastifyRequest, reply: FastifyReply, { key, build, headers }: Answer): FastifyReply {
    const source = published();
    const baseUrl = publicUrl.of(request);
    const rendered = cache.get(source, `${key} ${baseUrl}`, () => build(baseUrl));
    return sendDocument(request, reply, {
      ...rendered,
      type: 'application/json; charset=utf-8',
      lastModified: source.builtAt,
      cacheControl,
      ...headers,
    });
  }

  function findSkill(id: string): Skill {
    const { catalog } = published();
    const skill = catalog.find(id);
    if (skill !== undefined) return skill;
    const suggestions = catalog.suggest(id, 5).map((suggested) => suggested.id);
    const hint = suggestions.length === 0 ? 'GET /skills lists all.' : `Did you mean ${suggestions.join(', ')}?`;
    throw new GatewayError('not_found', `There is no skill ${JSON.stringify(id.slice(0, 100))}. ${hint}`, {
      metadata: { suggestions: suggestions.join(', ') },
    });
  }

  const sendCard = (request: FastifyRequest, reply: FastifyReply, unsaid: CardShape): FastifyReply => {
    const shape = shapeOf(readVersion(request)) ?? unsaid;
    const { cards } = published();
    return send(request, reply, {
      key: `card ${shape}`,
      build: (baseUrl) => cards.templates[shape].fill(baseUrl),
      headers: { vary: 'A2A-Version' },
    });
  };
  // Only clients of 0.3 and older ask at the second address; a card of 1.0 alone would tell them nothing.
  const places = new Map<string, CardShape>([
    ['/.well-known/agent-card.json', headerless],
    ['/.well-known/agent.json', headerless === '1.0' ? '0.3' : headerless],
  ]);
  for (const [url, unsaid] of places) {
    app.get(url, (request, reply) => sendCard(request, reply, unsaid));
    app.get(`${url}/`, (request, reply) => sendCard(request, reply, unsaid));
  }

  app.get('/skills', (request, reply) => {
    const { skills } = published().catalog;
    return send(request, reply, { key: 'skills', build: (baseUrl) => toSkillList(skills, baseUrl) });
  });

  app.get<{ Params: { id: string } }>('/skills/:id', (request, reply) => {
    const skill = findSkill(request.params.id);
    return send(request, reply, { key: `skill ${skill.id}`, build: (baseUrl) => toSkillDetails(skill, baseUrl) });
  });

  app.get<{ Params: { id: string } }>('/skills/:id/input-schema', (request, reply) => {
    const skill = findSkill(request.params.id);
    return send(request, reply, {
      key: `input ${skill.id}`,
      build: () => JSON.stringify(skill.input.schema()),
      headers: schemaHeaders,
    });
  });

  app.get<{ Params: { id: string } }>('/skills/:id/output-schema', (request, reply) => {
    const skill = findSkill(request.params.id);
    const schema = skill.outputSchema();
    if (schema === undefined)
      throw new GatewayError('not_found', `The document does not describe what skill ${skill.id} answers.`);
    return send(request, reply, {
      key: `output ${skill.id}`,
      build: () => JSON.stringify(schema),
      headers: schemaHeaders,
    });
  });

  app.setErrorHandler((thrown, request, reply) => sendPlainError(request, reply, thrown));
  done();
};

const schemaHeaders = { type: 'application/schema+json; charset=utf-8' };

function shapeOf(version: string): CardShape | undefined {
  const [, minor] = /^\s*(\d+\.\d+)(?:\.\d+)?\s*$/.exec(version) ?? [];
  return minor === '1.0' || minor === '0.3' ? minor : undefined;
}
