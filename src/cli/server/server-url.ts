import type { Settings } from '../../config/settings.js';
import { readTail } from './log-file.js';

/** What the server prints when it takes requests; PM2 puts the time before it. */
const LISTENING = /Jarvis is listening at (http:\/\/\S+)/g;

/** Addresses that mean "every address of this machine": the CLI calls the server on its loopback address then. */
const LOOPBACK_OF: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1', '': '127.0.0.1' };

/** Where a server with these settings answers; undefined where the system chooses the port (`port: 0`). */
export function configuredUrl(settings: Readonly<Settings>): string | undefined {
  if (settings.port === 0) return undefined;
  const host = LOOPBACK_OF[settings.host] ?? settings.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${settings.port}`;
}

/**
 * Where the server said last that it listens, as the log has it; undefined where it never did.
 *
 * @param from byte of the log to begin at
 */
export async function loggedUrl(serverLogFile: string, from = 0): Promise<string | undefined> {
  const text = await readTail(serverLogFile, from);
  return [...text.matchAll(LISTENING)].at(-1)?.[1];
}
