import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../common/clock.js';
import { MAX_SESSIONS, SESSION_IDLE_MS } from '../limits.js';
import { PinStore } from '../pin/pin-store.js';

/** What a session makes its holder. */
export type SessionRole = 'guest' | 'admin';

/** A session of somebody who signed in, or of a guest. */
export interface AccessSession {
  readonly role: SessionRole;
  /** Names the session in logs and buckets; lets nobody in. */
  readonly handle: string;
}

interface HeldSession extends AccessSession {
  readonly address: string;
  readonly pinGeneration: string;
  /** Milliseconds since the epoch. */
  usedAt: number;
}

const SESSION_ID = /^[0-9a-f]{32}$/;

/**
 * Sessions in JarvisChat's way: an id of 32 hexadecimal digits, good for the client address that it was given to, until it is not used for
 * SESSION_IDLE_MS, is ended, or the PIN is set anew. Kept in memory: a restart ends them all.
 */
@Injectable()
export class AccessSessions {
  private readonly sessions = new LRUCache<string, HeldSession>({ max: MAX_SESSIONS });

  constructor(
    private readonly clock: Clock,
    private readonly pins: PinStore,
  ) {}

  /** Begins a session for a client and returns its id, the only thing that opens it. */
  begin(role: SessionRole, address: string): string {
    const id = randomUUID().replaceAll('-', '');
    const handle = randomBytes(6).toString('hex');
    this.sessions.set(id, { role, handle, address, pinGeneration: this.pins.generation(), usedAt: this.now() });
    return id;
  }

  /** The session of this id, if it is this client's and has not ended. Looking at it keeps it alive. */
  use(id: string, address: string | undefined): AccessSession | undefined {
    const session = SESSION_ID.test(id) ? this.sessions.get(id) : undefined;
    if (session === undefined) return undefined;
    if (this.now() - session.usedAt > SESSION_IDLE_MS || session.pinGeneration !== this.pins.generation()) {
      this.sessions.delete(id);
      return undefined;
    }
    if (session.address !== address) return undefined;
    session.usedAt = this.now();
    return session;
  }

  /** Ends a session at once, and says whose it was; undefined where there is none with this id. */
  end(id: string): AccessSession | undefined {
    const session = this.sessions.get(id);
    this.sessions.delete(id);
    return session;
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
