import { setTimeout as sleep } from 'node:timers/promises';
import { BoundedText } from './bounded-text.js';
import type { ChildEnd, HostChild } from './host-child.js';
import {
  ANSWER_AFTER_END_MS,
  CHILD_HEAP_MIB,
  CHILD_RESIDENT_KIB,
  END_POLL_MS,
  HELD_CHILD_MS,
  KILLED_AFTER_MS,
  LEFTOVER_KILL_AFTER_MS,
  MEMORY_POLL_MS,
  PARTIAL_OUTPUT_CHARACTERS,
} from './limits.js';
import { residentKib } from './process-table.js';
import { endProcesses, sendSignal } from './process-tree.js';
import type { ScriptCall, ScriptOutcome } from './tool-host.js';

/** Why a call was ended from outside. */
type StopReason = 'timed-out' | 'aborted' | 'out-of-memory';

/** V8's own report on a full heap, which it prints before it gives up; of no use to the model. */
const V8_REPORT = /\n*<--- Last few GCs --->[\s\S]*$/;

/** Runs one call in a child that nobody else uses. `reusable` says whether the child is as it was before. */
export async function runCall(child: HostChild, callId: string, call: ScriptCall): Promise<{ outcome: ScriptOutcome; reusable: boolean }> {
  const output = new BoundedText(PARTIAL_OUTPUT_CHARACTERS);
  const watch = watchForStop(child, call);
  const answer = child.run(
    {
      type: 'run',
      callId,
      code: call.code,
      argsJson: JSON.stringify(call.args),
      workingDirectory: call.workingDirectory,
      environment: call.environment,
    },
    (text) => {
      output.append(text);
      call.onOutput?.(text);
    },
  );
  const first = await Promise.race([answer, watch.stopped]);
  watch.end();
  if (typeof first === 'string') {
    const end = await stop(child, callId, answer, first);
    return { outcome: stoppedOutcome(first, end, call.timeoutMs, String(output)), reusable: false };
  }
  const alive = first.type === 'returned' || first.type === 'threw';
  if (!alive || !call.trusted) await endGroup(child);
  if (!alive) await endProcesses({ root: child.pid, callId }, LEFTOVER_KILL_AFTER_MS);
  return { outcome: endedOutcome(first, String(output)), reusable: alive };
}

/** Resolves `stopped` at the time limit, at the abort, or when the child takes too much memory; `end` takes the timers away. */
function watchForStop(child: HostChild, call: ScriptCall): { stopped: Promise<StopReason>; end: () => void } {
  let end = (): void => undefined;
  const stopped = new Promise<StopReason>((resolve) => {
    const onAbort = (): void => resolve('aborted');
    let limit: NodeJS.Timeout | undefined;
    let isOver = false;
    // The time that a child needs to start, on a busy machine perhaps seconds, is not the code's.
    void child.ready.then(() => {
      if (call.timeoutMs > 0 && !isOver) limit = setTimeout(() => resolve('timed-out'), call.timeoutMs);
    });
    const memory = setInterval(() => {
      if ((residentKib(child.pid) ?? 0) > CHILD_RESIDENT_KIB) resolve('out-of-memory');
    }, MEMORY_POLL_MS).unref();
    call.signal.addEventListener('abort', onAbort, { once: true });
    if (call.signal.aborted) onAbort();
    end = () => {
      isOver = true;
      clearTimeout(limit);
      clearInterval(memory);
      call.signal.removeEventListener('abort', onAbort);
    };
  });
  return { stopped, end };
}

/**
 * Ends what the call started, and gives its code a moment to answer with what it has; then ends the child itself. Resolves
 * with the answer, or with undefined where none came, when no process is left.
 */
async function stop(child: HostChild, callId: string, answer: Promise<ChildEnd>, reason: StopReason): Promise<ChildEnd | undefined> {
  let end: ChildEnd | undefined;
  if (reason !== 'out-of-memory') {
    await endProcesses({ root: child.pid, callId });
    end = await Promise.race([answer, sleep(ANSWER_AFTER_END_MS, undefined, { ref: false })]);
  }
  child.kill();
  await goneSoon(child);
  // What the code started between the two.
  await endProcesses({ root: child.pid, callId }, 0);
  return end;
}

/** Ends a child whose call is over, with all that is still in its process group. */
async function endGroup(child: HostChild): Promise<void> {
  if (child.pid === 0) return;
  sendSignal(-child.pid, 'SIGTERM');
  await groupGone(child.pid, LEFTOVER_KILL_AFTER_MS);
  sendSignal(-child.pid, 'SIGKILL');
  await goneSoon(child);
  await groupGone(child.pid, KILLED_AFTER_MS);
}

/** A killed child is gone in a moment, unless the kernel holds it (a dead network drive): then the call does not wait for it. */
async function goneSoon(child: HostChild): Promise<void> {
  await Promise.race([child.gone, sleep(HELD_CHILD_MS, undefined, { ref: false })]);
}

async function groupGone(group: number, withinMs: number): Promise<void> {
  for (const deadline = Date.now() + withinMs; sendSignal(-group, 0) && Date.now() < deadline; ) await sleep(END_POLL_MS);
}

function stoppedOutcome(reason: StopReason, end: ChildEnd | undefined, timeoutMs: number, printed: string): ScriptOutcome {
  const value = end?.type === 'returned' ? { value: JSON.parse(end.json) as unknown } : {};
  const partial = partialOutput(printed);
  if (reason === 'timed-out') {
    const error = `Ended after its time limit of ${timeoutMs / 1000} s; the processes that it had started were ended too.`;
    return { kind: 'timed-out', error, ...value, ...partial };
  }
  if (reason === 'aborted') {
    const error = 'Ended because the run was aborted; the processes that it had started were ended too.';
    return { kind: 'aborted', error, ...value, ...partial };
  }
  return { kind: 'crashed', error: outOfMemory(CHILD_RESIDENT_KIB / 1024), ...partial };
}

function endedOutcome(end: ChildEnd, printed: string): ScriptOutcome {
  switch (end.type) {
    case 'returned':
      return { kind: 'returned', value: JSON.parse(end.json) as unknown };
    case 'threw':
      return { kind: 'threw', error: end.error, ...partialOutput(printed) };
    case 'uncaught':
      return { kind: 'crashed', error: `An error outside of the awaited code ended the tool: ${end.error}`, ...partialOutput(printed) };
    case 'exited':
      return { kind: 'crashed', error: exitText(end, printed), ...partialOutput(printed.replace(V8_REPORT, '')) };
  }
}

function exitText(end: Extract<ChildEnd, { type: 'exited' }>, printed: string): string {
  if (end.problem !== undefined) return `The tool's process could not be started: ${end.problem}`;
  if (V8_REPORT.test(printed)) return outOfMemory(CHILD_HEAP_MIB);
  const how = end.signal === null ? `exit code ${end.code}` : `signal ${end.signal}`;
  return `The tool's process ended by itself (${how}) before the tool returned anything.`;
}

function outOfMemory(mebibytes: number): string {
  return `The tool was ended because it used more than ${mebibytes} MiB of memory.`;
}

function partialOutput(printed: string): { partialOutput?: string } {
  return printed === '' ? {} : { partialOutput: printed };
}
