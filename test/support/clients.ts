// The official clients of both versions, as the users of one token have them.

import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory, type Client } from '@a2a-js/sdk/client';
import {
  ClientFactory as ClientFactoryV03,
  ClientFactoryOptions as ClientFactoryOptionsV03,
  JsonRpcTransportFactory as JsonRpcTransportFactoryV03,
  type Client as ClientV03,
} from 'a2a-sdk-v0.3/client';

export function connectV1(url: string, token: string): Promise<Client> {
  const transports = [new JsonRpcTransportFactory({ fetchImpl: withToken(token) })];
  return new ClientFactory(ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports })).createFromUrl(
    url,
  );
}

export function connectV03(url: string, token: string): Promise<ClientV03> {
  const transports = [new JsonRpcTransportFactoryV03({ fetchImpl: withToken(token) })];
  return new ClientFactoryV03(
    ClientFactoryOptionsV03.createFrom(ClientFactoryOptionsV03.default, { transports }),
  ).createFromUrl(url);
}

function withToken(token: string): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };
}
