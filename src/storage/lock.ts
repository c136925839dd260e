/** A lock that is held. */
export interface LockLease {
  /** Gives it back. With `remove`, nothing is left of the lock's name; whoever waits for it still gets it. Never throws. */
  release(options?: { remove?: boolean }): void;
}

/**
 * Mutual exclusion by name among everything that works on one home: callers within this process and other
 * processes too. A lock ends with the process that holds it, however that ends; there is nothing to clean up.
 * Names are `[A-Za-z0-9._-]+`. Locks are not reentrant.
 */
export abstract class Lock {
  /** The lock if it is free now, else undefined. Throws StorageError, or TooManyRequestsError where too many are held. */
  abstract tryAcquire(name: string): Promise<LockLease | undefined>;

  /** Waits until the lock is free; the event loop is never blocked. Rejects with the signal's reason when it aborts. */
  abstract acquire(name: string, options?: { signal?: AbortSignal }): Promise<LockLease>;
}
