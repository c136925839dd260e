import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../principal.js';
import type { RequestDescription } from '../request/request-description.js';
import { RequestGate } from '../request/request-gate.js';
import type { Authenticator } from './authenticator.js';

/** The authenticators in the order in which they are asked. A new way of signing in is one more entry. */
export const AUTHENTICATORS = Symbol('AUTHENTICATORS');

/** Who is behind a request, as far as can be known. */
export interface CallerIdentity {
  /** Absent: a stranger. */
  principal?: Principal;
  /** Names the session that they came in with; absent for every other way. */
  session?: string;
  /** Normalized address of the client; undefined where it cannot be known. */
  address?: string;
  /** Why the credentials that were presented do not count. */
  reason?: string;
}

/** Finds out who is calling: for the HTTP server and the WebSocket handshake alike. */
@Injectable()
export class CallerService {
  constructor(
    private readonly gate: RequestGate,
    @Inject(AUTHENTICATORS) private readonly authenticators: readonly Authenticator[],
  ) {}

  /** Never rejects because of the request: whoever cannot be identified is a stranger. */
  async identify(request: RequestDescription): Promise<CallerIdentity> {
    const client = this.gate.clientOf(request);
    const caller: CallerIdentity = client.address === undefined ? {} : { address: client.address };
    for (const authenticator of this.authenticators) {
      const authentication = await authenticator.authenticate(request, client);
      if (authentication.outcome === 'accepted') {
        const { principal, session } = authentication;
        return { ...caller, principal, ...(session === undefined ? {} : { session }) };
      }
      if (authentication.outcome === 'refused') return { ...caller, reason: authentication.reason };
    }
    return caller;
  }
}
