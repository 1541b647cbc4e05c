// The skills with their schemas, and a search among them; for an agent beside the root, those that it has.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Skill } from '../catalog/skill.ts';
import { findSkillsSchema, findSkillsTool } from '../converse/help/find-skills-tool.ts';
import { GatewayError } from '../errors.ts';
import { findAgent, type Published } from './published.ts';
import type { SendPublished } from './send-published.ts';
import { toFindSkillsDetails, toFoundSkills, toSkillDetails, toSkillList } from './skill-documents.ts';
import { isWhole, parseSkillQuery, selectSkills, type SkillQuery } from './skill-query.ts';

export interface SkillPagesOptions {
  readonly published: () => Published;
  readonly send: SendPublished;
}

interface OfSkill {
  readonly Params: { readonly id: string };
}

interface OfAgent {
  readonly Params: { readonly agent: string };
}

export function addSkillPages(app: FastifyInstance, { published, send }: SkillPagesOptions): void {
  app.get('/skills', (request, reply) => {
    const query = parseSkillQuery(request.query);
    const { skills } = published().catalog;
    const build = (baseUrl: string): string => writeSkills(skills, query, baseUrl);
    return send(request, reply, { kind: isWhole(query) ? 'main' : 'search', key: `skills ${keyOf(query)}`, build });
  });

  app.get<OfAgent>('/agents/:agent/skills', (request, reply) => {
    const query = parseSkillQuery(request.query);
    const { id, skills } = findAgent(published(), request.params.agent);
    const build = (baseUrl: string): string => writeSkills(skills, query, baseUrl);
    return send(request, reply, { kind: 'search', key: `skills ${keyOf(query)} ${id}`, build });
  });

  app.get<OfSkill>('/skills/:id', (request, reply) => {
    const { id } = request.params;
    if (isFindSkills(id)) return send(request, reply, { kind: 'main', key: id, build: toFindSkillsDetails });
    const skill = findSkill(id);
    const build = (baseUrl: string): string => toSkillDetails(skill, baseUrl);
    return send(request, reply, { kind: 'single', key: `skill ${skill.id}`, build });
  });

  app.get<OfSkill>('/skills/:id/input-schema', (request, reply) => {
    const { id } = request.params;
    if (isFindSkills(id)) return sendSchema(request, reply, { key: `input ${id}`, schema: () => findSkillsSchema });
    const skill = findSkill(id);
    return sendSchema(request, reply, { key: `input ${skill.id}`, schema: skill.input.schema });
  });

  app.get<OfSkill>('/skills/:id/output-schema', (request, reply) => {
    const skill = findSkill(request.params.id);
    const schema = skill.outputSchema();
    if (schema === undefined)
      throw new GatewayError('not_found', `The document does not describe what skill ${skill.id} answers.`);
    return sendSchema(request, reply, { key: `output ${skill.id}`, schema: () => schema });
  });

  interface Schema {
    readonly key: string;
    schema(): unknown;
  }

  function sendSchema(request: FastifyRequest, reply: FastifyReply, { key, schema }: Schema): FastifyReply {
    const headers = { type: 'application/schema+json; charset=utf-8' };
    return send(request, reply, { kind: 'single', key, build: () => JSON.stringify(schema()), headers });
  }

  /** True when the id means the gateway's own skill: the catalog has none of that name. */
  function isFindSkills(id: string): boolean {
    return id === findSkillsTool.id && published().catalog.find(id) === undefined;
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
}

function writeSkills(skills: readonly Skill[], query: SkillQuery, baseUrl: string): string {
  const selected = selectSkills(skills, query);
  return query.words === '' ? toSkillList(selected, baseUrl) : toFoundSkills(selected, query.words, baseUrl);
}

/** Callers choose the words: no two queries may share a key. */
function keyOf({ words, tag, limit }: SkillQuery): string {
  return JSON.stringify([words, tag, limit]);
}
