/**
 * Starts built servers for tests and measuring programs, each with a throw-away home, and leaves nothing behind: in a
 * Jest file they end with its last test, in a program with the process.
 */
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import process from 'node:process';
import { makeHome, startBuiltServer } from '../../src/scripts/built-server.mjs';

const servers = new Set();
const homes = new Set();

/** @type {typeof import('./start-server.d.mts').makeTestHome} */
export async function makeTestHome() {
  const home = await makeHome('test');
  homes.add(home);
  return home;
}

/** @type {typeof import('./start-server.d.mts').startServer} */
export async function startServer({ home, ...options } = {}) {
  const server = await startBuiltServer({ home: home ?? (await makeTestHome()), ...options });
  servers.add(server);
  void server.exited.then(() => servers.delete(server));
  return server;
}

/** @type {typeof import('./start-server.d.mts').stopServers} */
export async function stopServers() {
  await Promise.all([...servers].map((server) => server.stop('SIGKILL')));
  const made = [...homes];
  homes.clear();
  await Promise.all(made.map((home) => rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })));
}

if (typeof globalThis.afterAll === 'function') {
  globalThis.afterAll(stopServers, 30_000);
} else {
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  process.on('exit', () => {
    for (const server of servers) process.kill(server.pid, 'SIGKILL');
    for (const home of homes) rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
}
