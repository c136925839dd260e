import type { ModelMessage } from '../../model/model-message.js';

/** The history of the turn as the loop sees it; the turn implements it on a session. */
export interface RunTranscript {
  /** The messages to send: fit for any provider, within the budget, with `notes` at the end that are not stored. */
  messages(notes?: readonly ModelMessage[]): readonly ModelMessage[];

  /** Stores messages. Resolves when they are on disk. Throws StorageError. */
  append(messages: readonly ModelMessage[]): Promise<void>;

  /**
   * Makes what is sent shorter, after a provider said that it does not fit. `attempt` counts from 1. Resolves to a
   * sentence for the log, or undefined where nothing more can be left out.
   */
  shorten(attempt: number): Promise<string | undefined>;
}
