/** Turns pushes into an async iteration that ends after `close()`. One reader; what was pushed before is not lost. */
export class EventChannel<T> implements AsyncIterable<T> {
  private readonly items: T[] = [];
  private closed = false;
  private wake: () => void = () => undefined;

  push(item: T): void {
    if (this.closed) return;
    this.items.push(item);
    this.wake();
  }

  close(): void {
    this.closed = true;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for (;;) {
      while (this.items.length > 0) yield this.items.shift() as T;
      if (this.closed) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}
