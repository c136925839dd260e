import { type BeforeApplicationShutdown, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { RunRegistry } from '../agent/run-registry.js';
import { CLOSE } from './server/close-socket.js';
import { Connections } from './server/connections.js';
import { GatewayServer } from './server/gateway-server.js';
import { Pulse } from './server/pulse.js';

/** Says goodbye: clients are told at once, hear the ends of runs, and are closed with 1012. */
@Injectable()
export class GatewayShutdown implements OnModuleDestroy, BeforeApplicationShutdown {
  constructor(
    private readonly server: GatewayServer,
    private readonly connections: Connections,
    private readonly pulse: Pulse,
    private readonly runs: RunRegistry,
  ) {}

  onModuleDestroy(): void {
    this.server.stop();
    this.pulse.stop();
    this.connections.broadcast('shutdown', { reason: 'the server is stopping' });
  }

  /**
   * Does not wait: the agent, whose turn to stop comes after this one's, ends the runs; when they have ended their last events are
   * on their way. The HTTP server waits for the sockets.
   */
  beforeApplicationShutdown(): void {
    const ended = Promise.allSettled(this.runs.active().map((run) => run.result));
    void ended.then(() => setImmediate(() => this.connections.closeAll(CLOSE.restart, 'service restart')));
  }
}
