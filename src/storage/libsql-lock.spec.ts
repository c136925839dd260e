import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SystemClock } from '../common/clock.js';
import { StorageError, TooManyRequestsError } from '../common/domain-error.js';
import { LibsqlLock } from './libsql-lock.js';
import { MAX_HELD_LOCKS } from './limits.js';
import type { LockLease } from './lock.js';
import { ChildPrograms, killHard } from './testing/child-process.js';

describe('LibsqlLock, with real lock files', () => {
  let folder: string;
  let lock: LibsqlLock;
  const children = new ChildPrograms();

  beforeEach(() => {
    folder = path.join(mkdtempSync(path.join(tmpdir(), 'jarvis-locks-')), 'locks');
    lock = new LibsqlLock(folder, new SystemClock());
  });
  afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }));
  afterAll(() => children.remove());

  it('gives a name to one holder at a time, and other names to others', async () => {
    const lease = await lock.tryAcquire('a');
    expect(lease).toBeDefined();
    expect(await lock.tryAcquire('a')).toBeUndefined();
    expect(await new LibsqlLock(folder, new SystemClock()).tryAcquire('a')).toBeUndefined();
    const other = await lock.tryAcquire('b');
    expect(other).toBeDefined();
    lease?.release();
    const next = await new LibsqlLock(folder, new SystemClock()).tryAcquire('a');
    expect(next).toBeDefined();
    next?.release();
    other?.release();
  });

  it('hands on to who waits, as soon as it is given back', async () => {
    const order: string[] = [];
    const lease = await lock.acquire('a');
    const waiting = lock.acquire('a').then((second) => {
      order.push('second');
      second.release();
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    order.push('first');
    lease.release();
    await waiting;
    expect(order).toEqual(['first', 'second']);
  });

  it('stops waiting with the signal, and does not hold anything then', async () => {
    const lease = await lock.acquire('a');
    const controller = new AbortController();
    const waiting = lock.acquire('a', { signal: controller.signal });
    const reason = new Error('no longer wanted');
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    lease.release();
    const next = await lock.tryAcquire('a');
    expect(next).toBeDefined();
    next?.release();
  });

  it('does not block the event loop while it waits', async () => {
    const lease = await lock.acquire('a');
    const waiting = lock.acquire('a');
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(20);
    lease.release();
    (await waiting).release();
  });

  it('is free at once when its holder is killed, however often', async () => {
    for (let round = 0; round < 3; round += 1) {
      const child = await children.start('hold-lock', [folder, 'a']);
      expect(await lock.tryAcquire('a')).toBeUndefined();
      const waiting = lock.acquire('a');
      await killHard(child);
      (await waiting).release();
    }
  });

  it('leaves empty, private files and no descriptor behind', async () => {
    const descriptors = (): number => readdirSync('/dev/fd').length;
    (await lock.tryAcquire('a'))?.release();
    const before = descriptors();
    const held = await lock.acquire('a');
    for (let round = 0; round < 300; round += 1) {
      expect(await lock.tryAcquire('a')).toBeUndefined();
      (await lock.tryAcquire(`b${round % 3}`))?.release();
    }
    expect(descriptors()).toBeLessThanOrEqual(before + 1);
    held.release();
    held.release();
    for (const name of readdirSync(folder)) {
      expect(statSync(path.join(folder, name)).size).toBe(0);
      expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
    }
  });

  it('can be removed with its name while others wait for it, and still has one holder', async () => {
    let holders = 0;
    let most = 0;
    const turn = async (): Promise<void> => {
      const own = new LibsqlLock(folder, new SystemClock());
      for (let round = 0; round < 10; round += 1) {
        const lease = await own.acquire('a');
        holders += 1;
        most = Math.max(most, holders);
        await new Promise((resolve) => setImmediate(resolve));
        holders -= 1;
        lease.release({ remove: round % 2 === 0 });
      }
    };
    await Promise.all([turn(), turn(), turn()]);
    expect(most).toBe(1);
    (await lock.acquire('a')).release({ remove: true });
    expect(existsSync(path.join(folder, 'a.lock'))).toBe(false);
  });

  it('takes a lock whose file holds something else', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'a.lock'), 'no database'.repeat(100));
    const lease = await lock.tryAcquire('a');
    expect(lease).toBeDefined();
    lease?.release();
  });

  it('says without a path what is wrong where it cannot lock', async () => {
    mkdirSync(path.join(folder, 'a.lock'), { recursive: true });
    const failure: unknown = await lock.tryAcquire('a').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StorageError);
    expect((failure as StorageError).message).not.toContain(folder);
  });

  it('refuses to hold more than its limit, and says when to come back', async () => {
    const leases: LockLease[] = [];
    for (let count = 0; count < MAX_HELD_LOCKS; count += 1) leases.push(await lock.acquire(`n${count}`));
    await expect(lock.tryAcquire('one-more')).rejects.toBeInstanceOf(TooManyRequestsError);
    for (const lease of leases) lease.release();
    (await lock.acquire('one-more')).release();
  });
});
