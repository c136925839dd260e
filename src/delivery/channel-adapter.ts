/** A message for somebody on a channel. */
export interface ChannelMessage {
  /** Whom it is for, as the channel names people and chats. */
  to: string;
  text: string;
  /** A thread or topic within the chat. */
  threadId?: string;
}

/** A question with answers to choose from. */
export interface ChannelPoll {
  to: string;
  question: string;
  options: readonly string[];
  /** How many may be chosen; 1 unless given. */
  maxSelections?: number;
  durationSeconds?: number;
  isAnonymous?: boolean;
  threadId?: string;
}

/** What the channel says of a delivery. */
export interface ChannelReceipt {
  messageId: string;
  pollId?: string;
}

/** A way to people outside: Telegram and the like. Registered with ChannelRegistry by whoever speaks to it. */
export abstract class ChannelAdapter {
  /** How requests name it: `telegram`. */
  abstract readonly id: string;
  /** How people name it. */
  abstract readonly label: string;

  /** Resolves when the channel has taken the message. Rejects with a DomainError that says why it has not. */
  abstract send(message: ChannelMessage): Promise<ChannelReceipt>;

  /** As `send`; absent where the channel has no polls. */
  poll?(poll: ChannelPoll): Promise<ChannelReceipt>;
}
