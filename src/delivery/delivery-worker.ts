import { Logger } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import { InvalidInputError, messageOf } from '../common/domain-error.js';
import type { ChannelAdapter, ChannelPart } from './channel-adapter.js';
import { ChannelBusyError, DeliveryRefusedError, UncertainDeliveryError } from './delivery.errors.js';
import type { Delivery } from './delivery.js';
import { DELIVERY_EXPIRES_MS, FIRST_RETRY_MS, MAX_RETRY_MS } from './limits.js';
import type { Outbox } from './outbox.js';

/** Sends what waits for one channel: one piece after the other, since a channel's own limits are on all of them together. */
export class DeliveryWorker {
  private readonly logger = new Logger('Delivery');
  private working?: Promise<void>;
  private isWanted = false;
  private timer = new AbortController();

  /** @param onPass called when nothing more can be sent for now. */
  constructor(
    readonly adapter: ChannelAdapter,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly onPass: () => void,
  ) {}

  /** Sends whatever may be sent now, and what is to be tried later at its time. */
  wake(): void {
    this.isWanted = true;
    this.timer.abort();
    this.working ??= this.work().finally(() => {
      this.working = undefined;
      // Whoever asked while the last pass was ending.
      if (this.isWanted) this.wake();
    });
  }

  /** Sends nothing more; resolves when the piece that is under way has ended. */
  async stop(): Promise<void> {
    this.isWanted = false;
    this.timer.abort();
    await this.working;
  }

  private async work(): Promise<void> {
    try {
      while (this.isWanted) {
        const delivery = this.outbox.nextDue(this.adapter.id);
        if (delivery === undefined) {
          this.isWanted = false;
          this.onPass();
        } else await this.attempt(delivery);
      }
      this.sleep();
    } catch (error) {
      // The database cannot be used. What waits stays there until the next message or the next start.
      this.isWanted = false;
      this.logger.error(`Messages for ${this.adapter.label} could not be sent: ${messageOf(error)}`);
      this.onPass();
    }
  }

  private sleep(): void {
    const due = this.outbox.nextDueMs(this.adapter.id);
    if (due === undefined) return;
    this.timer = new AbortController();
    this.clock.sleep(Math.max(0, due - this.now()), this.timer.signal).then(
      () => this.wake(),
      () => undefined,
    );
  }

  private async attempt(delivery: Delivery): Promise<void> {
    const { id } = delivery;
    try {
      const parts = this.adapter.parts(delivery.message);
      for (let index = delivery.partsSent; index < parts.length; index += 1) {
        const isFirst = index === delivery.partsSent;
        await this.sendPart(delivery, parts[index] as ChannelPart, isFirst ? delivery.mark : undefined, isFirst && delivery.state === 'sending');
      }
      this.outbox.end(id, 'delivered');
    } catch (error) {
      this.failed(delivery, error);
    }
  }

  private async sendPart({ id, message }: Delivery, part: ChannelPart, oldMark: string | undefined, isUncertain: boolean): Promise<void> {
    if (isUncertain && oldMark !== undefined && part.find !== undefined) {
      const found = await part.find(oldMark).catch((error: unknown) => {
        throw new UncertainDeliveryError(messageOf(error), {}, { cause: error });
      });
      if (typeof found === 'object') return this.outbox.partSent(id, found);
    }
    this.outbox.sending(id, this.adapter.mark?.(message));
    this.outbox.partSent(id, await part.send());
  }

  private failed({ id, attempts, createdMs }: Delivery, error: unknown): void {
    const problem = messageOf(error);
    if (error instanceof DeliveryRefusedError || error instanceof InvalidInputError) return this.giveUp(id, problem);
    if (this.now() - createdMs >= DELIVERY_EXPIRES_MS) return this.giveUp(id, `It was given up after a day: ${problem}`);
    const backoff = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 20), MAX_RETRY_MS);
    const isCertain = !(error instanceof UncertainDeliveryError);
    const reason = isCertain ? error : (error.cause ?? error);
    this.outbox.defer(id, reason instanceof ChannelBusyError ? reason.retryAfterSeconds * 1000 : backoff, problem, isCertain);
  }

  private giveUp(id: number, problem: string): void {
    this.logger.warn(`A message for ${this.adapter.label} was not delivered: ${problem}`);
    this.outbox.end(id, 'failed', problem);
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
