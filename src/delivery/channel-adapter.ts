import type { ChannelMessage, ChannelPoll, ChannelReceipt } from './channel-message.js';

/** One piece of a message, as the channel sends it: a channel that takes no long messages makes several of one. */
export interface ChannelPart {
  /**
   * Resolves when the channel has taken it. Rejects with DeliveryRefusedError where it never will, ChannelBusyError where it says when to
   * come back, UncertainDeliveryError where it may have taken it. Whatever else is thrown: not taken, and worth another try.
   */
  send(): Promise<ChannelReceipt>;

  /**
   * Looks whether an earlier try, made when `mark` was taken, has arrived after all. `absent` where it has not, `unknown` where the
   * channel cannot say. Rejects as `send` where the channel cannot be asked now. Absent where the channel has no way to look.
   */
  find?(mark: string): Promise<ChannelReceipt | 'absent' | 'unknown'>;
}

/** How a channel is, for people. */
export interface ChannelState {
  /** What keeps it from working, and what to do; absent where nothing does. */
  problem?: string;
  /** Whom it is connected as. */
  account?: string;
}

/** A way to people outside: Telegram and the like. Registered with ChannelRegistry by whoever speaks to it. */
export abstract class ChannelAdapter {
  /** How requests name it: `telegram`. */
  abstract readonly id: string;
  /** How people name it. */
  abstract readonly label: string;

  /**
   * The pieces of a message, in their order; the same for the same message, also after a restart. Throws InvalidInputError where it can
   * go to nobody: an unknown recipient, a text or file that the channel does not take.
   */
  abstract parts(message: ChannelMessage): readonly ChannelPart[];

  /** Where the channel stands before a piece is sent, for `find`. Absent where the channel has no way to look. */
  mark?(message: ChannelMessage): string;

  /** Asks people. Rejects as ChannelPart.send. Absent where the channel has no polls. */
  poll?(poll: ChannelPoll): Promise<ChannelReceipt>;

  /** The recipient whose chat a session belongs to: whom a message goes to that names nobody. */
  recipientOf?(sessionId: string): Pick<ChannelMessage, 'to' | 'threadId'> | undefined;

  /** How it is now. Absent: it works. */
  state?(): ChannelState;
}
