import { headAtCodePoint } from '../common/text.js';
import type { SecretRedactor } from '../security/secret-redactor.js';
import { MAX_LIVE_LINE_CHARACTERS } from './limits.js';
import { readableText } from './readable-text.js';

/**
 * What a tool prints while it runs, on its way to whoever watches: whole lines, so that a secret or an escape sequence that
 * arrives in two pieces is seen as one, made readable and redacted. A listener that throws is not asked again.
 */
export class LiveOutput {
  private rest = '';
  private listener: ((text: string) => void) | undefined;

  constructor(
    private readonly redactor: SecretRedactor,
    listener: ((text: string) => void) | undefined,
  ) {
    this.listener = listener;
  }

  write(text: string): void {
    if (!this.listener) return;
    this.rest += text;
    const end = Math.max(this.rest.lastIndexOf('\n'), this.rest.lastIndexOf('\r')) + 1;
    if (end > 0) this.pass(end);
    while (this.rest.length > 2 * MAX_LIVE_LINE_CHARACTERS) this.pass(headAtCodePoint(this.rest, MAX_LIVE_LINE_CHARACTERS).length);
  }

  /** Hands on what has no line end yet. */
  end(): void {
    if (this.rest !== '') this.pass(this.rest.length);
  }

  private pass(length: number): void {
    const text = this.rest.slice(0, length);
    this.rest = this.rest.slice(length);
    try {
      this.listener?.(this.redactor.redact(readableText(text)));
    } catch {
      this.listener = undefined;
    }
  }
}
