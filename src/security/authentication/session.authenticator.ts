import { Injectable } from '@nestjs/common';
import type { Client } from '../request/client.js';
import { hasHeader, onlyValue, type RequestDescription } from '../request/request-description.js';
import { Protection } from '../protection.js';
import { AccessSessions } from '../sign-in/access-sessions.js';
import { type Authentication, Authenticator } from './authenticator.js';

/** Header that names a session. */
export const SESSION_HEADER = 'x-session-id';

/** The owner, who signed in with the PIN: the same whichever session it is. */
export const PIN_PRINCIPAL_ID = 'pin';

/**
 * `X-Session-ID: <32 hex>`: a session of /api/auth. Where the rules are not guarded, a client on this machine is the owner with and without one,
 * so that JarvisChat's clients work there, which know no life without a session.
 */
@Injectable()
export class SessionAuthenticator extends Authenticator {
  constructor(
    private readonly sessions: AccessSessions,
    private readonly protection: Protection,
  ) {
    super();
  }

  override authenticate(request: RequestDescription, client: Client): Authentication {
    if (!hasHeader(request, SESSION_HEADER) || !this.protection.isGuarded) return { outcome: 'absent' };
    const session = this.sessions.use(onlyValue(request, SESSION_HEADER) ?? '', client.address);
    if (session === undefined) return { outcome: 'refused', reason: 'The session has ended.' };
    const address = client.address === undefined ? {} : { address: client.address };
    const id = session.role === 'admin' ? PIN_PRINCIPAL_ID : `guest-${session.handle}`;
    return { outcome: 'accepted', principal: { role: session.role, id, scopes: [], ...address }, session: session.handle };
  }
}
