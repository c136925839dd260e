/**
 * Takes secrets out of text before anybody reads it: answers, logs, prompts, tool results, errors. Text without a
 * secret comes back unchanged. Fast enough for a megabyte on the request's path, and never throws.
 */
export abstract class SecretRedactor {
  abstract redact(text: string): string;

  /** `redact` for all texts of one record, at the price of one look at what is secret. Not to be kept for a later record. */
  forRecord(): (text: string) => string {
    return (text) => this.redact(text);
  }

  /** Characters at the end of `text` that may be the beginning of a known secret: of a text that goes on, they are to be kept back. */
  heldBack(_text: string): number {
    return 0;
  }

  /** Takes a value for a secret from now on; one that is too short to be told from ordinary text is left alone. */
  abstract know(secret: string): void;
}

/** What stands where a secret stood. */
export const REDACTED = '[redacted]';
