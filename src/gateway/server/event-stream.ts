import type { OutboundEvent } from './outbound-event.js';

/**
 * The numbered events of one connection, from 1 without a hole: a number is given when the event is really sent. The last ones
 * are kept, so that a client that lost the connection gets what it did not see.
 */
export class EventStream {
  private readonly kept: string[] = [];
  private keptBytes = 0;
  private last = 0;

  /** @param maxKeptBytes bytes of sent frames that are kept, the newest first */
  constructor(private readonly maxKeptBytes: number) {}

  /** The number of the last event. */
  get lastSeq(): number {
    return this.last;
  }

  /** The event's frame under the next number. */
  stamp(event: OutboundEvent): string {
    this.last += 1;
    const frame = event.frame(this.last);
    this.kept.push(frame);
    this.keptBytes += Buffer.byteLength(frame);
    while (this.keptBytes > this.maxKeptBytes && this.kept.length > 1) this.keptBytes -= Buffer.byteLength(this.kept.shift() as string);
    return frame;
  }

  /** The frames after `seq`, oldest first; undefined where some of them are no longer kept, or `seq` was never given. */
  after(seq: number): readonly string[] | undefined {
    const missed = this.last - seq;
    if (missed < 0 || missed > this.kept.length) return undefined;
    return missed === 0 ? [] : this.kept.slice(-missed);
  }
}
