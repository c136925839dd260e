import { Logger } from '@nestjs/common';
import { FixedClock } from '../storage/testing/fixed-clock.js';
import { SETTLE_BYTES, SETTLE_IDLE_MS, SETTLE_LATEST_MS, SETTLE_RETRY_MS } from './limits.js';
import { SettleScheduler } from './settle-scheduler.js';

const settleDown = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

describe('SettleScheduler', () => {
  let clock: FixedClock;
  let scheduler: SettleScheduler;
  let settled: string[];
  let busy: Set<string>;
  let settle: (sessionId: string, signal: AbortSignal) => Promise<boolean>;

  const pass = async (milliseconds: number): Promise<void> => {
    clock.advance(milliseconds);
    await settleDown();
  };

  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => Logger.overrideLogger(new Logger()));
  beforeEach(() => {
    clock = new FixedClock();
    settled = [];
    busy = new Set();
    settle = (sessionId) => Promise.resolve(settled.push(sessionId) > 0);
    scheduler = new SettleScheduler(clock, {
      settle: (sessionId, signal) => settle(sessionId, signal),
      whenIdle: (sessionId, action) => (busy.has(sessionId) ? Promise.resolve() : action()),
    });
  });

  it('settles a session when it has been quiet for a moment, and not before', async () => {
    await scheduler.turnEnded('s', 100);
    await pass(SETTLE_IDLE_MS - 1);
    await scheduler.turnEnded('s', 200);
    await pass(SETTLE_IDLE_MS - 1);
    expect(settled).toEqual([]);
    await pass(1);
    expect(settled).toEqual(['s']);
    expect(clock.sleeping).toBe(0);
  });

  it('has nothing to do for a session that is at rest or is no more', async () => {
    await scheduler.turnEnded('s', 0);
    await scheduler.turnEnded('t', 100);
    scheduler.forget('t');
    await pass(SETTLE_LATEST_MS);
    expect(settled).toEqual([]);
  });

  it('leaves the disk to others while anybody asks for anything', async () => {
    await scheduler.turnEnded('s', 100);
    for (let round = 0; round < 5; round += 1) {
      await pass(SETTLE_IDLE_MS - 1);
      scheduler.turnBegins('other');
    }
    expect(settled).toEqual([]);
    await pass(SETTLE_IDLE_MS);
    expect(settled).toEqual(['s']);
  });

  it('settles what was put off too long while others are at work', async () => {
    await scheduler.turnEnded('s', 100);
    for (let passed = 0; passed <= SETTLE_LATEST_MS; passed += SETTLE_IDLE_MS - 1) {
      await pass(SETTLE_IDLE_MS - 1);
      scheduler.turnBegins('other');
    }
    await pass(1);
    expect(settled).toEqual(['s']);
  });

  it('does not put it off for ever while turns keep coming', async () => {
    const started = clock.now().getTime();
    while (settled.length === 0) {
      await scheduler.turnEnded('s', 100);
      clock.advance(SETTLE_IDLE_MS - 1);
    }
    expect(clock.now().getTime() - started).toBeLessThan(SETTLE_LATEST_MS + 2 * SETTLE_IDLE_MS);
  });

  it('settles a long journal at the end of its turn', async () => {
    await scheduler.turnEnded('s', SETTLE_BYTES);
    expect(settled).toEqual(['s']);
  });

  it('gives way to a turn, and tries again after it', async () => {
    settle = (sessionId, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(false), { once: true })).then(() => settled.push(`${sessionId} gave way`) < 0);
    await scheduler.turnEnded('s', 100);
    await pass(SETTLE_IDLE_MS);
    scheduler.turnBegins('other');
    scheduler.turnBegins('s');
    await settleDown();
    expect(settled).toEqual(['s gave way']);
    settle = (sessionId) => Promise.resolve(settled.push(sessionId) > 0);
    await scheduler.turnEnded('s', 200);
    await pass(SETTLE_IDLE_MS);
    expect(settled).toEqual(['s gave way', 's']);
  });

  it('tries again later where it failed', async () => {
    settle = () => Promise.reject(new Error('disk full'));
    await scheduler.turnEnded('s', 100);
    await pass(SETTLE_IDLE_MS);
    settle = (sessionId) => Promise.resolve(settled.push(sessionId) > 0);
    for (let passed = 0; passed < SETTLE_RETRY_MS; passed += SETTLE_IDLE_MS) await pass(SETTLE_IDLE_MS);
    expect(settled).toEqual(['s']);
  });

  it('is not held up by a clock that is set back', async () => {
    // Sleeps end by the host's own count of time, whatever its clock says.
    clock.sleep = async () => void (await settleDown());
    await scheduler.turnEnded('s', 100);
    clock.advance(-3_600_000);
    for (let round = 0; round < 5; round += 1) await settleDown();
    expect(settled).toEqual(['s']);
  });

  it('settles one session at a time, and does not wait for one that is at work', async () => {
    let running = 0;
    settle = async (sessionId) => {
      running += 1;
      expect(running).toBe(1);
      await settleDown();
      running -= 1;
      return settled.push(sessionId) > 0;
    };
    for (const sessionId of ['a', 'busy', 'b', 'c']) await scheduler.turnEnded(sessionId, 100);
    busy.add('busy');
    await pass(SETTLE_IDLE_MS);
    for (let round = 0; round < 6; round += 1) await settleDown();
    expect(settled).toEqual(['a', 'b', 'c']);
    busy.clear();
    await scheduler.turnEnded('busy', 200);
    await pass(SETTLE_IDLE_MS);
    await settleDown();
    expect(settled).toEqual(['a', 'b', 'c', 'busy']);
  });

  it('settles what is left when it is closed, and what ends later at once', async () => {
    for (const sessionId of ['a', 'b']) await scheduler.turnEnded(sessionId, 100);
    await scheduler.close();
    expect(settled).toEqual(['a', 'b']);
    await scheduler.turnEnded('c', 100);
    expect(settled).toEqual(['a', 'b', 'c']);
    expect(clock.sleeping).toBe(0);
  });
});
