import { Injectable } from '@nestjs/common';
import { RunRegistry } from '../../agent/run-registry.js';
import { Clock } from '../../common/clock.js';
import { NotFoundError } from '../../common/domain-error.js';
import { ConfigService } from '../../config/config.service.js';
import type { SessionSummary } from '../../sessions/session.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { DEFAULT_SESSION_ROWS } from '../limits.js';
import type { SessionRow, SessionsListParams, SessionsListResult } from '../protocol/schemas/sessions.js';
import type { HandlersOf } from '../served-methods.js';

const MINUTE_MS = 60_000;

/** sessions.*: sessions as they are administered. A key is the session's id in REST. */
@Injectable()
export class SessionsMethods {
  readonly handlers: HandlersOf<'sessions.list' | 'sessions.patch' | 'sessions.delete'> = {
    'sessions.list': (params) => this.list(params),
    'sessions.patch': ({ key, label }) => this.rename(key, label),
    'sessions.delete': ({ key }) => this.delete(key),
  };

  constructor(
    private readonly sessions: SessionsService,
    private readonly runs: RunRegistry,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /** The newest sessions, as rows of the protocol. */
  async rows(limit: number): Promise<{ rows: SessionRow[]; total: number }> {
    const page = await this.sessions.list({ limit });
    return { rows: this.rowsOf(page.sessions), total: page.total };
  }

  private async list({ limit = DEFAULT_SESSION_ROWS, cursor, search, activeMinutes }: SessionsListParams): Promise<SessionsListResult> {
    const page = await this.sessions.list({ limit, ...(cursor === undefined ? {} : { cursor }), ...(search === undefined ? {} : { search }) });
    const now = this.clock.now().getTime();
    const all = this.rowsOf(page.sessions);
    const rows = activeMinutes === undefined ? all : all.filter(({ updatedAt }) => updatedAt >= now - activeMinutes * MINUTE_MS);
    // Newest first: where one is too old, so is all that follows.
    const isAtEnd = page.nextCursor === undefined || rows.length < all.length;
    const { selectedModel, contextTokens } = this.config.settings;
    return {
      ts: now,
      count: rows.length,
      total: page.total,
      defaults: { model: selectedModel, contextTokens: contextTokens ?? null },
      sessions: rows,
      ...(isAtEnd ? {} : { nextCursor: page.nextCursor }),
    };
  }

  private async rename(key: string, label: string) {
    await this.sessions.rename(key, label);
    const transcript = await this.sessions.read(key);
    return {
      ok: true,
      key,
      entry: { sessionId: key, label: transcript?.title ?? label, updatedAt: this.clock.now().getTime() },
    };
  }

  private async delete(key: string) {
    try {
      await this.sessions.delete(key);
      return { ok: true, key, deleted: true };
    } catch (error) {
      if (error instanceof NotFoundError) return { ok: true, key, deleted: false };
      throw error;
    }
  }

  private rowsOf(sessions: readonly SessionSummary[]): SessionRow[] {
    const running = new Set(this.runs.active().map(({ sessionId }) => sessionId));
    return sessions.map(({ sessionId, title, lastTs }) => ({
      key: sessionId,
      sessionId,
      kind: 'direct',
      displayName: title,
      updatedAt: Date.parse(lastTs),
      status: running.has(sessionId) ? 'running' : 'done',
    }));
  }
}
