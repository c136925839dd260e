import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { WebSocketServer } from 'ws';
import { answerError, answerRefused } from '../security/http/json-answer.js';
import { describeRequest } from '../security/request/request-description.js';
import { RequestGate } from '../security/request/request-gate.js';
import { MAX_PAYLOAD_BYTES } from './limits.js';
import { GATEWAY_OPTIONS_TOKEN, type GatewayOptions } from './server/gateway-options.js';
import { GatewayServer } from './server/gateway-server.js';
import { PendingSockets } from './server/pending-sockets.js';

/** Where the gateway is reached, on the port of HTTP. */
const PATHS: readonly string[] = ['/', '/gateway'];

/**
 * Takes WebSocket handshakes from the HTTP server. What can be known before there is a socket is checked here: host and origin,
 * the path, and how many sockets of the address have not authenticated yet.
 */
@Injectable()
export class GatewayUpgrade implements OnApplicationBootstrap {
  private readonly sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD_BYTES, clientTracking: false, perMessageDeflate: false });
  private readonly pending: PendingSockets;

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly gate: RequestGate,
    private readonly server: GatewayServer,
    @Inject(GATEWAY_OPTIONS_TOKEN) options: GatewayOptions,
  ) {
    this.pending = new PendingSockets(options.maxPendingPerAddress);
  }

  onApplicationBootstrap(): void {
    const http = this.adapterHost.httpAdapter.getHttpServer() as Server;
    http.on('upgrade', (request, socket, head) => this.upgrade(request, socket as Socket, head));
  }

  private upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const description = describeRequest(request);
    const refusal = this.gate.check(description);
    if (refusal !== undefined) {
      answer(request, socket, (response) => answerRefused(request, response, refusal));
      return;
    }
    const problem = problemOf(request);
    if (problem !== undefined) {
      answer(request, socket, (response) => answerError(request, response, problem.status, problem.message));
      return;
    }
    const leave = this.pending.enter(this.gate.clientOf(description).address ?? 'unknown');
    if (leave === undefined) {
      answer(request, socket, (response) => answerError(request, response, 503, 'Too many sockets of this address wait to be authenticated.'));
      return;
    }
    // Covers a handshake that the library refuses, too.
    socket.once('close', leave);
    this.sockets.handleUpgrade(request, socket, head, (opened) => {
      this.server.accept({ socket: opened, transport: socket, request: description, onSettled: leave });
    });
  }
}

function problemOf({ url = '', headers }: IncomingMessage): { status: number; message: string } | undefined {
  if (headers.upgrade?.toLowerCase() !== 'websocket') return { status: 400, message: 'This server upgrades to WebSocket alone.' };
  const [path = ''] = url.split('?');
  if (!PATHS.includes(path)) return { status: 404, message: 'There is no WebSocket at this path. The gateway is at / and at /gateway.' };
  return undefined;
}

/** Answers over HTTP on a connection that Node has taken away from its HTTP server, and ends it. */
function answer(request: IncomingMessage, socket: Socket, write: (response: ServerResponse) => void): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.destroySoon());
  write(response);
}
