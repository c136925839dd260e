import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { WebSocketServer } from 'ws';
import { RunRegistry } from '../agent/run-registry.js';
import type { RequestDescription } from '../security/request/request-description.js';
import { FeatureBroadcast } from './broadcast/feature-broadcast.js';
import { MAX_PAYLOAD_BYTES } from './limits.js';
import { CLOSE } from './server/close-socket.js';
import { Connections } from './server/connections.js';
import { GatewayServer } from './server/gateway-server.js';
import { Pulse } from './server/pulse.js';

/** A WebSocket handshake that has passed the door. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly description: RequestDescription;
  readonly socket: Socket;
  /** What has already arrived behind the request. */
  readonly head: Buffer;
  /** Called when the client has authenticated or is gone. */
  readonly onSettled: () => void;
}

/** The gateway from its first client to its end. Nest calls no lifecycle hooks of a module that is loaded late: the door does. */
@Injectable()
export class GatewayCore {
  private readonly sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD_BYTES,
    clientTracking: false,
    perMessageDeflate: false,
  });

  constructor(
    private readonly server: GatewayServer,
    private readonly connections: Connections,
    private readonly pulse: Pulse,
    private readonly runs: RunRegistry,
    private readonly broadcast: FeatureBroadcast,
  ) {}

  /** From now on clients hear what happens. Call it once. */
  start(): void {
    this.broadcast.start();
  }

  accept({ request, description, socket, head, onSettled }: Upgrade): void {
    this.sockets.handleUpgrade(request, socket, head, (opened) => {
      this.server.accept({ socket: opened, transport: socket, request: description, onSettled });
    });
  }

  /** Tells clients that the server stops, and lets nobody in any more. */
  announceShutdown(): void {
    this.server.stop();
    this.pulse.stop();
    this.connections.broadcast('shutdown', { reason: 'the server is stopping' });
  }

  /**
   * Closes every connection as soon as no run is left and its last events are on their way. Does not wait: the agent, whose turn to
   * stop comes after the gateway's, ends the runs, and the HTTP server waits for the sockets.
   */
  closeAfterRuns(): void {
    const ended = Promise.allSettled(this.runs.active().map((run) => run.result));
    void ended.then(() => setImmediate(() => this.connections.closeAll(CLOSE.restart, 'service restart')));
  }
}
