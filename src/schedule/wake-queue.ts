import { Injectable } from '@nestjs/common';
import { MAX_QUEUED_EVENTS } from './limits.js';

/** Wakes the agent with these texts. Must not throw. */
export type WakeAgent = (texts: readonly string[]) => void;

/**
 * Texts that the agent is told when it next wakes: what a device or a job reports without anybody asking. In memory: they are
 * hints, and what must not be lost is a job.
 */
@Injectable()
export class WakeQueue {
  private texts: string[] = [];
  private wakeAgent?: WakeAgent;

  /** Who wakes the agent. One, from the floor that knows it. */
  onWake(wakeAgent: WakeAgent): void {
    this.wakeAgent = wakeAgent;
  }

  /** What waits, oldest first. */
  list(): readonly string[] {
    return this.texts;
  }

  /** Keeps a text for the next wake. */
  add(text: string): void {
    this.texts = [...this.texts, text].slice(-MAX_QUEUED_EVENTS);
  }

  /** Wakes the agent with everything that waits. Does nothing where nothing does. */
  wake(): void {
    const texts = this.take();
    if (texts.length > 0) this.wakeAgent?.(texts);
  }

  /** Hands out everything that waits, for whoever wakes the agent in another way. */
  take(): readonly string[] {
    const { texts } = this;
    this.texts = [];
    return texts;
  }
}
