import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { messageOf, NotFoundError } from '../common/domain-error.js';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { LOCAL_TOKEN_PRINCIPAL_ID } from '../security/authentication/local-token.authenticator.js';
import { AccessDeniedError } from '../security/errors.js';
import { isOwner, type Principal } from '../security/principal.js';
import { Protection } from '../security/protection.js';
import { ADMIN_SCOPE, TokenStore } from '../security/token-store.js';
import type { ApprovalChange, ApprovalDecision, ApprovalRequest, ApprovalResult, CommandIdentity, PendingApproval } from './approval.js';
import { ApprovalStore } from './approval-store.js';
import { APPROVAL_EXPIRES_MS, MAX_PENDING_APPROVALS } from './limits.js';
import { withVisibleCharacters } from './readable-text.js';

interface Waiting {
  approval: PendingApproval;
  identity: CommandIdentity;
  /** Ends the time in which it can expire. */
  timer: AbortController;
  resolve: (result: ApprovalResult) => void;
}

/**
 * Commands that wait for the owner's decision. A decision is for one call: its exact bytes, directory and session. It can be
 * given once; without one the call is denied after APPROVAL_EXPIRES_MS, and it is withdrawn when the run is aborted.
 */
@Injectable()
export class ApprovalsService {
  private readonly logger = new Logger('Approvals');
  private readonly waiting = new Map<string, Waiting>();
  private readonly listeners = new Set<(change: ApprovalChange) => void>();
  private readonly store: ApprovalStore;

  constructor(
    private readonly clock: Clock,
    private readonly tokens: TokenStore,
    private readonly protection: Protection,
    paths: JarvisPaths,
  ) {
    this.store = new ApprovalStore(path.join(path.dirname(paths.settingsFile), 'approvals.json'));
  }

  /** What waits now, oldest first. */
  list(): PendingApproval[] {
    return [...this.waiting.values()].map(({ approval }) => approval);
  }

  /** Hears of every request and its end; the returned function ends that. A listener must not throw. */
  onChange(listener: (change: ApprovalChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Whether the owner said "always" to exactly this. */
  isApproved(identity: CommandIdentity): Promise<boolean> {
    return this.store.has(identity);
  }

  /** Waits for the decision on one call. Never rejects. */
  async request(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalResult> {
    if (signal.aborted) return 'aborted';
    if (this.waiting.size >= MAX_PENDING_APPROVALS) return 'deny';
    const approval = this.describe(request);
    const timer = new AbortController();
    const done = new AbortController();
    const result = await new Promise<ApprovalResult>((resolve) => {
      this.waiting.set(approval.id, { approval, identity: request, timer, resolve });
      this.tell({ type: 'requested', approval });
      signal.addEventListener('abort', () => resolve('aborted'), { once: true, signal: done.signal });
      this.clock.sleep(APPROVAL_EXPIRES_MS, timer.signal).then(
        () => resolve('expired'),
        () => undefined,
      );
    });
    timer.abort();
    done.abort();
    this.waiting.delete(approval.id);
    this.tell({ type: 'resolved', approval, result });
    return result;
  }

  /**
   * Decides on a call that waits. Throws NotFoundError where none with this id waits (any more), AccessDeniedError for
   * whoever is not the owner: where an owner's token or a PIN exists, being on this machine is not enough, since the agent is too.
   */
  async decide(id: string, decision: ApprovalDecision, principal: Principal): Promise<PendingApproval> {
    this.assertMayDecide(principal);
    const waiting = this.waiting.get(id);
    if (!waiting) throw new NotFoundError('No approval with this id is waiting: it was decided, has expired, or never was.');
    // Taken out first: a second decision that arrives while this one is stored finds nothing.
    this.waiting.delete(id);
    if (decision === 'allow-always') {
      waiting.timer.abort();
      await this.store.add(waiting.identity, `${principal.role}:${principal.id}`, this.clock.now()).catch((error: unknown) => {
        this.logger.error(`An approval could not be stored and holds for this once only: ${messageOf(error)}`);
      });
    }
    waiting.resolve(decision);
    return waiting.approval;
  }

  private assertMayDecide(principal: Principal): void {
    if (!isOwner(principal)) throw new AccessDeniedError('Only the owner may decide on this.');
    const ownerHasToken = this.tokens.list().some((token) => token.scopes.includes(ADMIN_SCOPE));
    if (principal.role === 'local' && principal.id !== LOCAL_TOKEN_PRINCIPAL_ID && this.protection.isGuarded) {
      throw new AccessDeniedError('A PIN is set since, so a decision needs it: sign in again.');
    }
    if (principal.role === 'local' && ownerHasToken) {
      throw new AccessDeniedError('An access token of the owner exists, so a decision needs it: send it as "Authorization: Bearer <token>".');
    }
  }

  private describe(request: ApprovalRequest): PendingApproval {
    const now = this.clock.now();
    const { sessionId, runId, tool, command, directory } = request;
    return {
      id: randomUUID(),
      sessionId,
      runId,
      tool,
      command,
      display: withVisibleCharacters(command),
      directory,
      requestedAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + APPROVAL_EXPIRES_MS).toISOString(),
    };
  }

  private tell(change: ApprovalChange): void {
    for (const listener of this.listeners) listener(change);
  }
}
