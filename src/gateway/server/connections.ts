import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import type { EventName, EventPayload } from '../protocol/events.js';
import { events } from '../protocol/events.js';
import { MAX_LOST_CONNECTIONS } from '../limits.js';
import { CLOSE, type CloseCode } from './close-socket.js';
import type { Connection, ConnectionIdentity } from './connection.js';
import { GATEWAY_OPTIONS_TOKEN, type GatewayOptions } from './gateway-options.js';
import { type OutboundEvent, outboundEvent } from './outbound-event.js';
import type { Outbox } from './outbox.js';
import { implies, mayReceive } from './scopes.js';

/** A connection that was lost: its events are kept for a while. */
interface Lost {
  readonly identity: ConnectionIdentity;
  readonly outbox: Outbox;
  readonly timer: AbortController;
}

/** What a client that comes back gets. */
export type Resumption = { resumed: true; outbox: Outbox; missed: readonly string[] } | { resumed: false; reason: string };

/** All connections, those that are there and those that may come back, and the way to speak to all of them. */
@Injectable()
export class Connections {
  private readonly open = new Map<string, Connection>();
  private readonly lost = new Map<string, Lost>();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly clock: Clock,
    @Inject(GATEWAY_OPTIONS_TOKEN) private readonly options: GatewayOptions,
  ) {}

  /** Every connection that is open. */
  list(): Connection[] {
    return [...this.open.values()];
  }

  /** Whether an event would reach anybody, now or later. */
  get hasAudience(): boolean {
    return this.open.size + this.lost.size > 0;
  }

  /** Hears whenever somebody came or went. */
  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  add(connection: Connection): void {
    this.open.set(connection.connId, connection);
    for (const listener of this.listeners) listener();
  }

  /** Forgets a closed connection; where it may come back, its events are kept for a while. */
  remove(connection: Connection, mayComeBack: boolean): void {
    if (this.open.get(connection.connId) !== connection) return;
    this.open.delete(connection.connId);
    if (mayComeBack) this.keep(connection);
    for (const listener of this.listeners) listener();
  }

  /**
   * Hands a lost connection's events to a new one of the same caller, who may see at least as much. The old connection may still
   * look open, since its end was not noticed yet.
   */
  resume(request: { connId: string; seq: number }, identity: ConnectionIdentity): Resumption {
    const open = this.open.get(request.connId);
    const { identity: earlier, outbox } = open ?? this.lost.get(request.connId) ?? {};
    if (earlier === undefined || outbox === undefined) return gone('The connection is unknown, or what it missed is no longer kept.');
    if (!isSameCaller(earlier, identity)) return gone('The connection was another caller’s, or had more scopes.');
    const missed = outbox.isComplete ? outbox.stream.after(request.seq) : undefined;
    if (missed === undefined) return gone('What it missed is no longer kept.');
    if (open !== undefined) this.open.delete(open.connId);
    this.forget(request.connId);
    outbox.detach(() => undefined);
    open?.close(CLOSE.normal, 'resumed by another connection');
    return { resumed: true, outbox, missed };
  }

  /** Sends an event to all who may see it. */
  broadcast<E extends EventName>(name: E, payload: EventPayload<E>, options?: OutboundEvent['options']): void {
    if (!this.hasAudience) return;
    const event = outboundEvent(name, payload, options);
    const definition = events[name];
    for (const { identity, outbox } of [...this.open.values(), ...this.lost.values()]) {
      if (mayReceive(definition, identity)) outbox.push(event);
    }
  }

  /** Closes every connection and forgets what was kept. */
  closeAll(code: CloseCode, reason: string): void {
    for (const connId of [...this.lost.keys()]) this.forget(connId);
    for (const connection of this.list()) {
      this.open.delete(connection.connId);
      connection.close(code, reason);
    }
  }

  private keep({ connId, identity, outbox }: Connection): void {
    const timer = new AbortController();
    this.clock.sleep(this.options.resumeRetentionMs, timer.signal).then(
      () => this.forget(connId),
      () => undefined,
    );
    outbox.detach(() => this.forget(connId));
    this.lost.set(connId, { identity, outbox, timer });
    const [oldest] = this.lost.keys();
    if (this.lost.size > MAX_LOST_CONNECTIONS && oldest !== undefined) this.forget(oldest);
  }

  private forget(connId: string): void {
    this.lost.get(connId)?.timer.abort();
    this.lost.delete(connId);
  }
}

function gone(reason: string): Resumption {
  return { resumed: false, reason };
}

function isSameCaller(earlier: ConnectionIdentity, now: ConnectionIdentity): boolean {
  return (
    earlier.principal.role === now.principal.role &&
    earlier.principal.id === now.principal.id &&
    earlier.role === now.role &&
    earlier.scopes.every((scope) => implies(now.scopes, scope))
  );
}
