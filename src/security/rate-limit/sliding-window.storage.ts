import type { ThrottlerStorage } from '@nestjs/throttler';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../common/clock.js';
import { MAX_RATE_CLIENTS } from '../limits.js';

/** The last accepted hits of one client: a ring of `limit` times, so that the oldest says when there is room again. */
interface Ring {
  readonly limit: number;
  readonly times: number[];
  next: number;
}

type Hit = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Counts hits of @nestjs/throttler exactly over a sliding window, in constant time and bounded memory (the package's own
 * storage keeps every client until a sweep). Refused hits do not count, so who waits as long as was said gets in.
 */
export class SlidingWindowStorage implements ThrottlerStorage {
  private readonly rings = new LRUCache<string, Ring>({ max: MAX_RATE_CLIENTS });

  constructor(private readonly clock: Clock) {}

  increment(key: string, ttl: number, limit: number): Promise<Hit> {
    const now = this.clock.now().getTime();
    const ring = this.ringOf(key, limit);
    const oldest = ring.times.length < limit ? undefined : ring.times[ring.next];
    const waitMs = oldest === undefined ? 0 : oldest + ttl - now;
    const isBlocked = waitMs > 0;
    if (!isBlocked) {
      ring.times[ring.next] = now;
      ring.next = (ring.next + 1) % limit;
    }
    return Promise.resolve({
      // At most: to know it exactly, all would have to be looked at.
      totalHits: ring.times.length + (isBlocked ? 1 : 0),
      timeToExpire: Math.ceil(ttl / 1000),
      isBlocked,
      timeToBlockExpire: isBlocked ? Math.ceil(waitMs / 1000) : 0,
    });
  }

  private ringOf(key: string, limit: number): Ring {
    const known = this.rings.get(key);
    if (known?.limit === limit) return known;
    const ring: Ring = { limit, times: [], next: 0 };
    this.rings.set(key, ring);
    return ring;
  }
}
