import { readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { END_POLL_MS, KILL_AFTER_MS, KILL_PASSES, KILLED_AFTER_MS } from './limits.js';
import { listProcesses, livingOf, startEnvironment, type ProcessEntry } from './process-table.js';

/** The variable that every process of one call inherits, and by which it is found after it left its parent and session. */
export const CALL_MARKER = 'JARVIS_CALL_ID';

/** The variable that a child carries from its start: which server it belongs to. */
export const HOST_MARKER = 'JARVIS_TOOL_CHILD_OF';

/** What belongs together: everything below `root`, and everything that carries the call's mark. */
export interface ProcessTree {
  root: number;
  /** Undefined where no call has begun. */
  callId: string | undefined;
}

/**
 * The living processes of a tree, without its root: its descendants, what carries the call's mark (Linux), and what shares a
 * session or group that one of them made. A process that left its parent and session and cleared its environment is not
 * found; docs/security.md says so.
 */
export async function processesOf(tree: ProcessTree): Promise<number[]> {
  // A process that could not be started has the id 0, whose "children" are the whole machine.
  if (tree.root <= 1) return [];
  const all = await listProcesses();
  const rootStart = all.find((entry) => entry.pid === tree.root)?.startedAt ?? 0;
  const mark = `${CALL_MARKER}=${tree.callId}`;
  const marked =
    tree.callId === undefined ? [] : all.filter((entry) => entry.startedAt >= rootStart && startEnvironment(entry.pid).includes(mark));
  const members = new Set([tree.root, ...marked.map((entry) => entry.pid)]);
  let before = 0;
  while (members.size > before) {
    before = members.size;
    for (const entry of all) if (belongs(entry, members)) members.add(entry.pid);
  }
  members.delete(tree.root);
  members.delete(process.pid);
  return [...members];
}

function belongs(entry: ProcessEntry, members: ReadonlySet<number>): boolean {
  return members.has(entry.parent) || members.has(entry.group) || members.has(entry.session);
}

/** Ends what is below a tree's root: TERM, then KILL after KILL_AFTER_MS. Resolves when nothing of it is left. */
export async function endProcesses(tree: ProcessTree, killAfterMs = KILL_AFTER_MS): Promise<void> {
  const deadline = Date.now() + killAfterMs;
  let left = await processesOf(tree);
  while (left.length > 0 && Date.now() < deadline) {
    signalAll(left, 'SIGTERM');
    left = await goneBy(deadline, left);
    // What was started meanwhile gets its TERM too.
    if (left.length === 0) left = await processesOf(tree);
  }
  for (let pass = 0; pass < KILL_PASSES && left.length > 0; pass += 1) {
    left = await processesOf(tree);
    signalAll(left, 'SIGKILL');
    left = await goneBy(Date.now() + KILLED_AFTER_MS, left);
    if (left.length === 0) left = await processesOf(tree);
  }
}

/** Waits until none of the processes lives, at most until `deadline`; those that still live. */
async function goneBy(deadline: number, pids: readonly number[]): Promise<number[]> {
  for (;;) {
    const left = await livingOf(pids);
    if (left.length === 0 || Date.now() >= deadline) return left;
    await sleep(END_POLL_MS);
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) sendSignal(pid, signal);
}

/** Sends a signal to a process, or with a negative id to a group. False where there is none (any more) or it is another user's. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** What a child of the server with this process id carries as HOST_MARKER: ids mean something within their namespace only. */
export function hostMark(serverPid: number): string {
  return `${serverPid}@${processNamespace()}`;
}

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/**
 * Ends children of servers that were killed while the children were too busy to notice: those whose parent is no longer the
 * server that started them. Called before the first child of a server starts.
 */
export async function endOrphanedHosts(): Promise<void> {
  const namespace = processNamespace();
  const orphans = (await listProcesses()).filter((entry) => {
    const mark = startEnvironment(entry.pid).find((variable) => variable.startsWith(`${HOST_MARKER}=`));
    return mark !== undefined && mark.endsWith(`@${namespace}`) && mark !== `${HOST_MARKER}=${hostMark(entry.parent)}`;
  });
  for (const { pid } of orphans) {
    await endProcesses({ root: pid, callId: undefined });
    sendSignal(pid, 'SIGKILL');
  }
}
