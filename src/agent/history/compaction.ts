import { headAtCodePoint, tailAtCodePoint, toWellFormedText } from '../../common/text.js';
import type { ModelMessage } from '../../model/model-message.js';
import { MAX_SUMMARY_SOURCE_CHARACTERS } from '../limits.js';
import { parseFinalAnswer } from '../loop/final-answer.js';
import { SUMMARY_NOTE } from '../loop/notes.js';
import { estimateTokens } from './token-estimate.js';

/**
 * Where the history is cut: the index of the user message from which on the messages fit into `targetTokens`; the last user message
 * where nothing fits; undefined where there is no user message behind `from`. History is cut only before a user message, so that no
 * provider sees a result without its call and the question of the turn always stays.
 */
export function findCut(messages: readonly ModelMessage[], from: number, targetTokens: number): number | undefined {
  let tokens = 0;
  let cut: number | undefined;
  for (let index = messages.length - 1; index > from; index -= 1) {
    const message = messages[index] as ModelMessage;
    tokens += estimateTokens(message);
    if (message.role !== 'user') continue;
    if (cut !== undefined && tokens > targetTokens) break;
    cut = index;
  }
  return cut;
}

/** The request that has the dropped part summarised: one user message, so that any model can take it. */
export function summaryRequest(dropped: readonly ModelMessage[], earlier: string | undefined): ModelMessage[] {
  const lines = dropped.map(lineOf).filter((line) => line !== '');
  if (earlier !== undefined) lines.unshift(`Summary of what came before: ${earlier}`);
  const text = lines.join('\n\n');
  const half = MAX_SUMMARY_SOURCE_CHARACTERS / 2;
  const source = text.length <= 2 * half ? text : `${headAtCodePoint(text, half)}\n\n[...]\n\n${tailAtCodePoint(text, half)}`;
  return [{ role: 'user', content: `${toWellFormedText(source)}\n\n${SUMMARY_NOTE}` }];
}

/** What stands before the first message that is still sent. */
export function summaryBlock(summary: string | undefined): string {
  return summary === undefined
    ? '[System: Earlier messages of this conversation were left out, since they no longer fit.]'
    : `[System: Summary of the earlier conversation, which no longer fits:\n${summary}]`;
}

function lineOf(message: ModelMessage): string {
  if (message.role === 'system') return '';
  if (message.role === 'user') return `User: ${message.content}`;
  if (message.role === 'tool') return `Tool result: ${headAtCodePoint(message.content, 1_000)}`;
  const calls = (message.tool_calls ?? []).map((call) => `Tool call: ${call.function.name} ${headAtCodePoint(call.function.arguments, 500)}`);
  const parsed = message.content === null ? undefined : parseFinalAnswer(message.content);
  const said = parsed === undefined ? '' : parsed.ok ? parsed.answer.response : (message.content ?? '');
  return [said === '' ? '' : `Assistant: ${said}`, ...calls].filter((line) => line !== '').join('\n');
}
