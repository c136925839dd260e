import type { Socket } from 'node:net';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { WebSocket } from 'ws';
import { Clock } from '../../common/clock.js';
import { newId } from '../../common/ids.js';
import type { RequestDescription } from '../../security/request/request-description.js';
import { SecretRedactor } from '../../security/secret-redactor.js';
import { invalidRequest, unavailable } from '../gateway.error.js';
import { MAX_CONNECTIONS_PER_PRINCIPAL, MAX_PAYLOAD_BEFORE_AUTH_BYTES } from '../limits.js';
import type { HelloOk } from '../protocol/schemas/connect.js';
import { ServedMethods } from '../served-methods.js';
import { CLOSE, type CloseCode, closeSocket } from './close-socket.js';
import { Connection } from './connection.js';
import { Connections, type Resumption } from './connections.js';
import { Dispatcher, errorShape, readRequest } from './dispatcher.js';
import { EventStream } from './event-stream.js';
import { GATEWAY_OPTIONS_TOKEN, type GatewayOptions } from './gateway-options.js';
import { type Admission, Handshake, HandshakeRefusal } from './handshake.js';
import { Hello } from './hello.js';
import { outboundEvent } from './outbound-event.js';
import { Outbox } from './outbox.js';
import { limitBytes } from './limit-bytes.js';
import { SocketIntake } from './socket-intake.js';

/** A WebSocket that was just opened. */
export interface OpenedSocket {
  readonly socket: WebSocket;
  /** The connection below it, for counting what arrives before anybody is known. */
  readonly transport: Socket;
  readonly request: RequestDescription;
  /** Called once, when it has authenticated or is closed. */
  readonly onSettled: () => void;
}

/** Takes sockets through the handshake and hands their frames to the methods. */
@Injectable()
export class GatewayServer {
  private readonly logger = new Logger('Gateway');
  private isStopping = false;

  constructor(
    private readonly handshake: Handshake,
    private readonly hello: Hello,
    private readonly connections: Connections,
    private readonly methods: ServedMethods,
    private readonly redactor: SecretRedactor,
    private readonly clock: Clock,
    @Inject(GATEWAY_OPTIONS_TOKEN) private readonly options: GatewayOptions,
  ) {}

  /** From now on nobody is let in. */
  stop(): void {
    this.isStopping = true;
  }

  /** Begins the handshake. */
  accept({ socket, transport, request, onSettled }: OpenedSocket): void {
    // What goes wrong with a socket ends with its close event; without a listener it would end the process.
    socket.on('error', () => undefined);
    const intake = new SocketIntake(socket);
    const settle = this.limitStranger(socket, transport, onSettled);
    socket.once('close', settle);
    const challenge = outboundEvent('connect.challenge', { nonce: newId(), ts: this.clock.now().getTime() });
    socket.send(challenge.frame());
    intake.once((text) => {
      void this.connect(socket, request, text).then((connection) => {
        if (connection === undefined) return;
        settle();
        const dispatcher = new Dispatcher(connection, this.methods, this.redactor);
        intake.to((frame) => void dispatcher.receive(frame));
      });
    });
  }

  /** Whoever has not authenticated gets little time and room. The returned function ends that. */
  private limitStranger(socket: WebSocket, transport: Socket, onSettled: () => void): () => void {
    const timer = new AbortController();
    const stopCounting = limitBytes(transport, MAX_PAYLOAD_BEFORE_AUTH_BYTES, () => {
      closeSocket(socket, CLOSE.tooLarge, 'too large before authentication');
    });
    this.clock.sleep(this.options.handshakeTimeoutMs, timer.signal).then(
      () => closeSocket(socket, CLOSE.normal, 'handshake timeout'),
      () => undefined,
    );
    return () => {
      timer.abort();
      stopCounting();
      onSettled();
    };
  }

  /** Answers the first frame. Undefined where the client is not let in; then the socket is being closed. Never rejects. */
  private async connect(socket: WebSocket, request: RequestDescription, text: string | undefined): Promise<Connection | undefined> {
    const first = readRequest(text);
    if (!first.ok) {
      this.refuse(socket, first.id, invalidRequest(first.problem), first.isJson ? CLOSE.policy : CLOSE.normal);
      return undefined;
    }
    const { id } = first.request;
    try {
      if (this.isStopping) throw new HandshakeRefusal(unavailable('The server is stopping. Connect again after the restart.', { retryable: true }), CLOSE.restart);
      const admission = await this.handshake.admit(first.request, request);
      this.assertRoom(admission);
      return await this.open(socket, id, admission);
    } catch (error) {
      if (error instanceof HandshakeRefusal) this.refuse(socket, id, error.reason, error.closeCode);
      else this.refuse(socket, id, error, CLOSE.policy);
      return undefined;
    }
  }

  private assertRoom({ identity }: Admission): void {
    const { role, id } = identity.principal;
    const own = this.connections.list().filter(({ identity: { principal } }) => principal.role === role && principal.id === id);
    if (own.length < MAX_CONNECTIONS_PER_PRINCIPAL) return;
    const reason = unavailable(`More than ${MAX_CONNECTIONS_PER_PRINCIPAL} connections of this caller are open. Close some.`, { retryable: true });
    throw new HandshakeRefusal(reason, CLOSE.policy);
  }

  private async open(socket: WebSocket, requestId: string, { identity, params }: Admission): Promise<Connection | undefined> {
    // Prepared first: from the resumption on nothing may wait, or events would be lost in between.
    const compose = await this.hello.prepare(identity);
    if (socket.readyState !== socket.OPEN) return undefined;
    const resumption = params.resume && this.connections.resume(params.resume, identity);
    const connection = new Connection(identity, resumption?.resumed === true ? resumption.outbox : this.newOutbox(), socket);
    const payload = compose(resumption && resumeAnswer(resumption, params.resume?.seq ?? 0));
    socket.send(JSON.stringify({ type: 'res', id: requestId, ok: true, payload }));
    for (const frame of resumption?.resumed === true ? resumption.missed : []) socket.send(frame);
    const outlet = {
      get bufferedAmount() {
        return socket.bufferedAmount;
      },
      send: (text: string, done: () => void) => socket.send(text, done),
    };
    connection.outbox.attach(outlet, () => connection.close(CLOSE.policy, 'slow consumer'));
    this.connections.add(connection);
    socket.once('close', () => this.connections.remove(connection, !this.isStopping));
    return connection;
  }

  private newOutbox(): Outbox {
    return new Outbox(new EventStream(this.options.resumeBufferBytes), this.options);
  }

  private refuse(socket: WebSocket, id: string, error: unknown, code: CloseCode): void {
    const shape = errorShape(error, this.redactor, this.logger);
    socket.send(JSON.stringify({ type: 'res', id, ok: false, error: shape }));
    closeSocket(socket, code, shape.message);
  }
}

function resumeAnswer(resumption: Resumption, seq: number): HelloOk['resume'] {
  return resumption.resumed ? { resumed: true, seq } : { resumed: false, seq: 0, reason: resumption.reason };
}
