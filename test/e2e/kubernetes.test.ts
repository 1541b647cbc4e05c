// deploy/kubernetes/sidecar.yaml is whole: names and labels lead to each other, the configuration in it is read from where it is
// mounted, with its secret, and the probes ask the port that it listens on. test/slow/container.test.ts starts the pod.

import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { readSidecar } from '../support/manifest.ts';

describe('deploy/kubernetes/sidecar.yaml', () => {
  const { objects, pod, config, secrets, gateway } = readSidecar();
  const parsed = parseConfig(config.get('gateway.yaml') ?? '', {
    path: `${gateway.mountOf('config')}/gateway.yaml`,
    env: {},
    readFile(path) {
      const folder = gateway.mountOf('secrets');
      const secret = path.startsWith(`${folder}/`) ? secrets.get(path.slice(folder.length + 1)) : undefined;
      if (secret === undefined) throw new Error(`No secret is mounted at ${path}`);
      return secret;
    },
  });

  test('has a config map, a secret, a deployment and a service of one name', () => {
    expect([...objects.keys()]).toEqual(['ConfigMap', 'Secret', 'Deployment', 'Service']);
    expect(new Set([...objects.values()].map(({ metadata }) => metadata.name))).toEqual(new Set(['pets-agent']));
    for (const { apiVersion, kind } of objects.values())
      expect([kind, apiVersion]).toEqual([kind, kind === 'Deployment' ? 'apps/v1' : 'v1']);
  });

  test('the labels lead from the service and the deployment to the pods', () => {
    const deployment = objects.get('Deployment')?.spec;
    const labels = deployment?.template?.metadata.labels;
    expect(deployment?.selector).toEqual({ matchLabels: labels });
    expect(objects.get('Service')?.spec?.selector).toEqual(labels);
  });

  test('volumes are of config maps and secrets that exist, every mount is of a volume, read-only', () => {
    for (const { configMap, secret } of pod.volumes) {
      expect(objects.get(configMap === undefined ? 'Secret' : 'ConfigMap')?.metadata.name).toBe(
        configMap?.name ?? secret?.secretName,
      );
    }
    const mounts = pod.containers.flatMap(({ volumeMounts = [] }) => volumeMounts);
    expect(mounts.map(({ name }) => name).toSorted()).toEqual(pod.volumes.map(({ name }) => name).toSorted());
    expect(mounts.every(({ readOnly }) => readOnly)).toBe(true);
    expect(pod.volumes.find(({ secret }) => secret !== undefined)?.secret?.defaultMode).toBe(0o440);
  });

  test('the configuration is read from where it is mounted, its document and its secret are there', () => {
    expect(gateway.args).toEqual(['serve', '--config', `${gateway.mountOf('config')}/gateway.yaml`]);
    const [target] = parsed.targets;
    expect(config.has(target?.spec.slice(`${gateway.mountOf('config')}/`.length) ?? '')).toBe(true);
    expect(target?.headers['x-api-key']).toBeDefined();
  });

  test('probes, ports, the service and publicUrl name the port that is listened on', () => {
    const { port } = parsed.gateway.listen;
    const base = `http://127.0.0.1:${port}`;
    expect(gateway).toMatchObject({
      liveness: `${base}/healthz`,
      startup: `${base}/healthz`,
      readiness: `${base}/readyz`,
    });
    const service = objects.get('Service');
    const [exposed] = service?.spec?.ports ?? [];
    expect(gateway.container.ports?.find(({ name }) => name === exposed?.targetPort)?.containerPort).toBe(port);
    expect(parsed.gateway.publicUrl).toBe(`http://${service?.metadata.name}:${exposed?.port}`);
    expect(parsed.gateway.listen.host).toBe('0.0.0.0');
  });

  test('nobody is root, and nobody can write, gain privileges or use a capability', () => {
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    for (const { securityContext } of pod.containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  test('memory is bounded, and there is time for the shutdown', () => {
    for (const { resources } of pod.containers) expect(resources.limits['memory']).toMatch(/^\d+Mi$/);
    const pause = gateway.container.lifecycle.preStop.sleep.seconds;
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(pause * 1000 + parsed.gateway.shutdownTimeout);
  });
});
