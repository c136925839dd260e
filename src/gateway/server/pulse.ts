import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { HEALTH_INTERVAL_MS } from '../limits.js';
import { CLOSE } from './close-socket.js';
import type { Connection } from './connection.js';
import { Connections } from './connections.js';
import { GATEWAY_OPTIONS_TOKEN, type GatewayOptions } from './gateway-options.js';
import { HealthMonitor } from './health-monitor.js';
import { StateVersions } from './state-versions.js';

/**
 * What happens by itself while clients are connected: ticks, WebSocket pings that find dead peers and credentials that ended, and a
 * look at the server's health once a minute. With nobody connected it does nothing.
 */
@Injectable()
export class Pulse {
  private stopping = new AbortController();
  private isBeating = false;

  constructor(
    private readonly connections: Connections,
    private readonly health: HealthMonitor,
    private readonly versions: StateVersions,
    private readonly clock: Clock,
    @Inject(GATEWAY_OPTIONS_TOKEN) private readonly options: GatewayOptions,
  ) {
    connections.onChange(() => this.follow());
  }

  stop(): void {
    this.stopping.abort();
    this.isBeating = false;
  }

  private follow(): void {
    const isNeeded = this.connections.list().length > 0;
    if (isNeeded === this.isBeating) return;
    if (!isNeeded) {
      this.stop();
      return;
    }
    this.isBeating = true;
    this.stopping = new AbortController();
    const { tickIntervalMs, pingIntervalMs } = this.options;
    this.every(tickIntervalMs, () => this.tick());
    this.every(pingIntervalMs, () => this.connections.list().forEach((connection) => void this.ping(connection)));
    this.every(HEALTH_INTERVAL_MS, () => void this.look());
  }

  private every(intervalMs: number, action: () => void): void {
    const { signal } = this.stopping;
    const beat = async (): Promise<void> => {
      for (;;) {
        await this.clock.sleep(intervalMs, signal);
        action();
      }
    };
    // Ends by the signal alone.
    beat().catch(() => undefined);
  }

  private tick(): void {
    this.connections.broadcast('tick', { ts: this.clock.now().getTime() }, { droppable: true, merge: { group: 'tick', key: 'tick' } });
  }

  private async ping(connection: Connection): Promise<void> {
    if (!connection.isAlive) connection.terminate();
    else if (await connection.identity.isStillValid().catch(() => false)) connection.ping();
    else connection.close(CLOSE.policy, 'the credentials no longer hold');
  }

  private async look(): Promise<void> {
    const summary = await this.health.look();
    const stateVersion = this.versions.next('health');
    this.connections.broadcast('health', summary, { stateVersion, droppable: true, merge: { group: 'health', key: 'health' } });
  }
}
