// deploy/kubernetes/sidecar.yaml as the cluster reads it (YAML 1.1, one object per document): the objects by kind, and of the
// gateway's container the addresses that its probes ask and where its volumes are.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { projectRoot } from './start-process.ts';

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string | number };
}

export interface PodContainer {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
  readonly resources: { readonly requests: Record<string, string>; readonly limits: Record<string, string> };
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string; readonly readOnly: boolean }[];
}

export interface PodSpec {
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly containers: readonly PodContainer[];
  readonly volumes: readonly {
    readonly name: string;
    readonly configMap?: { readonly name: string };
    readonly secret?: { readonly secretName: string; readonly defaultMode: number };
  }[];
}

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly selector: Readonly<Record<string, unknown>>;
    readonly template?: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: PodSpec;
    };
    readonly ports?: readonly { readonly port: number; readonly targetPort: string }[];
  };
}

export interface Sidecar {
  readonly objects: ReadonlyMap<string, KubernetesObject>;
  readonly pod: PodSpec;
  readonly config: ReadonlyMap<string, string>;
  readonly secrets: ReadonlyMap<string, string>;
  readonly gateway: {
    readonly container: PodContainer;
    readonly args: readonly string[];
    readonly liveness: string;
    readonly readiness: string;
    readonly startup: string;
    mountOf(volume: string): string;
  };
}

export function readSidecar(): Sidecar {
  const documents = parseAllDocuments(readFileSync(join(projectRoot, 'deploy/kubernetes/sidecar.yaml'), 'utf8'), {
    version: '1.1',
  });
  const objects = new Map(
    [...documents].map((document) => {
      const object = document.toJS() as KubernetesObject; // the tests look at what they use of it
      return [object.kind, object];
    }),
  );
  const pod = objects.get('Deployment')?.spec?.template?.spec;
  const container = pod?.containers.find(({ name }) => name === 'gateway');
  if (pod === undefined || container === undefined)
    throw new Error('There is no Deployment with a container named gateway');
  const urlOf = (probe: Probe | undefined): string => {
    const port = container.ports?.find(({ name }) => name === probe?.httpGet.port)?.containerPort;
    if (probe === undefined || port === undefined)
      throw new Error('A probe is missing, or asks a port that the container does not name');
    return `http://127.0.0.1:${port}${probe.httpGet.path}`;
  };
  return {
    objects,
    pod,
    config: new Map(Object.entries(objects.get('ConfigMap')?.data ?? {})),
    secrets: new Map(Object.entries(objects.get('Secret')?.stringData ?? {})),
    gateway: {
      container,
      args: container.args ?? [],
      liveness: urlOf(container.livenessProbe),
      readiness: urlOf(container.readinessProbe),
      startup: urlOf(container.startupProbe),
      mountOf(volume) {
        const mount = container.volumeMounts?.find(({ name }) => name === volume);
        if (mount === undefined) throw new Error(`The gateway does not mount ${volume}`);
        return mount.mountPath;
      },
    },
  };
}
