// The services of docker-compose.yml as Docker would start them: the Dockerfile's stage, the command, mounts, health check and what
// must be up before. Anchors and merge keys are resolved; keys that these tests do not carry out stay readable in `raw`.

import { parse } from 'yaml';

export interface Service {
  readonly name: string;
  /** The stage of the Dockerfile. */
  readonly target: string;
  readonly command: readonly string[];
  /** Host paths as they stand in the file. */
  readonly volumes: readonly { readonly source: string; readonly target: string; readonly isReadOnly: boolean }[];
  /** What the service itself says; an image may have its own. */
  readonly healthcheck: readonly string[];
  readonly dependsOn: ReadonlyMap<string, string>;
  readonly raw: Readonly<Record<string, unknown>>;
}

interface RawService {
  readonly build: { readonly target: string };
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

export function parseCompose(text: string): ReadonlyMap<string, Service> {
  const { services } = parse(text, { merge: true }) as { services: Record<string, RawService> }; // the tests look at the rest
  return new Map(Object.entries(services).map(([name, service]) => [name, toService(name, service)]));
}

function toService(name: string, service: RawService): Service {
  const [kind, ...test] = service.healthcheck?.test ?? ['CMD'];
  if (kind !== 'CMD') throw new Error(`${name}: a health check of kind ${kind} needs a shell; use CMD`);
  return {
    name,
    target: service.build.target,
    command: service.command ?? [],
    volumes: (service.volumes ?? []).map((volume) => {
      const [source = '', target = '', mode] = volume.split(':');
      return { source, target, isReadOnly: mode === 'ro' };
    }),
    healthcheck: test,
    dependsOn: new Map(Object.entries(service.depends_on ?? {}).map(([other, { condition }]) => [other, condition])),
    raw: { ...service },
  };
}

/** Every service after those that it depends on. */
export function inOrder(services: ReadonlyMap<string, Service>): readonly Service[] {
  const ordered = new Set<Service>();
  const add = (name: string, asked: readonly string[]): void => {
    const service = services.get(name);
    if (service === undefined) throw new Error(`${asked.at(-1)} depends on ${name}, which is no service`);
    if (asked.includes(name)) throw new Error(`${[...asked, name].join(' → ')} depend on each other`);
    for (const other of service.dependsOn.keys()) add(other, [...asked, name]);
    ordered.add(service);
  };
  for (const name of services.keys()) add(name, []);
  return [...ordered];
}
