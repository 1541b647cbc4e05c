// What the gateway learns from the documents of its targets: each as a source of the catalog, the facts of the agent, and what of the
// configuration cannot work with them.

import type { AgentFacts } from './a2a/card.ts';
import type { CatalogSource } from './catalog/build-catalog.ts';
import type { Catalog } from './catalog/catalog.ts';
import { cutAtWord } from './catalog/describe.ts';
import type { Config, TargetConfig } from './config/build.ts';
import { findMappingMistakes } from './invoke/check-mappings.ts';
import { version } from './lib/version.ts';
import { readApiDocument } from './spec/read-document.ts';
import type { DocumentFetcher, GivenDocument } from './spec/source.ts';
import { selfOrigin } from './upstream/self.ts';

export interface Reading {
  readonly config: Config;
  readonly fetcher: DocumentFetcher;
  readonly document: GivenDocument | undefined;
}

/** A document that cannot be read is a failure of its target alone. */
export async function readTarget(
  target: TargetConfig,
  { config, fetcher, document: given }: Reading,
): Promise<CatalogSource> {
  const { id, upstreams, refRoot, skills, self } = target;
  // The servers of a given document may be relative to the server itself.
  const source = given === undefined ? target.spec : `${self ? selfOrigin : 'memory:'}/openapi.json`;
  const hasPrefix =
    config.gateway.prefix === 'always' || (config.gateway.prefix === 'auto' && config.targets.length > 1);
  try {
    const document = await readApiDocument(source, {
      fetcher,
      ...(refRoot === undefined ? {} : { refRoot }),
      ...(given === undefined ? {} : { document: given }),
    });
    return {
      id,
      source,
      document,
      hasUpstreams: self || upstreams.length > 0,
      prefix: hasPrefix ? `${id}__` : '',
      ...skills,
    };
  } catch (error) {
    return { id, source, failure: error instanceof Error ? error.message : String(error) };
  }
}

const maxDescription = 1024;

/** What the card says of the agent as a whole: the configuration's word, else that of the documents. */
export function toAgentFacts({ gateway }: Config, sources: readonly CatalogSource[]): AgentFacts {
  const documents = sources.flatMap((source) => ('failure' in source ? [] : [source.document]));
  const only = documents.length === 1 ? documents[0] : undefined;
  const titles = documents.map(({ title }) => title).filter((title) => title !== '');
  const description =
    gateway.description ?? only?.description ?? (titles.length === 0 ? '' : `Skills of ${titles.join(', ')}.`);
  return {
    name: gateway.name ?? only?.title ?? 'Skillgate',
    description: cutAtWord(description, maxDescription),
    version: gateway.version ?? only?.apiVersion ?? version,
    ...(gateway.documentationUrl === undefined ? {} : { documentationUrl: gateway.documentationUrl }),
    ...(gateway.provider === undefined ? {} : { provider: gateway.provider }),
  };
}

/** What of the configuration cannot work with these documents, in sentences for the start. */
export function findConfigWarnings({ gateway }: Config, catalog: Catalog): readonly string[] {
  const { defaultSkill } = gateway;
  const isMissing = defaultSkill !== undefined && catalog.find(defaultSkill) === undefined;
  return [
    ...(isMissing ? [`gateway.defaultSkill names "${defaultSkill}", and there is no such skill`] : []),
    ...findMappingMistakes(catalog.skills),
  ];
}
