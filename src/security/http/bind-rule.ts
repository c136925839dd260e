import type { Settings } from '../../config/settings.js';
import { UnsafeBindError } from '../errors.js';
import { isLoopbackAddress, normalizeAddress } from '../request/network-address.js';

/**
 * Throws UnsafeBindError where the server would listen beyond this machine although nobody could prove to be its owner.
 *
 * @param hasCredential whether an access token or a PIN exists; asked only where it matters
 */
export function assertBindAllowed(settings: Readonly<Pick<Settings, 'host'>>, hasCredential: () => boolean): void {
  const { host } = settings;
  if (isLoopbackHost(host) || hasCredential()) return;
  throw new UnsafeBindError(
    `Jarvis does not listen on ${host} (setting "host") as long as there is no PIN and no access token: it can run commands, and others ` +
      'could reach it there. Choose a PIN with `jarvis pin set`, make a token with `jarvis token create NAME`, or set "host" to 127.0.0.1.',
    { host },
  );
}

/** Whether a server that listens there is reached from this machine alone. */
export function isLoopbackHost(host: string): boolean {
  return host.toLowerCase() === 'localhost' || isLoopbackAddress(normalizeAddress(host));
}
