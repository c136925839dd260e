import { Clock } from '../../common/clock.js';
import type { PrincipalRole } from '../principal.js';
import { guestsRuleFor, rateClassOfTarget, rateRuleFor } from './rate-limit-policy.js';
import { SlidingWindowStorage } from './sliding-window.storage.js';

class SteppedClock extends Clock {
  milliseconds = 1_000_000;
  override now(): Date {
    return new Date(this.milliseconds);
  }
  override sleep(): Promise<void> {
    return Promise.resolve();
  }
}

describe('rateRuleFor', () => {
  const as = (role: PrincipalRole, id = 'x', address = '203.0.113.9') => ({ principal: { role, id, scopes: [] }, address });
  const stranger = { address: '203.0.113.9' };

  test('the owner on this machine is not throttled below 600 a minute', () => {
    expect(rateRuleFor(as('local'), 'POST', 'chat').limit).toBeGreaterThanOrEqual(600);
    expect(rateRuleFor(as('admin'), 'POST', 'chat').limit).toBe(600);
  });

  test.each([
    ['POST', 'chat', 24],
    ['POST', 'search', 16],
    ['POST', 'login', 10],
    ['GET', 'stats', 600],
    ['POST', undefined, 30],
    ['DELETE', undefined, 30],
    ['GET', undefined, 240],
    ['HEAD', undefined, 240],
  ] as const)('guests and strangers: %s %s is %i a minute', (method, rateClass, limit) => {
    expect(rateRuleFor(stranger, method, rateClass).limit).toBe(limit);
    expect(rateRuleFor(as('guest'), method, rateClass).limit).toBe(limit);
  });

  test('sessions are counted each for itself, at the same figures whoever it is; signing in and figures by address', () => {
    const guest = { ...as('guest', 'guest-a'), session: 'a' };
    expect(rateRuleFor(guest, 'POST').key).not.toBe(rateRuleFor({ ...guest, session: 'b' }, 'POST').key);
    expect(rateRuleFor({ ...as('admin', 'pin'), session: 'a' }, 'POST', 'chat').limit).toBe(24);
    for (const rateClass of ['login', 'stats'] as const) expect(rateRuleFor(guest, 'POST', rateClass)).toEqual(rateRuleFor(stranger, 'POST', rateClass));
    expect(rateRuleFor({ address: '203.0.113.8' }, 'POST').key).not.toBe(rateRuleFor(stranger, 'POST').key);
  });

  test('a new session gains a guest little: all of one address have a limit together', () => {
    const rules = ['a', 'b'].map((session) => guestsRuleFor({ ...as('guest', session), session }, 'POST', 'chat'));
    expect(rules[0]).toEqual(rules[1]);
    expect(rules[0]?.limit).toBe(120);
    expect(guestsRuleFor({ ...as('admin', 'pin'), session: 'a' }, 'POST', 'chat')).toBeUndefined();
  });

  test.each([
    ['POST', '/api/chat', 'chat'],
    ['POST', '/API/Chat/?x=1', 'chat'],
    ['POST', '/api/auth/login', 'login'],
    ['GET', '/api/stats', 'stats'],
    ['GET', '/api/chat', undefined],
    ['POST', '/api/memories', undefined],
  ])('%s %s counts as %s before it has a route', (method, target, rateClass) => {
    expect(rateClassOfTarget(method, target)).toBe(rateClass);
  });

  test('an IPv6 client is its network', () => {
    expect(rateRuleFor({ address: '2001:db8:1:2::3' }, 'GET').key).toBe(rateRuleFor({ address: '2001:db8:1:2:ffff::4' }, 'GET').key);
    expect(rateRuleFor({}, 'GET').key).toBe('read unknown');
  });

  test('keys and admins are counted by their token', () => {
    expect(rateRuleFor(as('api-key', 'a'), 'GET').key).not.toBe(rateRuleFor(as('api-key', 'b'), 'GET').key);
    expect(rateRuleFor(as('admin', 'a', '203.0.113.1'), 'GET').key).toBe(rateRuleFor(as('admin', 'a', '203.0.113.2'), 'POST').key);
  });
});

describe('SlidingWindowStorage', () => {
  test('exactly the limit in any window, and who waits as long as was said gets in', async () => {
    const clock = new SteppedClock();
    const storage = new SlidingWindowStorage(clock);
    const accepted: number[] = [];
    for (let step = 0; step < 500; step += 1) {
      const { isBlocked, timeToBlockExpire } = await storage.increment('client', 60_000, 24);
      if (!isBlocked) accepted.push(clock.milliseconds);
      clock.milliseconds += isBlocked && step % 3 === 0 ? timeToBlockExpire * 1000 : 700;
      if (isBlocked && step % 3 === 0) expect((await storage.increment('client', 60_000, 24)).isBlocked).toBe(false);
      if (isBlocked && step % 3 === 0) accepted.push(clock.milliseconds);
    }
    for (const time of accepted) {
      expect(accepted.filter((other) => other > time - 60_000 && other <= time).length).toBeLessThanOrEqual(24);
    }
    expect(accepted.length).toBeGreaterThan(100);
  });

  test('clients do not share, and the number that is remembered is bounded', async () => {
    const storage = new SlidingWindowStorage(new SteppedClock());
    expect((await storage.increment('a', 60_000, 1)).isBlocked).toBe(false);
    expect((await storage.increment('b', 60_000, 1)).isBlocked).toBe(false);
    expect((await storage.increment('a', 60_000, 1)).isBlocked).toBe(true);
    for (let index = 0; index < 6_000; index += 1) await storage.increment(`flood ${index}`, 60_000, 1);
    expect((await storage.increment('a', 60_000, 1)).isBlocked).toBe(false);
  });
});
