import { SetMetadata } from '@nestjs/common';

/** Routes that are counted apart from the rest for guests and strangers. */
export type RateClass = 'chat' | 'search' | 'login' | 'stats';

/** Metadata key of a route's rate class. */
export const RATE_CLASS = 'jarvis:rate-class';

/** Counts this route in a bucket of its own; without it a route counts as a read or a write by its method. */
export const CountAs = (rateClass: RateClass): ClassDecorator & MethodDecorator => SetMetadata(RATE_CLASS, rateClass);
