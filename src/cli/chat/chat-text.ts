import { ellipsize } from '../../common/text.js';
import type { LoggedToolCall } from '../../sessions/session.js';
import { readableText } from '../../tools/readable-text.js';
import { MAX_SHOWN_TOOL_TEXT } from '../limits.js';
import type { Terminal } from '../terminal.js';
import type { ChatAnswer } from './server-client.js';

/**
 * An answer as the terminal shows it: the tool calls, then the text. What a model or a command wrote loses its escape
 * sequences, so that it cannot take the terminal over.
 */
export function answerText(answer: ChatAnswer, style: Terminal['style']): string {
  const calls = answer.toolCalls.map((call) => toolCallText(call, style));
  const text = readableText(answer.response).trimEnd();
  return [...calls, ...(calls.length > 0 ? [''] : []), text].join('\n');
}

/** What to know about an answer that is not simply an answer; undefined where there is nothing. */
export function statusNote({ status }: Pick<ChatAnswer, 'status'>): string | undefined {
  switch (status) {
    case 'aborted':
      return 'Stopped. What was said and done so far is kept.';
    case 'intervention_required':
      return 'Jarvis stopped by itself and needs you to say how to go on.';
    case 'tool_failed':
      return 'A tool failed on the way.';
    case 'interrupted':
      return 'The run was cut off.';
    case 'ok':
    case 'checkpoint_reached':
    case 'model_error':
    case 'format_error':
      return undefined;
  }
}

function toolCallText(call: LoggedToolCall, style: Terminal['style']): string {
  const args = oneLine(JSON.stringify(call.args));
  const mark = call.status === 'ok' ? style.green('ok') : style.red('error');
  return `${style.cyan(`[${readableText(call.name)}]`)} ${args}\n  ${mark}  ${style.dim(oneLine(call.result))}`;
}

function oneLine(text: string): string {
  return ellipsize(readableText(text).replace(/\s+/g, ' ').trim(), MAX_SHOWN_TOOL_TEXT);
}
