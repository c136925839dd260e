import { Injectable } from '@nestjs/common';
import { TooManyRequestsError } from '../../common/domain-error.js';
import { SecurityAudit } from '../audit/security-audit.js';
import { AuthenticationRequiredError } from '../errors.js';
import { type Principal } from '../principal.js';
import { Protection } from '../protection.js';
import { AccessSessions, type SessionRole } from './access-sessions.js';
import { OwnerPin } from './owner-pin.js';

/** A session that was begun. */
export interface BegunSession {
  readonly id: string;
  readonly role: SessionRole;
}

/** Who asks to be let in. */
export interface SignInClient {
  readonly address?: string;
  /** Who they are already. */
  readonly principal?: Principal;
}

/** Begins and ends sessions, and says so in the audit log. */
@Injectable()
export class SignInService {
  constructor(
    private readonly sessions: AccessSessions,
    private readonly pin: OwnerPin,
    private readonly protection: Protection,
    private readonly audit: SecurityAudit,
  ) {}

  /**
   * A guest's session. Throws AuthenticationRequiredError for a client from elsewhere of a server that is for this machine alone, and for one
   * whose address cannot be known.
   */
  beginGuest({ address, principal }: SignInClient): BegunSession {
    const isAdmitted = address !== undefined && (this.protection.isGuarded || principal !== undefined);
    if (!isAdmitted) throw new AuthenticationRequiredError('This server takes no guests: no PIN is set. `jarvis pin set` sets one.');
    void this.audit.record({ event: 'guest_session', outcome: 'success', address, role: 'guest' });
    return { id: this.sessions.begin('guest', address), role: 'guest' };
  }

  /** The owner's session. Throws AuthenticationRequiredError for a wrong PIN, TooManyRequestsError for a client that is locked out. */
  async login(pin: string, { address }: SignInClient): Promise<BegunSession> {
    const isRight = await this.check(pin, address);
    if (!isRight || address === undefined) {
      void this.audit.record({ event: 'admin_login', outcome: 'failed', address });
      throw new AuthenticationRequiredError(this.pin.isSet ? 'Invalid PIN' : 'No PIN is set, so nobody can sign in with one. `jarvis pin set` sets it.');
    }
    void this.audit.record({ event: 'admin_login', outcome: 'success', address, role: 'admin' });
    return { id: this.sessions.begin('admin', address), role: 'admin' };
  }

  /** Ends a session; one that does not exist is over too. */
  logout(id: string | undefined, address: string | undefined): void {
    const ended = id === undefined ? undefined : this.sessions.end(id);
    if (ended !== undefined) void this.audit.record({ event: 'logout', outcome: 'success', address, role: ended.role });
  }

  private async check(pin: string, address: string | undefined): Promise<boolean> {
    try {
      return await this.pin.check(pin, address);
    } catch (error) {
      if (error instanceof TooManyRequestsError) void this.audit.record({ event: 'admin_login', outcome: 'locked', address });
      throw error;
    }
  }
}
