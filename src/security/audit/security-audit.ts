import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { ellipsize } from '../../common/text.js';
import { MAX_AUDITED_REFUSALS, MAX_AUDIT_DETAIL_CHARACTERS, RATE_WINDOW_MS } from '../limits.js';
import { SecretRedactor } from '../secret-redactor.js';
import { AuditFile } from './audit-file.js';

/** What is noted of who came in, who was refused, and what the owner changed: the third seed's names. */
export type SecurityEventName =
  | 'guest_session'
  | 'admin_login'
  | 'logout'
  | 'ip_allowlist'
  | 'rate_limit'
  | 'origin_check'
  | 'auth_required'
  | 'admin_capability'
  | 'admin_action';

/** One such event. */
export interface SecurityEvent {
  event: SecurityEventName;
  outcome: 'success' | 'failed' | 'locked' | 'denied';
  address?: string | undefined;
  role?: string | undefined;
  /** Method and path, or whatever else says what it was about. */
  details?: string;
}

/**
 * The audit log's lines on access. Strangers cause refusals as fast as they like, so of those only some are written each minute, and then how
 * many were left out.
 */
@Injectable()
export class SecurityAudit {
  private windowStart = 0;
  private refusals = 0;

  constructor(
    private readonly file: AuditFile,
    private readonly clock: Clock,
    private readonly redactor: SecretRedactor,
  ) {}

  /** Resolves when the line is written. Never rejects. */
  async record({ event, outcome, address, role = 'none', details }: SecurityEvent): Promise<void> {
    const now = this.clock.now();
    if (outcome !== 'success' && this.isLeftOut(now)) return;
    await this.file.append({
      ts: now.toISOString(),
      event,
      outcome,
      ip: address ?? 'unknown',
      role,
      ...(details === undefined ? {} : { details: ellipsize(this.redactor.redact(details), MAX_AUDIT_DETAIL_CHARACTERS) }),
    });
  }

  private isLeftOut(now: Date): boolean {
    if (now.getTime() - this.windowStart >= RATE_WINDOW_MS) {
      const leftOut = this.refusals - MAX_AUDITED_REFUSALS;
      if (leftOut > 0) void this.file.append({ ts: now.toISOString(), event: 'refusals_left_out', count: leftOut });
      this.windowStart = now.getTime();
      this.refusals = 0;
    }
    this.refusals += 1;
    return this.refusals > MAX_AUDITED_REFUSALS;
  }
}
