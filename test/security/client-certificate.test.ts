// Whom the gateway claims to be. Two targets at one address, of which one shows a client certificate: the other must not act in its
// name, as a call or as a pass-through.

import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { pem } from '../upstreams/certificates.ts';

/** Answers with the name on the client's certificate. */
async function startService(): Promise<{ readonly url: string } & AsyncDisposable> {
  const tls = { cert: pem.serverCert, key: pem.serverKey, ca: pem.ca, requestCert: true, rejectUnauthorized: false };
  const server = createServer(tls, (request, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate(); // the server speaks TLS only
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ caller: subject?.CN ?? 'nobody' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

test('a target does not show the certificate of another at the same address', async () => {
  await using service = await startService();
  const target = { spec: 'test/fixtures/habits.yaml', upstreams: [service.url], passthrough: 'all' as const };
  const clientCertificate = { cert: pem.clientCert, key: pem.clientKey };
  await using gateway = await startGateway({
    config: { network: { ca: [pem.ca] }, targets: { known: { ...target, clientCertificate }, other: target } },
  });
  for (const [id, caller] of [
    ['known', 'client'],
    ['other', 'nobody'],
  ]) {
    const { body } = await gateway.call(`${id}__readEcho`, {});
    expect(body.result).toMatchObject({ message: { parts: [{ data: { caller } }] } });
    const passed = await gateway.get(`/proxy/${id}/echo`);
    expect(await passed.json()).toEqual({ caller });
  }
});
