import { Injectable } from '@nestjs/common';
import { RunRegistry } from '../../agent/run-registry.js';
import { packageVersion } from '../../common/package-root.js';
import { ConfigService } from '../../config/config.service.js';
import { ChannelRegistry } from '../../delivery/channel-registry.js';
import { WakeQueue } from '../../schedule/wake-queue.js';
import { STATUS_SESSION_ROWS } from '../limits.js';
import type { StatusResult } from '../protocol/schemas/health.js';
import type { HandlersOf } from '../served-methods.js';
import { Connections } from '../server/connections.js';
import { HealthMonitor } from '../server/health-monitor.js';
import { SessionsMethods } from './sessions.methods.js';

/** health and status. */
@Injectable()
export class HealthMethods {
  readonly handlers: HandlersOf<'health' | 'status'> = {
    health: ({ probe }) => (probe === true ? this.health.look() : this.health.current()),
    status: () => this.status(),
  };

  constructor(
    private readonly health: HealthMonitor,
    private readonly sessions: SessionsMethods,
    private readonly runs: RunRegistry,
    private readonly connections: Connections,
    private readonly wakes: WakeQueue,
    private readonly channels: ChannelRegistry,
    private readonly config: ConfigService,
  ) {}

  private async status(): Promise<StatusResult> {
    const { rows, total } = await this.sessions.rows(STATUS_SESSION_ROWS);
    const connections = this.connections.list();
    const { selectedModel, contextTokens } = this.config.settings;
    return {
      runtimeVersion: packageVersion,
      uptimeMs: this.health.uptimeMs,
      model: selectedModel,
      contextTokens: contextTokens ?? null,
      channelSummary: this.channels.list().map(({ label }) => label),
      queuedSystemEvents: [...this.wakes.list()],
      runs: this.runs.active().map(({ runId, sessionId }) => ({ runId, sessionKey: sessionId })),
      connections: {
        operators: connections.filter(({ identity }) => identity.role === 'operator').length,
        nodes: connections.filter(({ identity }) => identity.role === 'node').length,
      },
      sessions: { count: total, recent: rows },
    };
  }
}
