import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { InvalidInputError, NotFoundError } from '../common/domain-error.js';
import type { ModelMessage } from '../model/model-message.js';
import { Lock } from '../storage/lock.js';
import { SessionLogStore } from '../storage/session-log-store.js';
import { rowOf } from '../storage/session-row.js';
import { SessionStore } from '../storage/session-store.js';
import { DEFAULT_LOG_ENTRIES, DEFAULT_PAGE_SIZE, MAX_LOG_ENTRIES, MAX_NAME_LENGTH, MAX_PAGE_SIZE, MAX_SEARCH_LENGTH } from './limits.js';
import type { ReasoningLevel } from './reasoning-level.js';
import { assertSessionId } from './session-id.js';
import { pageOf } from './session-page.js';
import { SessionQueue } from './session-queue.js';
import { titlesOf } from './session-titles.js';
import type { DamageReport, OpenSession, RunLogEntry, SessionMetadata, SessionOverview, SessionPage, SessionTranscript } from './session.js';
import { SettleScheduler } from './settle-scheduler.js';
import { TurnSession } from './turn-session.js';

/** Which sessions to list. */
export interface SessionListOptions {
  /** Rows on the page, 1 to 200; 50 unless given. */
  limit?: number;
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** Only sessions whose title or id holds this text, in either case. */
  search?: string;
  /** Only sessions that this owner began. */
  owner?: string;
}

/** Conversations: one turn at a time for each, durable step by step, listed, read, renamed, deleted. */
@Injectable()
export class SessionsService implements OnApplicationShutdown {
  private readonly logger = new Logger('Sessions');
  private readonly queue = new SessionQueue();
  private readonly scheduler: SettleScheduler;

  constructor(
    private readonly store: SessionStore,
    private readonly log: SessionLogStore,
    private readonly lock: Lock,
    private readonly clock: Clock,
  ) {
    this.scheduler = new SettleScheduler(clock, {
      settle: (sessionId, signal) => this.settle(sessionId, signal),
      whenIdle: (sessionId, action) => (this.queue.isBusy(sessionId) ? Promise.resolve() : this.queue.run(sessionId, action)),
    });
  }

  /**
   * Runs `task` with the session, alone among all turns of it in this and other processes, after those that asked
   * before. A session that does not exist begins with the first message that is appended. The turn ends with the task, which
   * must not wait for another turn of the same session.
   *
   * @param options.signal gives up waiting; without effect once the task runs
   * @throws TooManyRequestsError where too many wait already; StorageError where the session cannot be opened
   */
  withSession<T>(sessionId: string, task: (session: OpenSession) => Promise<T>, options: { signal?: AbortSignal } = {}): Promise<T> {
    return this.exclusively(sessionId, task, { isTurn: true, signal: options.signal });
  }

  /** A snapshot, also while a turn runs: whole messages, all that were acknowledged. Undefined where there is none. */
  async read(sessionId: string): Promise<SessionTranscript | undefined> {
    assertSessionId(sessionId);
    const stored = await this.store.read(sessionId);
    if (!stored) return undefined;
    const [title = ''] = await titlesOf([rowOf(sessionId, stored)], this.log);
    return { sessionId, title, metadata: stored.metadata, messages: stored.messages as ModelMessage[] };
  }

  /** A page of sessions, newest first. */
  async list({ limit = DEFAULT_PAGE_SIZE, cursor, search = '', owner }: SessionListOptions = {}): Promise<SessionPage> {
    assertCount('limit', limit, MAX_PAGE_SIZE);
    if (search.length > MAX_SEARCH_LENGTH) throw new InvalidInputError(`search must be at most ${MAX_SEARCH_LENGTH} characters.`, { field: 'search' });
    let rows = await this.store.rows();
    if (owner !== undefined) rows = rows.filter((row) => row.owner === owner);
    const needle = search.trim().toLocaleLowerCase();
    if (needle !== '') {
      const titles = await titlesOf(rows, this.log);
      rows = rows.filter((row, index) => `${titles[index]}\n${row.id}`.toLocaleLowerCase().includes(needle));
    }
    const page = pageOf(rows, limit, cursor);
    const titles = await titlesOf(page.rows, this.log);
    const sessions = page.rows.map(({ id, updatedAt }, index) => ({ sessionId: id, title: titles[index] ?? '', lastTs: updatedAt }));
    return { sessions, total: rows.length, ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }) };
  }

  /** All sessions, the last changed first, for clients that know no pages. */
  async all({ owner }: Pick<SessionListOptions, 'owner'> = {}): Promise<SessionOverview[]> {
    const rows = (await this.store.rows()).filter((row) => owner === undefined || row.owner === owner);
    const { rows: sorted } = pageOf(rows, rows.length, undefined);
    const titles = await titlesOf(sorted, this.log);
    return sorted.map(({ id, createdAt, updatedAt, model }, index) => {
      const overview = { sessionId: id, title: titles[index] ?? '', createdAt, updatedAt };
      return model === undefined ? overview : { ...overview, model };
    });
  }

  /**
   * The latest log entries, oldest first; with `before` (a `ts`), those that are older. Entries of the same instant stay
   * together, so that a page may be a little longer than `limit`. Lines that cannot be read are left out.
   */
  async readLog(sessionId: string, { limit = DEFAULT_LOG_ENTRIES, before }: { limit?: number; before?: string } = {}): Promise<RunLogEntry[]> {
    assertSessionId(sessionId);
    assertCount('limit', limit, MAX_LOG_ENTRIES);
    const { entries, skippedLines } = await this.log.latest(sessionId, { limit, before });
    if (skippedLines > 0) this.logger.warn(`The log of session ${sessionId} has ${skippedLines} lines that cannot be read; they are left out.`);
    return entries as readonly unknown[] as RunLogEntry[];
  }

  /** Gives the session a name; a blank one takes it away again. Throws NotFoundError where there is no such session. */
  async rename(sessionId: string, name: string): Promise<void> {
    const trimmed = name.replace(/[\s\x00-\x1f]+/g, ' ').trim();
    if (trimmed.length > MAX_NAME_LENGTH) throw new InvalidInputError(`name must be at most ${MAX_NAME_LENGTH} characters.`, { field: 'name' });
    await this.setMetadata(sessionId, { name: trimmed === '' ? undefined : trimmed });
  }

  /**
   * Sets which model the session's turns ask where they name none; undefined: the selected one. Waits for a running turn. Throws NotFoundError
   * where there is no such session.
   */
  async setModel(sessionId: string, model: string | undefined): Promise<void> {
    await this.setMetadata(sessionId, { model });
  }

  /** Sets whether people see how the model reasons. Throws NotFoundError where there is no such session. */
  async setReasoningLevel(sessionId: string, level: ReasoningLevel): Promise<void> {
    await this.setMetadata(sessionId, { reasoningLevel: level });
  }

  /**
   * Removes all that is kept of the session: conversation, log, long tool outputs, copies of damaged files. Waits for a
   * running turn. Throws NotFoundError where there is none.
   */
  async delete(sessionId: string): Promise<void> {
    assertSessionId(sessionId);
    this.scheduler.turnBegins(sessionId);
    await this.queue.run(sessionId, async () => {
      const lease = await this.lock.acquire(lockName(sessionId));
      try {
        this.scheduler.forget(sessionId);
        const removed = [await this.store.remove(sessionId), await this.log.remove(sessionId)];
        if (!removed.includes(true)) throw noSuchSession(sessionId);
      } finally {
        lease.release({ remove: true });
      }
    });
  }

  /** Damage that was found so far; with `inspect`, every conversation is read whole to look for more. */
  damageReports(options: { inspect?: boolean } = {}): Promise<DamageReport[]> {
    return this.store.damageReports(options);
  }

  /** Sessions whose last turn was cut by the death of its process. A turn that another process runs right now is none. */
  async findInterrupted(): Promise<string[]> {
    const interrupted: string[] = [];
    for (const sessionId of await this.store.unsettled()) {
      const cut = await this.ifFree(sessionId, () => this.store.hasOpenTurn(sessionId));
      if (cut) interrupted.push(sessionId);
    }
    return interrupted;
  }

  /** Puts in order what a killed process left half done. For the start of the server; other commands change nothing. */
  async tidyAfterCrash(): Promise<void> {
    for (const sessionId of await this.store.unsettled()) {
      await this.ifFree(sessionId, async () => {
        await this.store.tidy(sessionId);
        return this.store.settle(sessionId);
      });
    }
  }

  /** Brings all sessions to rest that no turn is at work on. What a turn has stored so far is safe in any case. */
  async close(): Promise<void> {
    await this.scheduler.close();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }

  private async setMetadata(sessionId: string, patch: Partial<SessionMetadata>): Promise<void> {
    const set = async (session: OpenSession): Promise<void> => {
      if (session.isNew && session.damage.length === 0) throw noSuchSession(sessionId);
      await session.updateMetadata(patch);
    };
    await this.exclusively(sessionId, set, { isTurn: false });
  }

  /** What is no turn leaves it to the next one to deal with interruption and damage. */
  private async exclusively<T>(
    sessionId: string,
    task: (session: OpenSession) => Promise<T>,
    { isTurn, signal }: { isTurn: boolean; signal?: AbortSignal },
  ): Promise<T> {
    assertSessionId(sessionId);
    this.scheduler.turnBegins(sessionId);
    let unsettled = 0;
    const turn = async (): Promise<T> => {
      const lease = await this.lock.acquire(lockName(sessionId), { signal });
      try {
        const session = new TurnSession(sessionId, await this.store.open(sessionId), this.log, this.clock);
        let completed = false;
        try {
          const result = await task(session);
          completed = true;
          return result;
        } finally {
          unsettled = await session.end(completed && isTurn);
        }
      } finally {
        lease.release();
      }
    };
    return this.queue.run(sessionId, turn, { signal, after: () => this.scheduler.turnEnded(sessionId, unsettled) });
  }

  private async settle(sessionId: string, signal: AbortSignal): Promise<boolean> {
    const lease = await this.lock.tryAcquire(lockName(sessionId));
    if (!lease) return false;
    try {
      return await this.store.settle(sessionId, signal);
    } finally {
      lease.release();
    }
  }

  /** Runs the action unless anybody is at work on the session, in any process. One session's failure is logged and stops no other. */
  private async ifFree(sessionId: string, action: () => Promise<boolean>): Promise<boolean> {
    try {
      if (this.queue.isBusy(sessionId)) return false;
      return await this.queue.run(sessionId, async () => {
        const lease = await this.lock.tryAcquire(lockName(sessionId));
        if (!lease) return false;
        try {
          return await action();
        } finally {
          lease.release();
        }
      });
    } catch (error) {
      this.logger.warn(error instanceof Error ? error.message : String(error));
      return false;
    }
  }
}

function lockName(sessionId: string): string {
  return `session-${sessionId}`;
}

function noSuchSession(sessionId: string): NotFoundError {
  return new NotFoundError(`There is no session ${sessionId}.`, { sessionId });
}

function assertCount(field: string, value: number, max: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= max) return;
  throw new InvalidInputError(`${field} must be a whole number from 1 to ${max}.`, { field });
}
