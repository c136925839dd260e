import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { packageVersion } from '../../common/package-root.js';
import { ChannelRegistry } from '../../delivery/channel-registry.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { HEALTH_INTERVAL_MS } from '../limits.js';
import type { HealthSummary } from '../protocol/schemas/health.js';

/** The one agent. */
export const AGENT_ID = 'main';

/** How the server is, looked at no more than once a minute unless somebody wants it anew. */
@Injectable()
export class HealthMonitor {
  private summary?: HealthSummary;
  private looking?: Promise<HealthSummary>;

  constructor(
    private readonly sessions: SessionsService,
    private readonly channels: ChannelRegistry,
    private readonly clock: Clock,
  ) {}

  /** Milliseconds since the server was started. */
  get uptimeMs(): number {
    return Math.round(process.uptime() * 1000);
  }

  /** What was seen last, if that is not too long ago; else it looks. */
  async current(): Promise<HealthSummary> {
    const { summary } = this;
    return summary !== undefined && this.now() - summary.ts < HEALTH_INTERVAL_MS ? summary : this.look();
  }

  /** Looks. Several who ask at once share one look. */
  look(): Promise<HealthSummary> {
    this.looking ??= this.examine().finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async examine(): Promise<HealthSummary> {
    const begin = this.now();
    const { count, ok } = await this.sessions.list({ limit: 1 }).then(
      ({ total }) => ({ count: total, ok: true }),
      () => ({ count: 0, ok: false }),
    );
    const channels = this.channels.list();
    this.summary = {
      ok,
      ts: begin,
      durationMs: this.now() - begin,
      version: packageVersion,
      uptimeMs: this.uptimeMs,
      channels: Object.fromEntries(channels.map(({ id, label }) => [id, { label, configured: true }])),
      channelOrder: channels.map(({ id }) => id),
      heartbeatSeconds: 0,
      defaultAgentId: AGENT_ID,
      agents: [{ agentId: AGENT_ID, isDefault: true }],
      sessions: { count },
    };
    return this.summary;
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
