import type { Client } from '../request/client.js';
import { onlyValue, type RequestDescription } from '../request/request-description.js';
import { routePath } from '../request/route-path.js';
import { BODY_CAPS, DEFAULT_BODY_CAP_BYTES, MAX_JSON_BODY_BYTES } from '../limits.js';

/**
 * Bytes that a body may have, as far as can be known before anything else: the third seed's figures where the rules are guarded, but for
 * programs with a token. A path that is spelled in an unusual way has the smallest.
 */
export function bodyCapOf(request: RequestDescription, client: Client, isGuarded: boolean): number {
  const hasToken = /^bearer /i.test(onlyValue(request, 'authorization') ?? '');
  const path = routePath(request.target);
  const cap = BODY_CAPS[path];
  if (hasToken || (!isGuarded && client.isLocal)) return Math.max(MAX_JSON_BODY_BYTES, cap ?? 0);
  return cap ?? DEFAULT_BODY_CAP_BYTES;
}
