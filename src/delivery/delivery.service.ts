import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { InvalidInputError } from '../common/domain-error.js';
import type { ChannelAdapter } from './channel-adapter.js';
import type { ChannelMessage } from './channel-message.js';
import { ChannelRegistry } from './channel-registry.js';
import { DeliveryWorker } from './delivery-worker.js';
import type { Delivery, DeliveryOptions, DeliveryOutcome, DeliveryState } from './delivery.js';
import { MAX_LISTED_DELIVERIES, MAX_MESSAGE_CHARACTERS, SETTLE_MS } from './limits.js';
import { Outbox } from './outbox.js';
import { parseTarget } from './target.js';

/** Who wants to know what became of one delivery. */
interface Waiters {
  channel: string;
  tell: ((outcome: DeliveryOutcome) => void)[];
}

/**
 * The one way out: whatever goes to somebody on a channel is kept in the outbox first, sent in order for each recipient, and tried again
 * where the channel cannot be reached, also after a restart, for a day. Nothing is opened or timed while nothing goes out.
 */
@Injectable()
export class DeliveryService implements OnApplicationShutdown {
  private readonly workers = new Map<string, DeliveryWorker>();
  private readonly waiters = new Map<number, Waiters>();
  private isStopping = false;

  constructor(
    private readonly channels: ChannelRegistry,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {
    channels.onRegister((adapter) => this.wake(adapter));
  }

  /**
   * Delivers a text to a target like `telegram:12345` (parseTarget). Resolves after the first try: `kept` is no failure, it goes out
   * later. Throws InvalidInputError where there is no such channel or recipient or the text is none, and StorageError.
   */
  async deliver(target: string, text: string, options: DeliveryOptions = {}): Promise<DeliveryOutcome> {
    const { key, ...fields } = options;
    const { channel, ...recipient } = parseTarget(target);
    return this.send(this.channels.find(channel).id, { ...recipient, text, ...fields }, key);
  }

  /** As `deliver`, for a message whose recipient the channel names. */
  async send(channel: string, message: ChannelMessage, key?: string): Promise<DeliveryOutcome> {
    return this.outcomeOf(this.enqueue(channel, message, key));
  }

  /** Puts a message into the outbox, as part of the caller's transaction where there is one; it is sent as soon as that is over. */
  enqueue(channel: string, message: ChannelMessage, key?: string): number {
    const adapter = this.channels.find(channel);
    assertMessage(message);
    adapter.parts(message);
    const id = this.outbox.add(adapter.id, message, key);
    queueMicrotask(() => this.wake(adapter));
    return id;
  }

  /** What becomes of a delivery: resolves as soon as it has ended, or cannot go on for now. */
  outcomeOf(id: number): Promise<DeliveryOutcome> {
    const now = this.outbox.get(id);
    if (now === undefined || now.endedMs !== undefined || this.isStopping) return Promise.resolve(outcome(id, now));
    const { channel } = now;
    return new Promise((resolve) => {
      const waiters = this.waiters.get(id) ?? { channel, tell: [] };
      waiters.tell.push(resolve);
      this.waiters.set(id, waiters);
      this.workers.get(channel)?.wake();
    });
  }

  /** The newest deliveries, of one state where given. */
  list(limit = MAX_LISTED_DELIVERIES, state?: DeliveryState): Delivery[] {
    return this.outbox.list(limit, state);
  }

  /** Lets what is under way end, for some seconds; what is left goes out after the next start. */
  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    const stopped = Promise.all([...this.workers.values()].map((worker) => worker.stop()));
    const grace = new AbortController();
    await Promise.race([stopped, this.clock.sleep(SETTLE_MS, grace.signal).catch(() => undefined)]);
    grace.abort();
    for (const worker of this.workers.values()) this.tell(worker.adapter.id);
  }

  private wake(adapter: ChannelAdapter): void {
    if (this.isStopping) return;
    const known = this.workers.get(adapter.id);
    if (known?.adapter === adapter) return known.wake();
    const worker = new DeliveryWorker(adapter, this.outbox, this.clock, () => this.tell(adapter.id));
    this.workers.set(adapter.id, worker);
    // One at a time sends to a channel, also where it was registered anew.
    void (known?.stop() ?? Promise.resolve()).then(() => worker.wake());
  }

  /** A channel at rest has done what it could. */
  private tell(channel: string): void {
    for (const [id, waiters] of [...this.waiters]) {
      if (waiters.channel !== channel) continue;
      this.waiters.delete(id);
      const said = outcome(id, this.find(id), channel);
      for (const tell of waiters.tell) tell(said);
    }
  }

  private find(id: number): Delivery | undefined {
    try {
      return this.outbox.get(id);
    } catch {
      // Whoever waits is told that it is kept, which is what is known.
      return undefined;
    }
  }
}

function outcome(id: number, delivery: Delivery | undefined, channel = delivery?.channel ?? ''): DeliveryOutcome {
  const { messageId, problem, state } = delivery ?? {};
  return {
    id,
    channel,
    state: state === 'delivered' || state === 'failed' ? state : 'kept',
    ...(messageId === undefined ? {} : { messageId }),
    ...(problem === undefined ? {} : { problem }),
  };
}

function assertMessage({ text, file }: ChannelMessage): void {
  if (text.trim() === '' && file === undefined) throw new InvalidInputError('There is no text to deliver.', { field: 'text' });
  if (text.length > MAX_MESSAGE_CHARACTERS) {
    throw new InvalidInputError(`A message may have ${MAX_MESSAGE_CHARACTERS} characters; this one has ${text.length}.`, { field: 'text' });
  }
}
