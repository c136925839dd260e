/**
 * The only source of time. Everything that asks for the time or waits does it here, so that a test can
 * move the clock instead of sleeping.
 */
export abstract class Clock {
  /** The current instant. */
  abstract now(): Date;

  /**
   * Resolves after `milliseconds`; rejects with the signal's reason as soon as `signal` aborts. The timer
   * does not keep the process alive by itself.
   */
  abstract sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The host's clock. */
export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }

  override sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, milliseconds);
      timer.unref();
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }
}
