import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost, LazyModuleLoader } from '@nestjs/core';
import { messageOf } from '../common/domain-error.js';
import { answerError, answerRefused } from '../security/http/json-answer.js';
import { describeRequest } from '../security/request/request-description.js';
import { RequestGate } from '../security/request/request-gate.js';
import type { GatewayCore } from './gateway-core.js';
import { GATEWAY_OPTIONS_TOKEN, type GatewayOptions } from './server/gateway-options.js';
import { PendingSockets } from './server/pending-sockets.js';

/** Where the gateway is reached, on the port of HTTP. */
const PATHS: readonly string[] = ['/', '/gateway'];

/**
 * The door of the gateway: takes WebSocket handshakes from the HTTP server. What can be known before there is a socket is checked
 * here: host and origin, the path, and how many sockets of the address have not authenticated yet. What is behind the door
 * is loaded with the first client.
 */
@Injectable()
export class GatewayUpgrade implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger('Gateway');
  private readonly pending: PendingSockets;
  private loading?: Promise<GatewayCore>;
  private core?: GatewayCore;
  private isStopping = false;

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly gate: RequestGate,
    private readonly loader: LazyModuleLoader,
    @Inject(GATEWAY_OPTIONS_TOKEN) options: GatewayOptions,
  ) {
    this.pending = new PendingSockets(options.maxPendingPerAddress);
  }

  onApplicationBootstrap(): void {
    const http = this.adapterHost.httpAdapter.getHttpServer() as Server;
    http.on('upgrade', (request, socket, head) => this.upgrade(request, socket as Socket, head));
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    this.core?.announceShutdown();
  }

  beforeApplicationShutdown(): void {
    this.core?.closeAfterRuns();
  }

  private upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const refuse = (status: number, message: string): void => {
      answer(request, socket, (response) => answerError(request, response, status, message));
    };
    const description = describeRequest(request);
    const refusal = this.gate.check(description);
    if (refusal !== undefined) {
      answer(request, socket, (response) => answerRefused(request, response, refusal));
      return;
    }
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      refuse(400, 'This server upgrades to WebSocket alone.');
      return;
    }
    if (!PATHS.includes((request.url ?? '').split('?')[0] ?? '')) {
      refuse(404, 'There is no WebSocket at this path. The gateway is at / and at /gateway.');
      return;
    }
    const leave = this.isStopping ? undefined : this.pending.enter(this.gate.clientOf(description).address ?? 'unknown');
    if (leave === undefined) {
      refuse(503, this.isStopping ? 'The server is stopping.' : 'Too many sockets of this address wait to be authenticated.');
      return;
    }
    // Covers a handshake that the library refuses, too.
    socket.once('close', leave);
    this.load().then(
      (core) => core.accept({ request, description, socket, head, onSettled: leave }),
      (error: unknown) => {
        this.loading = undefined;
        this.logger.error(`The gateway could not be loaded: ${messageOf(error)}`);
        refuse(500, 'The server failed to answer. The reason is in server.log.');
      },
    );
  }

  private load(): Promise<GatewayCore> {
    this.loading ??= this.loadCore();
    return this.loading;
  }

  private async loadCore(): Promise<GatewayCore> {
    const [{ GatewayCoreModule }, { GatewayCore }] = await Promise.all([import('./gateway-core.module.js'), import('./gateway-core.js')]);
    const module = await this.loader.load(() => GatewayCoreModule, { logger: false });
    const core = module.get(GatewayCore);
    core.start();
    this.core = core;
    if (this.isStopping) core.announceShutdown();
    return core;
  }
}

/** Answers over HTTP on a connection that Node has taken away from its HTTP server, and ends it. */
function answer(request: IncomingMessage, socket: Socket, write: (response: ServerResponse) => void): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.destroySoon());
  write(response);
}
