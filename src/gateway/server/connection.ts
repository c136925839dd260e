import type { WebSocket } from 'ws';
import type { Principal } from '../../security/principal.js';
import type { ClientInfo, Role, Scope } from '../protocol/schemas/connect.js';
import type { ResponseFrame } from '../protocol/schemas/frames.js';
import { type CloseCode, closeSocket } from './close-socket.js';
import type { OutboundEvent } from './outbound-event.js';
import type { Outbox } from './outbox.js';

/** Who is connected and what was agreed on in the handshake. */
export interface ConnectionIdentity {
  readonly connId: string;
  readonly client: ClientInfo;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly principal: Principal;
  readonly address?: string;
  readonly connectedAtMs: number;
  /** What a node says that it can do; empty for operators. */
  readonly caps: readonly string[];
  readonly commands: readonly string[];
  readonly permissions?: Readonly<Record<string, boolean>>;
  readonly pathEnv?: string;
  /** Whether the credentials that were presented still hold. */
  readonly isStillValid: () => Promise<boolean>;
}

/** One authenticated client. */
export class Connection {
  /** Set by a pong, cleared by the ping that follows. */
  isAlive = true;
  private readonly closing = new AbortController();

  constructor(
    readonly identity: ConnectionIdentity,
    readonly outbox: Outbox,
    private readonly socket: WebSocket,
  ) {
    socket.on('pong', () => (this.isAlive = true));
    socket.once('close', () => this.closing.abort());
  }

  get connId(): string {
    return this.identity.connId;
  }

  /** Aborts when the socket is closed. */
  get closed(): AbortSignal {
    return this.closing.signal;
  }

  respond(frame: ResponseFrame): void {
    this.outbox.write(JSON.stringify(frame));
  }

  /** Sends an event that is meant for this connection alone; it has no number. */
  sendTargeted(event: OutboundEvent): void {
    this.outbox.write(event.frame());
  }

  ping(): void {
    this.isAlive = false;
    this.socket.ping();
  }

  /** Does nothing where it is being closed already. */
  close(code: CloseCode, reason: string): void {
    if (this.socket.readyState === this.socket.OPEN) closeSocket(this.socket, code, reason);
  }

  /** Cuts the socket without a word: nobody is at the other end. */
  terminate(): void {
    this.socket.terminate();
  }
}
