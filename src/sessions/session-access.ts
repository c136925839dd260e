import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../common/domain-error.js';
import { ConfigService } from '../config/config.service.js';
import type { Principal } from '../security/principal.js';
import type { OpenSession } from './session.js';
import { SESSION_ID_PATTERN } from './session-id.js';
import { SessionsService } from './sessions.service.js';

/**
 * Whose a session is: a guest reads and goes on with the sessions that they began, or with all where the setting `guestReads` is `all`. The owner's
 * keys are the owner's own affair (docs/decisions/0016-guests.md).
 */
@Injectable()
export class SessionAccess {
  constructor(
    private readonly sessions: SessionsService,
    private readonly config: ConfigService,
  ) {}

  /** Whether the caller may see and use a session that `owner` began (absent: the owner). */
  mayUse(owner: string | undefined, principal: Principal): boolean {
    return this.seesAll(principal) || owner === principal.id;
  }

  /** Whether no session is closed to the caller. */
  seesAll(principal: Principal): boolean {
    return principal.role !== 'guest' || this.config.settings.guestReads === 'all';
  }

  /** Throws NotFoundError where the session exists and is closed to the caller: what they may not see is not there. */
  async assertMayUse(sessionId: string, principal: Principal): Promise<void> {
    if (this.seesAll(principal) || !SESSION_ID_PATTERN.test(sessionId)) return;
    const transcript = await this.sessions.read(sessionId);
    if (transcript !== undefined && !this.mayUse(transcript.metadata.owner, principal)) throw noSuchConversation();
  }

  /** The same for a session that is held open; one that holds nothing yet is everybody's to begin. */
  assertMayGoOn({ messages, metadata }: OpenSession, principal: Principal): void {
    if (messages.length > 0 && !this.mayUse(metadata.owner, principal)) throw noSuchConversation();
  }
}

function noSuchConversation(): NotFoundError {
  return new NotFoundError('There is no such conversation.', { field: 'sessionId' });
}
