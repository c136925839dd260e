import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PROC_BATCH } from './limits.js';

/** A process that lives: zombies, which only wait to be counted by their parent, are not listed. */
export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  /** Session id; the group's on systems that do not tell. */
  session: number;
  /** Start in clock ticks since boot, for "not older than"; 0 where the system does not tell. */
  startedAt: number;
}

/** All processes of the machine. Reads /proc on Linux and asks `ps` elsewhere. */
export function listProcesses(): Promise<ProcessEntry[]> {
  return process.platform === 'linux' ? readProc() : askPs();
}

/** Those of the ids whose processes live. Cheaper than the whole table. */
export async function livingOf(pids: readonly number[]): Promise<number[]> {
  if (process.platform === 'linux') return pids.filter((pid) => readStat(String(pid)) !== undefined);
  const living = new Set((await listProcesses()).map((entry) => entry.pid));
  return pids.filter((pid) => living.has(pid));
}

async function readProc(): Promise<ProcessEntry[]> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const entries: ProcessEntry[] = [];
  for (const [index, pid] of pids.entries()) {
    if (index > 0 && index % PROC_BATCH === 0) await setImmediate();
    const entry = readStat(pid);
    if (entry) entries.push(entry);
  }
  return entries;
}

/** proc_pid_stat(5): the name stands in brackets and may hold brackets and blanks, so the fields count from the last one. */
function readStat(pid: string): ProcessEntry | undefined {
  const text = readProcFile(pid, 'stat');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session] = fields;
  if (session === undefined || state === 'Z' || state === 'X') return undefined;
  return { pid: Number(pid), parent: Number(parent), group: Number(group), session: Number(session), startedAt: Number(fields[19]) };
}

async function askPs(): Promise<ProcessEntry[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=']);
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, group, state] = line.trim().split(/\s+/);
    if (state === undefined || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: Number(group), startedAt: 0 }];
  });
}

/** The variables that a process was started with; `[]` where that cannot be read (another user's, gone, not Linux). */
export function startEnvironment(pid: number): string[] {
  return readProcFile(String(pid), 'environ').split('\0');
}

/** Resident memory of a process in KiB; undefined where that cannot be read. */
export function residentKib(pid: number): number | undefined {
  const found = /^VmRSS:\s*(\d+) kB$/m.exec(readProcFile(String(pid), 'status'));
  return found ? Number(found[1]) : undefined;
}

function readProcFile(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
