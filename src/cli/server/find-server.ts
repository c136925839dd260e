import type { JarvisPaths } from '../../config/jarvis-paths.js';
import type { Settings } from '../../config/settings.js';
import { askHealth, type Health } from './health.js';
import { readOwnToken } from './own-token.js';
import { configuredUrl, loggedUrl } from './server-url.js';

/** A server that answers. */
export interface FoundServer {
  url: string;
  health: Health;
}

/**
 * The running server of this home: where the settings say, else where its log says that it listened last (the settings
 * were changed since, or leave the port to the system). Undefined where nothing answers at either.
 *
 * @param settings undefined where they cannot be used
 */
export async function findServer(paths: JarvisPaths, settings: Readonly<Settings> | undefined): Promise<FoundServer | undefined> {
  const token = readOwnToken(paths);
  const urls = new Set([settings && configuredUrl(settings), await loggedUrl(paths.serverLogFile)]);
  for (const url of urls) {
    const health = url === undefined ? undefined : await askHealth(url, token);
    if (url !== undefined && health !== undefined) return { url, health };
  }
  return undefined;
}
