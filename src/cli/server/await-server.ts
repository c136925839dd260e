import type { Clock } from '../../common/clock.js';
import { START_POLL_MS, START_TIMEOUT_MS } from '../limits.js';
import { askHealth } from './health.js';
import type { ProcessManager } from './process-manager.js';
import { loggedUrl } from './server-url.js';

/** How waiting for a server ended. */
export type Awaited = { kind: 'answers'; url: string } | { kind: 'crashed' } | { kind: 'silent'; waitedMs: number };

/** What is known of the server that is waited for. */
export interface ExpectedServer {
  processes: ProcessManager;
  serverLogFile: string;
  /** Where it will answer; undefined where only its log will say. */
  url: string | undefined;
  /** Where its own part of the log begins. */
  logFrom: number;
  /** Restarts that PM2 counted before. */
  restarts: number;
}

/** Waits until the server answers, ends by itself, or START_TIMEOUT_MS are over. */
export async function awaitServer(expected: ExpectedServer, clock: Clock): Promise<Awaited> {
  const started = clock.now().getTime();
  for (;;) {
    const url = expected.url ?? (await loggedUrl(expected.serverLogFile, expected.logFrom));
    if (url !== undefined && (await askHealth(url)) !== undefined) return { kind: 'answers', url };
    const server = await expected.processes.find();
    const ended = server === undefined || server.status === 'stopped' || server.status === 'errored';
    if (ended || server.restarts > expected.restarts) return { kind: 'crashed' };
    const waitedMs = clock.now().getTime() - started;
    if (waitedMs >= START_TIMEOUT_MS) return { kind: 'silent', waitedMs };
    await clock.sleep(START_POLL_MS);
  }
}
