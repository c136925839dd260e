import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { ConflictError, TooManyRequestsError } from '../common/domain-error.js';
import { Database } from '../storage/database/database.js';
import type { ChannelMessage, ChannelReceipt } from './channel-message.js';
import type { Delivery, DeliveryState } from './delivery.js';
import { MAX_ENDED_DELIVERIES, MAX_WAITING_DELIVERIES } from './limits.js';

interface DeliveryRow {
  id: number;
  channel: string;
  message: string;
  state: string;
  parts_sent: number;
  mark: string | null;
  attempts: number;
  due_ms: number;
  created_ms: number;
  ended_ms: number | null;
  message_id: string | null;
  problem: string | null;
}

const WAITING = 'ended_ms IS NULL';

/** The messages that go out, in the database: what is in it is delivered, whatever happens to the process. */
@Injectable()
export class Outbox {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Puts a message in and returns its id; of a key that is known, the id it has. Within a transaction it is part of it.
   * Throws TooManyRequestsError where too many wait, ConflictError where the key names a message of another channel.
   */
  add(channel: string, message: ChannelMessage, key?: string): number {
    return this.database.transaction(() => {
      const known = key === undefined ? undefined : this.database.prepare<{ id: number; channel: string }>('SELECT id, channel FROM deliveries WHERE key = ?').get(key);
      if (known !== undefined) {
        if (known.channel !== channel) throw new ConflictError('This key names a message of another channel.');
        return known.id;
      }
      const waiting = this.database.prepare<{ n: number }>(`SELECT count(*) AS n FROM deliveries WHERE ${WAITING}`).get()?.n ?? 0;
      if (waiting >= MAX_WAITING_DELIVERIES) throw new TooManyRequestsError(`${waiting} messages wait for delivery already; this one was not taken.`, 60);
      const now = this.now();
      const added = this.database
        .prepare(
          'INSERT INTO deliveries (key, channel, recipient, message, state, parts_sent, attempts, due_ms, created_ms) ' +
            "VALUES (?, ?, ?, ?, 'waiting', 0, 0, ?, ?)",
        )
        .run(key ?? null, channel, message.to, JSON.stringify(message), now, now);
      return added.lastInsertRowid;
    });
  }

  get(id: number): Delivery | undefined {
    const row = this.database.prepare<DeliveryRow>('SELECT * FROM deliveries WHERE id = ?').get(id);
    return row === undefined ? undefined : deliveryOf(row);
  }

  /** The newest deliveries, of one state where given. */
  list(limit: number, state?: DeliveryState): Delivery[] {
    return this.database
      .prepare<DeliveryRow>('SELECT * FROM deliveries WHERE ? IS NULL OR state = ? ORDER BY id DESC LIMIT ?')
      .all(state ?? null, state ?? null, limit)
      .map(deliveryOf);
  }

  /** The next one that may be sent now: each recipient gets theirs in order. */
  nextDue(channel: string): Delivery | undefined {
    const row = this.database
      .prepare<DeliveryRow>(`SELECT * FROM deliveries AS one WHERE channel = ? AND due_ms <= ? AND ${FIRST_OF_RECIPIENT} ORDER BY id LIMIT 1`)
      .get(channel, this.now());
    return row === undefined ? undefined : deliveryOf(row);
  }

  /** When the next one may be sent, in epoch milliseconds; undefined where none waits. */
  nextDueMs(channel: string): number | undefined {
    const found = this.database
      .prepare<{ due: number | null }>(`SELECT min(due_ms) AS due FROM deliveries AS one WHERE channel = ? AND ${FIRST_OF_RECIPIENT}`)
      .get(channel);
    return found?.due ?? undefined;
  }

  /** A piece is about to be sent. */
  sending(id: number, mark: string | undefined): void {
    this.database.prepare("UPDATE deliveries SET state = 'sending', mark = ? WHERE id = ?").run(mark ?? null, id);
  }

  /** A piece was taken by the channel. */
  partSent(id: number, { messageId }: ChannelReceipt): void {
    this.database
      .prepare("UPDATE deliveries SET state = 'waiting', mark = NULL, parts_sent = parts_sent + 1, message_id = coalesce(message_id, ?) WHERE id = ?")
      .run(messageId, id);
  }

  /** A try failed, and there will be another after `delayMs`. Where it is not certain that it failed, the state stays `sending`. */
  defer(id: number, delayMs: number, problem: string, isCertain: boolean): void {
    this.database
      .prepare(`UPDATE deliveries SET ${isCertain ? "state = 'waiting', mark = NULL, " : ''}attempts = attempts + 1, due_ms = ?, problem = ? WHERE id = ?`)
      .run(this.now() + delayMs, problem, id);
  }

  /** All was delivered, or nothing more will be. Old ends are forgotten. */
  end(id: number, state: 'delivered' | 'failed', problem?: string): void {
    this.database.transaction(() => {
      this.database.prepare('UPDATE deliveries SET state = ?, problem = ?, mark = NULL, ended_ms = ? WHERE id = ?').run(state, problem ?? null, this.now(), id);
      this.database
        .prepare('DELETE FROM deliveries WHERE ended_ms IS NOT NULL AND id <= (SELECT id FROM deliveries WHERE ended_ms IS NOT NULL ORDER BY id DESC LIMIT 1 OFFSET ?)')
        .run(MAX_ENDED_DELIVERIES);
    });
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

const FIRST_OF_RECIPIENT = `${WAITING} AND NOT EXISTS (
  SELECT 1 FROM deliveries AS other
  WHERE other.ended_ms IS NULL AND other.channel = one.channel AND other.recipient = one.recipient AND other.id < one.id
)`;

function deliveryOf(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    channel: row.channel,
    message: JSON.parse(row.message) as ChannelMessage,
    state: row.state as DeliveryState,
    partsSent: row.parts_sent,
    attempts: row.attempts,
    dueMs: row.due_ms,
    createdMs: row.created_ms,
    ...(row.mark === null ? {} : { mark: row.mark }),
    ...(row.ended_ms === null ? {} : { endedMs: row.ended_ms }),
    ...(row.message_id === null ? {} : { messageId: row.message_id }),
    ...(row.problem === null ? {} : { problem: row.problem }),
  };
}
