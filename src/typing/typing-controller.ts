import type { AgentEvent } from '../agent/agent-event.js';
import type { Clock } from '../common/clock.js';
import type { TypingMode } from '../config/agent-settings.js';
import { MAX_TYPING_FAILURES, TYPING_TTL_MS } from './limits.js';
import { typingSignal } from './typing-signal.js';

/** A chat that can show that Jarvis is typing. */
export interface TypingChannel {
  /** Shows it for some seconds. May reject. */
  typing(): Promise<void>;
  /** Takes it away, where the chat can do that. Called at most once, and only where `typing` was called. May reject. */
  stop?(): Promise<void>;
}

/**
 * Shows in one chat, for one run, that Jarvis is typing: begins as the mode says, tells the chat again at each interval, and ends with the run,
 * when nothing has happened for TYPING_TTL_MS, or when the chat refuses. What comes after the end is ignored.
 */
export class TypingController {
  private readonly ending = new AbortController();
  private isTyping = false;
  private lastSignAt = 0;

  constructor(
    private readonly channel: TypingChannel,
    private readonly clock: Clock,
    private readonly options: { mode: TypingMode; intervalMs: number },
  ) {}

  /** Takes the run's next event. */
  take(event: AgentEvent): void {
    if (event.type === 'run-end' || event.type === 'run-failed') return this.end();
    const signal = typingSignal(event, this.options.mode);
    if (signal === undefined || this.ending.signal.aborted) return;
    this.lastSignAt = this.now();
    if (this.isTyping || signal !== 'start') return;
    this.isTyping = true;
    void this.keepTyping();
  }

  /** Ends typing for good. May be called more than once. */
  end(): void {
    if (this.ending.signal.aborted) return;
    this.ending.abort();
    if (this.isTyping) void this.channel.stop?.().catch(() => undefined);
  }

  /** One send after the other, never two at once. */
  private async keepTyping(): Promise<void> {
    const { signal } = this.ending;
    for (let failures = 0; !signal.aborted; ) {
      failures = (await this.send()) ? 0 : failures + 1;
      if (failures >= MAX_TYPING_FAILURES) return this.end();
      await this.clock.sleep(this.options.intervalMs, signal).catch(() => undefined);
      if (!signal.aborted && this.now() - this.lastSignAt >= TYPING_TTL_MS) return this.end();
    }
  }

  private async send(): Promise<boolean> {
    try {
      await this.channel.typing();
      return true;
    } catch {
      return false;
    }
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
