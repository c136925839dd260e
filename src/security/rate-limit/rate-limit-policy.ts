import type { CallerIdentity } from '../authentication/caller.service.js';
import { RATE_LIMITS } from '../limits.js';
import { clientNetwork } from '../request/network-address.js';
import type { RateClass } from './rate-class.decorator.js';

/** How many requests in a minute, and with which others they are counted together. */
export interface RateRule {
  /** Names the bucket: never anything that a client could make up. */
  key: string;
  limit: number;
}

/**
 * The rule for one request. The owner and keys are counted by who they are; guests and strangers by their address, since a
 * new session is cheap.
 */
export function rateRuleFor(caller: CallerIdentity, method: string, rateClass?: RateClass): RateRule {
  const { principal, address } = caller;
  switch (principal?.role) {
    case 'local':
      return { key: 'local', limit: RATE_LIMITS.local };
    case 'admin':
      return { key: `admin ${principal.id}`, limit: RATE_LIMITS.owner };
    case 'api-key':
      return { key: `api-key ${principal.id}`, limit: RATE_LIMITS.apiKey };
    default: {
      const bucket = rateClass ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write');
      const network = address === undefined ? 'unknown' : clientNetwork(address);
      return { key: `${bucket} ${network}`, limit: RATE_LIMITS[bucket] };
    }
  }
}
