import type { HostChild } from './host-child.js';
import { IDLE_CHILD_MS, MAX_IDLE_CHILDREN, MAX_RUNNING_CHILDREN } from './limits.js';

/** How many children there may be, and how long they wait for work. */
export interface ChildPoolOptions {
  idleMs?: number;
  maxRunning?: number;
}

interface Waiter {
  trusted: boolean;
  start: (child: HostChild) => void;
  refuse: (error: Error) => void;
}

/**
 * The children: none before the first call, reused ones for trusted code, fresh ones (one of which is kept warm) for all
 * other code. Who acquires a child gives it back with `release` or `discard`, once.
 */
export class ChildPool {
  private readonly idle = new Map<HostChild, NodeJS.Timeout>();
  private readonly running = new Set<HostChild>();
  private readonly waiting: Waiter[] = [];
  private readonly idleMs: number;
  private readonly maxRunning: number;
  private isClosed = false;

  constructor(
    private readonly spawn: () => HostChild,
    options: ChildPoolOptions = {},
  ) {
    this.idleMs = options.idleMs ?? IDLE_CHILD_MS;
    this.maxRunning = options.maxRunning ?? MAX_RUNNING_CHILDREN;
  }

  /** Children that exist now. */
  get size(): number {
    return this.idle.size + this.running.size;
  }

  /** A child for one call; waits in order where too many run. Rejects with the signal's reason, or where the pool is closed. */
  acquire(trusted: boolean, signal: AbortSignal): Promise<HostChild> {
    if (this.isClosed) return Promise.reject(new Error('The server is stopping: no tool is started any more.'));
    if (this.running.size < this.maxRunning && this.waiting.length === 0) return Promise.resolve(this.take(trusted));
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        trusted,
        start: (child) => {
          signal.removeEventListener('abort', giveUp);
          resolve(child);
        },
        refuse: reject,
      };
      const giveUp = (): void => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.push(waiter);
    });
  }

  /** Gives back a child that may be used again. */
  release(child: HostChild): void {
    this.running.delete(child);
    if (child.hasEnded || this.isClosed || this.idle.size >= MAX_IDLE_CHILDREN) child.kill();
    else this.keepIdle(child);
    this.startNext();
  }

  /** Gives back a child that ran code of which nothing is known. */
  discard(child: HostChild): void {
    this.running.delete(child);
    child.kill();
    this.startNext();
  }

  /** Kills every child; resolves when all are gone. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const waiter of this.waiting.splice(0)) waiter.refuse(new Error('The server is stopping: the tool was not started.'));
    const children = [...this.idle.keys(), ...this.running];
    for (const timer of this.idle.values()) clearTimeout(timer);
    this.idle.clear();
    for (const child of children) child.kill();
    await Promise.all(children.map((child) => child.gone));
  }

  private take(trusted: boolean): HostChild {
    const candidates = [...this.idle.keys()].filter((child) => !child.hasEnded);
    const child = candidates.find((candidate) => candidate.calls > 0 === trusted) ?? (trusted ? candidates[0] : undefined) ?? this.spawn();
    clearTimeout(this.idle.get(child));
    this.idle.delete(child);
    this.running.add(child);
    if (!trusted) this.keepOneWarm();
    return child;
  }

  private keepOneWarm(): void {
    if (this.idle.size >= MAX_IDLE_CHILDREN || [...this.idle.keys()].some((child) => child.calls === 0)) return;
    this.keepIdle(this.spawn());
  }

  private keepIdle(child: HostChild): void {
    const end = (): void => {
      clearTimeout(this.idle.get(child));
      this.idle.delete(child);
      child.kill();
    };
    this.idle.set(child, setTimeout(end, this.idleMs).unref());
    void child.gone.then(() => {
      if (this.idle.has(child)) end();
    });
  }

  private startNext(): void {
    while (this.running.size < this.maxRunning) {
      const waiter = this.waiting.shift();
      if (!waiter) return;
      waiter.start(this.take(waiter.trusted));
    }
  }
}
