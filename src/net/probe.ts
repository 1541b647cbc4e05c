// Is anything there? A TCP connection that is closed again at once: cheap, and nothing shows in the other side's request log.
// Through a proxy a connection says nothing about the origin, so there a HEAD is sent, and the proxy's 502, 503 and 504 mean no.

import { connect } from 'node:net';
import type { EgressGuard } from './egress.ts';
import type { Exchanger } from './exchange.ts';

export interface ProbeDeps {
  readonly network: Exchanger;
  readonly egress: Pick<EgressGuard, 'lookup' | 'assertName'>;
  readonly proxied: boolean;
}

export interface Probe {
  readonly origin: string;
  readonly guarded: boolean;
  /** Milliseconds. */
  readonly timeout: number;
}

export async function isListening(deps: ProbeDeps, probe: Probe): Promise<boolean> {
  if (deps.proxied) return answersHead(deps, probe);
  const { hostname, port, protocol } = new URL(probe.origin);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (probe.guarded && !(await isAllowed(deps, host))) return false;
  const target = { host, port: Number(port || (protocol === 'https:' ? 443 : 80)), autoSelectFamily: true };
  const socket = connect(probe.guarded ? { ...target, lookup: deps.egress.lookup } : target);
  return new Promise((resolve) => {
    const end = (listening: boolean): void => {
      deps.network.wheel.cancel(timer);
      socket.destroy();
      resolve(listening);
    };
    const timer = deps.network.wheel.after(probe.timeout, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

async function isAllowed({ egress }: ProbeDeps, host: string): Promise<boolean> {
  return egress.assertName(host).then(
    () => true,
    () => false,
  );
}

function answersHead({ network }: ProbeDeps, probe: Probe): Promise<boolean> {
  return new Promise((resolve) => {
    const running = network.exchange({
      origin: probe.origin,
      path: '/',
      method: 'HEAD',
      headers: {},
      guarded: probe.guarded,
      maxBytes: 0,
      done: (_, reply) => {
        network.wheel.cancel(timer);
        resolve(reply !== undefined && (reply.status < 502 || reply.status > 504));
      },
    });
    const timer = network.wheel.after(probe.timeout, () => running.cancel(new Error('no answer in time')));
  });
}
