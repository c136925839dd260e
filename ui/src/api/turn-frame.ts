import type { RunStatus } from './contract.js';
import { readCitations, type Citation } from './sources.js';
import { countOf, isFields, parseFields, textOf, type Fields } from './fields.js';

/** What happens in a turn, in the words of the server's own event stream (docs/streaming.md). */
export type TurnFrame =
  | { type: 'run-start'; runId: string; sessionId: string }
  | { type: 'text-delta'; text: string }
  | { type: 'text-reset' }
  | { type: 'reasoning-delta'; text: string }
  | { type: 'tool-start'; callId: string; name: string; args: Fields }
  | { type: 'tool-output'; callId: string; text: string }
  | { type: 'tool-end'; callId: string; name: string; args: Fields; status: 'ok' | 'error'; result: unknown }
  | { type: 'usage'; promptTokens: number; completionTokens: number }
  | { type: 'notice'; text: string }
  | { type: 'checkpoint'; progress: string; remaining: string }
  | { type: 'search-start' }
  | { type: 'search-results'; count: number }
  /** `isSearched`: the answer rests on a web search; its sources are in the session. `sessionId`: the session to go on in; '' where it is not said. */
  | { type: 'run-end'; status: RunStatus; isSearched: boolean; citations: readonly Citation[]; sessionId: string }
  | { type: 'run-failed'; message: string; code: string; status: RunStatus };

/** Whether nothing comes after this frame. */
export const isTerminal = (frame: TurnFrame): boolean => frame.type === 'run-end' || frame.type === 'run-failed';

/** Reads the data of one frame; undefined where it says nothing that this page knows. */
export function readTurnFrame(data: string): TurnFrame | undefined {
  const frame = parseFields(data);
  if (frame === undefined) return undefined;
  if (frame.done === true) return { type: 'run-end', status: textOf(frame.status) || 'ok', isSearched: frame.searched === true, citations: readCitations(frame.citations), sessionId: textOf(frame.sessionId) };
  if (typeof frame.error === 'string') {
    return { type: 'run-failed', message: frame.error, code: textOf(frame.error_key), status: textOf(frame.status) };
  }
  if (typeof frame.token === 'string') return { type: 'text-delta', text: frame.token };
  if (frame.reset === true) return { type: 'text-reset' };
  if (typeof frame.reasoning === 'string') return { type: 'reasoning-delta', text: frame.reasoning };
  if (isFields(frame.tool)) return readTool(frame.tool);
  if (isFields(frame.usage)) {
    return { type: 'usage', promptTokens: countOf(frame.usage.promptTokens), completionTokens: countOf(frame.usage.completionTokens) };
  }
  if (typeof frame.notice === 'string') return { type: 'notice', text: frame.notice };
  if (isFields(frame.checkpoint)) {
    return { type: 'checkpoint', progress: textOf(frame.checkpoint.progress), remaining: textOf(frame.checkpoint.remaining) };
  }
  if (frame.searching === true) return { type: 'search-start' };
  if (typeof frame.search_results === 'number') return { type: 'search-results', count: countOf(frame.search_results) };
  if (frame.status === 'running') return { type: 'run-start', runId: textOf(frame.runId), sessionId: textOf(frame.sessionId) };
  return undefined;
}

/** A tool frame has a status at its end, an output while it runs, and neither at its start. */
function readTool(tool: Fields): TurnFrame {
  const callId = textOf(tool.callId);
  if (typeof tool.output === 'string') return { type: 'tool-output', callId, text: tool.output };
  const name = textOf(tool.name) || 'unnamed tool';
  const args = isFields(tool.args) ? tool.args : {};
  if (tool.status === undefined) return { type: 'tool-start', callId, name, args };
  return { type: 'tool-end', callId, name, args, status: tool.status === 'ok' ? 'ok' : 'error', result: tool.result };
}
