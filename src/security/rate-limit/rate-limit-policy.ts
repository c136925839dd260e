import type { CallerIdentity } from '../authentication/caller.service.js';
import { GUESTS_PER_ADDRESS, RATE_LIMITS } from '../limits.js';
import { clientNetwork } from '../request/network-address.js';
import { routePath } from '../request/route-path.js';
import type { RateClass } from './rate-class.decorator.js';

/** How many requests in a minute, and with which others they are counted together. */
export interface RateRule {
  /** Names the bucket: never anything that a client could make up. */
  key: string;
  limit: number;
}

/** Counted by address also for those who have a session: a PIN is guessed without one, and figures are asked for by page, not by person. */
const BY_ADDRESS: readonly string[] = ['login', 'stats'];

/** The rule for one request. The owner's tokens and keys are counted by who they are, sessions by session, strangers by address. */
export function rateRuleFor(caller: CallerIdentity, method: string, rateClass?: RateClass): RateRule {
  const { principal, session } = caller;
  if (session === undefined && principal !== undefined && principal.role !== 'guest') {
    const { role, id } = principal;
    return role === 'local' ? { key: 'local', limit: RATE_LIMITS.local } : { key: `${role} ${id}`, limit: role === 'admin' ? RATE_LIMITS.owner : RATE_LIMITS.apiKey };
  }
  const bucket = bucketOf(method, rateClass);
  const who = session === undefined || BY_ADDRESS.includes(bucket) ? networkOf(caller) : `session ${session}`;
  return { key: `${bucket} ${who}`, limit: RATE_LIMITS[bucket] };
}

/** What all guests of one address may do together; undefined where it is no guest who asks. */
export function guestsRuleFor(caller: CallerIdentity, method: string, rateClass?: RateClass): RateRule | undefined {
  if (caller.principal?.role !== 'guest') return undefined;
  const bucket = bucketOf(method, rateClass);
  return { key: `guests ${bucket} ${networkOf(caller)}`, limit: RATE_LIMITS[bucket] * GUESTS_PER_ADDRESS };
}

/** The class of a request that is refused before there is a route. */
export function rateClassOfTarget(method: string, target: string): RateClass | undefined {
  const path = routePath(target);
  if (path === '/api/stats') return 'stats';
  if (method !== 'POST') return undefined;
  const classes: Readonly<Record<string, RateClass>> = { '/api/chat': 'chat', '/api/search': 'search', '/api/auth/login': 'login' };
  return classes[path];
}

function bucketOf(method: string, rateClass: RateClass | undefined): RateClass | 'read' | 'write' {
  return rateClass ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write');
}

function networkOf({ address }: CallerIdentity): string {
  return address === undefined ? 'unknown' : clientNetwork(address);
}
