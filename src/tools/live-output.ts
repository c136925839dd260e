import { headAtCodePoint, tailAtCodePoint } from '../common/text.js';
import type { SecretRedactor } from '../security/secret-redactor.js';
import { LIVE_CHARACTERS, LIVE_INTERVAL_MS, MAX_LIVE_LINE_CHARACTERS } from './limits.js';
import { readableText } from './readable-text.js';

/**
 * What a tool prints while it runs, on its way to whoever watches: whole lines, so that a secret or an escape sequence that
 * arrives in two pieces is seen as one, made readable, redacted, and bounded, so that no flood piles up behind a slow
 * reader. A listener that throws is not asked again.
 */
export class LiveOutput {
  private rest = '';
  private handedOn = 0;
  private skipped = 0;
  private lastAt = 0;
  private listener: ((text: string) => void) | undefined;

  constructor(
    private readonly redactor: SecretRedactor,
    listener: ((text: string) => void) | undefined,
    private readonly now: () => number = Date.now,
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

  /** Hands on what has no line end yet, and says how much was skipped last. */
  end(): void {
    this.lastAt = 0;
    if (this.rest !== '' || this.skipped > 0) this.pass(this.rest.length);
  }

  private pass(length: number): void {
    const text = this.rest.slice(0, length);
    this.rest = this.rest.slice(length);
    this.handedOn += text.length;
    if (this.handedOn <= LIVE_CHARACTERS) {
      this.tell(text);
      return;
    }
    if (this.now() - this.lastAt < LIVE_INTERVAL_MS) {
      this.skipped += text.length;
      return;
    }
    this.lastAt = this.now();
    const shown = tailAtCodePoint(text, MAX_LIVE_LINE_CHARACTERS);
    const skipped = this.skipped + text.length - shown.length;
    this.skipped = 0;
    this.tell(skipped > 0 ? `[... ${skipped} characters not shown ...]\n${shown}` : shown);
  }

  private tell(text: string): void {
    try {
      this.listener?.(this.redactor.redact(readableText(text)));
    } catch {
      this.listener = undefined;
    }
  }
}
