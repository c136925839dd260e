import type { ChannelMessage } from './channel-message.js';

/** `waiting` to be sent, `sending` (a piece is under way, or its answer was lost), `delivered`, or `failed` for good. */
export type DeliveryState = 'waiting' | 'sending' | 'delivered' | 'failed';

/** A message on its way out. */
export interface Delivery {
  readonly id: number;
  readonly channel: string;
  readonly message: ChannelMessage;
  readonly state: DeliveryState;
  /** Pieces that the channel has taken. */
  readonly partsSent: number;
  /** Where the channel stood before the piece that is under way. */
  readonly mark?: string;
  readonly attempts: number;
  /** Epoch milliseconds. */
  readonly createdMs: number;
  /** Epoch milliseconds. */
  readonly endedMs?: number;
  /** Epoch milliseconds before which it is not tried. */
  readonly dueMs: number;
  /** The channel's name of its first piece. */
  readonly messageId?: string;
  /** Why the last try failed. */
  readonly problem?: string;
}

/** What became of a delivery: `kept` where the channel could not be reached yet; it goes out as soon as it can, also after a restart. */
export interface DeliveryOutcome {
  id: number;
  channel: string;
  state: 'delivered' | 'kept' | 'failed';
  messageId?: string;
  /** Why it is kept or has failed. */
  problem?: string;
}

/** What a delivery may be given beside its text. */
export interface DeliveryOptions extends Pick<ChannelMessage, 'file' | 'replyTo' | 'threadId'> {
  /** Delivered once under this name, however often it is asked for. */
  key?: string;
}
