import { existsSync } from 'node:fs';
import { messageOf } from '../../common/domain-error.js';
import type { JarvisPaths } from '../../config/jarvis-paths.js';
import { parseSettings, readRawSettings } from '../../config/settings-file.js';
import type { Settings } from '../../config/settings.js';
import { ExitCode } from '../exit-code.js';
import { CRASH_LOOP_RESTARTS } from '../limits.js';
import type { Terminal } from '../terminal.js';
import { findServer, type FoundServer } from './find-server.js';
import { formatBytes, formatDuration } from './format.js';
import type { ManagedServer, ProcessManager } from './process-manager.js';

/**
 * Says how the server is. Returns the exit code: 0 where it answers, 3 where it does not run, 1 where something is wrong
 * with it (it crashes again and again, or runs and does not answer).
 */
export async function printStatus(paths: JarvisPaths, processes: ProcessManager, terminal: Terminal): Promise<number> {
  const managed = await processes.find();
  const { settings, problem } = readSettings(paths);
  const found = await findServer(paths, settings);
  const [headline, exitCode] = judge(managed, found);
  terminal.print(exitCode === ExitCode.ok ? terminal.style.green(headline) : terminal.style.yellow(headline));
  for (const [label, value] of details(paths, managed, found)) terminal.print(`  ${label.padEnd(9)} ${value}`);
  if (problem !== undefined) terminal.print(`  ${terminal.style.yellow('Warning')}   ${problem}`);
  for (const warning of found?.health.warnings ?? []) terminal.print(`  ${terminal.style.yellow('Warning')}   ${warning}`);
  return exitCode;
}

/** A server that runs goes on with the settings that it read; that the file was spoiled since is worth a warning. */
function readSettings(paths: JarvisPaths): { settings?: Settings; problem?: string } {
  try {
    return { settings: parseSettings(readRawSettings(paths.settingsFile)) };
  } catch (error) {
    return { problem: messageOf(error).replaceAll('\n', '\n  ') };
  }
}

function judge(managed: ManagedServer | undefined, found: FoundServer | undefined): [headline: string, exitCode: number] {
  const runs = managed?.status === 'online' || managed?.status === 'starting';
  if (runs && found !== undefined) return ['Jarvis is running.', ExitCode.ok];
  if (runs && managed.restarts >= CRASH_LOOP_RESTARTS) {
    return [`Jarvis crashes again and again (${managed.restarts} restarts). \`jarvis logs\` shows why.`, ExitCode.failure];
  }
  if (runs) return ['Jarvis runs but does not answer. It may be starting; otherwise `jarvis logs` shows why.', ExitCode.failure];
  if (managed?.status === 'errored') {
    return ['Jarvis crashed too often and is no longer restarted. `jarvis logs` shows why.', ExitCode.failure];
  }
  if (found !== undefined) return ['Jarvis is running, but not in the background (`jarvis start` did not start it).', ExitCode.ok];
  return ['Jarvis is not running. `jarvis start` starts it.', ExitCode.notRunning];
}

function details(paths: JarvisPaths, managed: ManagedServer | undefined, found: FoundServer | undefined): [string, string][] {
  const rows: [string, string][] = [];
  if (found !== undefined) {
    rows.push(['URL', found.url], ['Version', found.health.version], ['Uptime', formatDuration(found.health.uptimeSeconds)]);
  }
  if (managed?.pid !== undefined) rows.push(['PID', String(managed.pid)], ['Memory', formatBytes(managed.memoryBytes)]);
  if (managed !== undefined && managed.restarts > 0) rows.push(['Restarts', `${managed.restarts} since \`jarvis start\``]);
  if (existsSync(paths.serverLogFile)) rows.push(['Log', paths.serverLogFile]);
  return rows;
}
