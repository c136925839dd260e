import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../common/domain-error.js';
import type { ScriptOutcome } from '../tool-host/tool-host.js';
import { SERVICE_TOOL_END_MS } from './limits.js';
import type { ServiceTool, ToolContext } from './tool.js';

/**
 * Runs a service tool under the rules of script tools: time limit, abort, and an outcome for whatever it does. It is told by its
 * signal and has SERVICE_TOOL_END_MS to end; a tool that does not watch its signal is left behind and its answer dropped.
 */
export async function runServiceTool(
  tool: ServiceTool,
  args: Readonly<Record<string, unknown>>,
  context: ToolContext,
  timeoutMs: number,
): Promise<ScriptOutcome> {
  const limit = new AbortController();
  const timer = timeoutMs > 0 ? setTimeout(() => limit.abort(new Error(`Ended after its time limit of ${timeoutMs / 1000} s.`)), timeoutMs) : undefined;
  const signal = AbortSignal.any([context.signal, limit.signal]);
  const finished = new AbortController();
  try {
    const answer = outcomeOf(tool, args, { ...context, signal });
    const stopped = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true, signal: finished.signal });
      if (signal.aborted) resolve(undefined);
    });
    const first = await Promise.race([answer, stopped]);
    if (first !== undefined && !signal.aborted) return first;
    const late = first ?? (await Promise.race([answer, sleep(SERVICE_TOOL_END_MS, undefined, { signal: finished.signal, ref: false }).catch(() => undefined)]));
    const value = late?.kind === 'returned' ? { value: late.value } : {};
    if (context.signal.aborted) return { kind: 'aborted', error: 'Ended because the run was aborted.', ...value };
    return { kind: 'timed-out', error: messageOf(limit.signal.reason), ...value };
  } finally {
    clearTimeout(timer);
    finished.abort();
  }
}

/** Crosses as JSON, as a script tool's value does, so that nothing that it holds can break what comes after. */
async function outcomeOf(tool: ServiceTool, args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ScriptOutcome> {
  try {
    const value = await tool.run(args, context);
    return { kind: 'returned', value: value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown) };
  } catch (error) {
    return { kind: 'threw', error: messageOf(error) };
  }
}
