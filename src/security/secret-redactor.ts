/**
 * Takes secrets out of text before anybody reads it: answers, logs, prompts, tool results, errors. Text without a
 * secret comes back unchanged. Fast enough for a megabyte on the request's path, and never throws.
 */
export abstract class SecretRedactor {
  abstract redact(text: string): string;

  /** Takes a value for a secret from now on; one that is too short to be told from ordinary text is left alone. */
  abstract know(secret: string): void;
}

/** What stands where a secret stood. */
export const REDACTED = '[redacted]';
