import { Injectable } from '@nestjs/common';
import { LocalToken } from '../local-token.js';
import type { Client } from '../request/client.js';
import { normalizeAddress } from '../request/network-address.js';
import { onlyValue, type RequestDescription } from '../request/request-description.js';
import { type Authentication, Authenticator } from './authenticator.js';

/** The owner, by a program of theirs on this machine. */
export const LOCAL_TOKEN_PRINCIPAL_ID = 'local-token';

const BEARER = /^bearer +(\S+) *$/i;

/** `Authorization: Bearer` with the token of the owner's own programs. It proves nothing from elsewhere: it was made for this machine. */
@Injectable()
export class LocalTokenAuthenticator extends Authenticator {
  constructor(private readonly token: LocalToken) {
    super();
  }

  override authenticate(request: RequestDescription, client: Client): Authentication {
    const presented = BEARER.exec(onlyValue(request, 'authorization') ?? '')?.[1];
    if (presented === undefined || !isOnThisMachine(request, client) || !this.token.is(presented)) return { outcome: 'absent' };
    const address = client.address === undefined ? {} : { address: client.address };
    return { outcome: 'accepted', principal: { role: 'local', id: LOCAL_TOKEN_PRINCIPAL_ID, scopes: [], ...address } };
  }
}

/** A server that listens on an outward address is called from that very address by its own machine. */
function isOnThisMachine(request: RequestDescription, client: Client): boolean {
  if (client.isLocal) return true;
  const peer = request.peerAddress === undefined ? undefined : normalizeAddress(request.peerAddress);
  const own = request.localAddress === undefined ? undefined : normalizeAddress(request.localAddress);
  return peer !== undefined && peer === own && client.address === peer;
}
