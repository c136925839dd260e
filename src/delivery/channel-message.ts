/** A file of this machine that goes out with a message. */
export interface ChannelFile {
  /** Absolute. */
  path: string;
  /** As the receiver sees it; the path's last part where absent. */
  name?: string;
}

/** A message for somebody on a channel. */
export interface ChannelMessage {
  /** Whom it is for, as the channel names people and chats. */
  to: string;
  /** Markdown. The caption where there is a file; may be empty then. */
  text: string;
  /** A thread or topic within the chat. */
  threadId?: string;
  /** The message that it answers, as the channel names messages. */
  replyTo?: string;
  file?: ChannelFile;
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
