import type { Principal } from '../security/principal.js';
import type { AgentEvent, TurnAnswer } from './agent-event.js';
import { MAX_RUN_EVENTS } from './limits.js';

/** An event with its place in the run, from 1. */
export interface NumberedEvent {
  id: number;
  event: AgentEvent;
}

/** Why a run was stopped, for the log. */
export class RunAbortedError extends Error {
  constructor(readonly reason: string) {
    super(reason);
    this.name = 'RunAbortedError';
  }
}

/**
 * One turn in progress or just ended: its events, numbered and kept, and its answer. The run belongs to the server: watchers come and go
 * without stopping it. Any number may watch, each from any event on.
 */
export class Run {
  private readonly abortController = new AbortController();
  private readonly kept: NumberedEvent[] = [];
  private readonly wakers = new Set<() => void>();
  private nextId = 1;
  private ended = false;

  constructor(
    readonly runId: string,
    readonly sessionId: string,
    readonly principal: Principal,
    /** Nobody said anything: a heartbeat. */
    readonly isUnasked = false,
  ) {}

  /** Resolves with the answer, however the run ended; rejects with a DomainError where there is none. Set by the agent. */
  result!: Promise<TurnAnswer>;

  get signal(): AbortSignal {
    return this.abortController.signal;
  }

  get isEnded(): boolean {
    return this.ended;
  }

  /** The id of the newest event; 0 before the first. */
  get lastId(): number {
    return this.nextId - 1;
  }

  /** Stops the run: the model's request is closed, running tools are ended, what was reached is stored. */
  abort(reason: string): void {
    this.abortController.abort(new RunAbortedError(reason));
  }

  /** Adds an event; called by the agent alone. */
  emit(event: AgentEvent): void {
    this.kept.push({ id: this.nextId, event });
    this.nextId += 1;
    if (this.kept.length > MAX_RUN_EVENTS) this.kept.shift();
    this.wakeAll();
  }

  /** Ends the stream of events; called by the agent alone. */
  end(): void {
    this.ended = true;
    this.wakeAll();
  }

  /** Every event after `afterId`, then the live ones until the end. Ends early, without an error, when `signal` aborts. */
  async *watch(afterId = 0, signal?: AbortSignal): AsyncGenerator<NumberedEvent, void> {
    for (let last = afterId; !isAborted(signal); ) {
      const next = this.after(last);
      if (next !== undefined) {
        last = next.id;
        yield next;
      } else if (this.ended) return;
      else await this.nextEvent(signal);
    }
  }

  /** The first kept event behind `id`: ids are consecutive, so its place is known. */
  private after(id: number): NumberedEvent | undefined {
    const firstId = this.kept[0]?.id ?? this.nextId;
    return this.kept[Math.max(0, id + 1 - firstId)];
  }

  private nextEvent(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.wakers.delete(done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      this.wakers.add(done);
      signal?.addEventListener('abort', done, { once: true });
    });
  }

  private wakeAll(): void {
    for (const wake of [...this.wakers]) wake();
  }
}

/** Whether a caller may know of a run and stop it: guests of their own alone, whatever they may read. */
export function maySee(run: Run, principal: Principal): boolean {
  return principal.role !== 'guest' || run.principal.id === principal.id;
}

/** Read through a function, since the flag changes while the compiler believes what it saw last. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
