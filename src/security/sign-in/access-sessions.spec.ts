import { SteppedClock } from '../testing/stepped-clock.js';
import type { PinStore } from '../pin/pin-store.js';
import { AccessSessions } from './access-sessions.js';

describe('AccessSessions', () => {
  const clock = new SteppedClock();
  const pins = { current: 'first', generation: () => pins.current };
  const sessions = new AccessSessions(clock, pins as unknown as PinStore);

  test('an id has 32 hexadecimal digits and opens its session from its address alone', () => {
    const id = sessions.begin('guest', '10.0.0.1');
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(sessions.use(id, '10.0.0.1')?.role).toBe('guest');
    for (const address of ['10.0.0.2', '::1', undefined]) expect(sessions.use(id, address)).toBeUndefined();
    expect(sessions.use(id, '10.0.0.1')?.role).toBe('guest');
    for (const wrong of ['', id.toUpperCase(), id.slice(1), `${id} `, '0'.repeat(32), '__proto__']) expect(sessions.use(wrong, '10.0.0.1')).toBeUndefined();
  });

  test('it ends 90 s after its last use, and not before', () => {
    const id = sessions.begin('admin', '10.0.0.1');
    for (let step = 0; step < 5; step += 1) {
      clock.advance(89_000);
      expect(sessions.use(id, '10.0.0.1')?.role).toBe('admin');
    }
    // Whoever else asks for it does not keep it alive.
    clock.advance(60_000);
    sessions.use(id, '10.0.0.9');
    clock.advance(31_000);
    expect(sessions.use(id, '10.0.0.1')).toBeUndefined();
    clock.advance(-80_000);
    expect(sessions.use(id, '10.0.0.1')).toBeUndefined();
  });

  test('a PIN that is set anew ends every session, a logout one', () => {
    const [first, second] = [sessions.begin('admin', '10.0.0.1'), sessions.begin('guest', '10.0.0.1')];
    expect(sessions.end(first)?.role).toBe('admin');
    expect(sessions.use(first, '10.0.0.1')).toBeUndefined();
    expect(sessions.use(second, '10.0.0.1')).toBeDefined();
    pins.current = 'second';
    expect(sessions.use(second, '10.0.0.1')).toBeUndefined();
    expect(sessions.end(second)).toBeUndefined();
  });

  test('their number is bounded: the one unused for longest goes', () => {
    const id = sessions.begin('guest', '10.0.0.1');
    for (let count = 0; count < 10_000; count += 1) sessions.begin('guest', '10.0.0.2');
    expect(sessions.use(id, '10.0.0.1')).toBeUndefined();
  });
});
