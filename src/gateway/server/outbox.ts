import type { EventStream } from './event-stream.js';
import type { OutboundEvent } from './outbound-event.js';

/** What the outbox needs of a WebSocket. */
export interface OutboundSocket {
  /** Bytes that were sent and that the operating system has not taken yet. */
  readonly bufferedAmount: number;
  send(text: string, done: () => void): void;
}

/** How much may wait. */
export interface OutboxLimits {
  /** Bytes in the socket's own buffer beyond which events wait here, where they can be merged. */
  readonly highWaterBytes: number;
  /** Bytes that may wait here, and in the socket when a response is added. */
  readonly maxBufferedBytes: number;
}

interface Waiting {
  event: OutboundEvent;
  bytes: number;
}

/**
 * What is on its way to one client. A fast client gets every event at once. For a slow one events wait here: deltas of one
 * kind become one, and where even that is too much, what later events repeat is left out. What may not be left out and does not fit
 * loses the client (`onOverflow`); nothing grows without bound. Numbers are given when an event leaves.
 */
export class Outbox {
  private readonly queue: Waiting[] = [];
  private readonly lastOfGroup = new Map<string, Waiting>();
  private queuedBytes = 0;
  private socket?: OutboundSocket;
  private onOverflow: () => void = () => undefined;
  private isOverflown = false;

  constructor(
    readonly stream: EventStream,
    private readonly limits: OutboxLimits,
  ) {}

  /** False where events were lost because there were too many. */
  get isComplete(): boolean {
    return !this.isOverflown;
  }

  /** Begins to send, first what waited. `onOverflow` is called at most once, when the client does not keep up. */
  attach(socket: OutboundSocket, onOverflow: () => void): void {
    this.socket = socket;
    this.onOverflow = onOverflow;
    this.flush();
  }

  /** The client is gone, perhaps to come back: events wait from now on, until there are too many. */
  detach(onOverflow: () => void): void {
    this.socket = undefined;
    this.onOverflow = onOverflow;
  }

  /** Sends an event, now or as soon as the client takes it. */
  push(event: OutboundEvent): void {
    if (this.isOverflown) return;
    if (this.queue.length === 0 && this.isClear()) {
      this.sendNow(event);
      return;
    }
    if (!this.mergeIntoLast(event)) this.enqueue(event);
  }

  /** Sends a response or a targeted event, which have no number, past the events that wait. */
  write(text: string): void {
    if (this.socket === undefined || this.isOverflown) return;
    if (this.socket.bufferedAmount > this.limits.maxBufferedBytes) {
      this.overflow();
      return;
    }
    this.socket.send(text, () => this.flush());
  }

  private isClear(): boolean {
    return this.socket !== undefined && this.socket.bufferedAmount <= this.limits.highWaterBytes;
  }

  private sendNow(event: OutboundEvent): void {
    this.socket?.send(this.stream.stamp(event), () => this.flush());
  }

  private flush(): void {
    while (this.queue.length > 0 && this.isClear()) {
      const waiting = this.queue.shift() as Waiting;
      this.forget(waiting);
      this.sendNow(waiting.event);
    }
  }

  private mergeIntoLast(event: OutboundEvent): boolean {
    const { merge } = event.options;
    if (merge?.key === undefined) return false;
    const last = this.lastOfGroup.get(merge.group);
    if (last === undefined || last.event.options.merge?.key !== merge.key) return false;
    this.queuedBytes -= last.bytes;
    last.event = last.event.mergedWith(event);
    last.bytes = sizeOf(last.event);
    this.queuedBytes += last.bytes;
    return true;
  }

  private enqueue(event: OutboundEvent): void {
    const bytes = sizeOf(event);
    if (this.queuedBytes + bytes > this.limits.maxBufferedBytes) {
      if (event.options.droppable === true) return;
      this.dropDroppable();
      // One event alone may be larger than the limit.
      if (this.queue.length > 0 && this.queuedBytes + bytes > this.limits.maxBufferedBytes) {
        this.overflow();
        return;
      }
    }
    const waiting = { event, bytes };
    this.queue.push(waiting);
    this.queuedBytes += bytes;
    const group = groupOf(event);
    if (group !== undefined) this.lastOfGroup.set(group, waiting);
  }

  private dropDroppable(): void {
    const waiting = this.queue.splice(0);
    for (const one of waiting) {
      if (one.event.options.droppable === true) this.forget(one);
      else this.queue.push(one);
    }
  }

  private forget(waiting: Waiting): void {
    this.queuedBytes -= waiting.bytes;
    const group = groupOf(waiting.event);
    if (group !== undefined && this.lastOfGroup.get(group) === waiting) this.lastOfGroup.delete(group);
  }

  private overflow(): void {
    this.isOverflown = true;
    this.queue.length = 0;
    this.lastOfGroup.clear();
    this.queuedBytes = 0;
    this.onOverflow();
  }
}

function groupOf(event: OutboundEvent): string | undefined {
  return event.options.merge?.group;
}

function sizeOf(event: OutboundEvent): number {
  return Buffer.byteLength(event.payloadText);
}
