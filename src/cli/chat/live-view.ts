import { ellipsize } from '../../common/text.js';
import type { EventPayload } from '../../gateway/client/index.js';
import { readableText } from '../../tools/readable-text.js';
import { MAX_SHOWN_LIVE_OUTPUT, MAX_SHOWN_TOOL_TEXT } from '../limits.js';
import type { Terminal } from '../terminal.js';

type AgentPayload = EventPayload<'agent'>;

/**
 * Shows a run at the terminal while it happens: tool calls with what they print, then the text as it is generated. What a model or a
 * command wrote loses its escape sequences, so that it cannot take the terminal over.
 */
export class LiveView {
  private isMidLine = false;
  private readonly shownOutput = new Map<string, number>();

  constructor(private readonly terminal: Terminal) {}

  /** Takes the next event of the run. */
  show({ stream, data }: AgentPayload): void {
    if (stream === 'assistant') this.text(data);
    else if (stream === 'tool') this.tool(data);
    else if (stream === 'notice') this.line(this.terminal.style.dim(readableText(String(data.text))));
    else if (stream === 'checkpoint') this.line(this.terminal.style.dim('The iteration limit was reached; another run goes on from here.'));
  }

  /** Ends the line that is being written. */
  end(): void {
    if (this.isMidLine) this.write('\n');
  }

  private text({ delta, reset }: Record<string, unknown>): void {
    if (reset === true && this.isMidLine) this.line(this.terminal.style.dim('(answered anew)'));
    this.write(readableText(String(delta ?? '')));
  }

  private tool({ phase, name, toolCallId, args, partialResult, isError, result }: Record<string, unknown>): void {
    const { style } = this.terminal;
    const id = String(toolCallId);
    if (phase === 'start') this.line(`${style.cyan(`[${readableText(String(name))}]`)} ${oneLine(JSON.stringify(args))}`);
    else if (phase === 'update') this.output(id, readableText(String(partialResult)));
    else {
      const mark = isError === true ? style.red('error') : style.green('ok');
      const shown = this.shownOutput.has(id) && isError !== true ? '' : `  ${style.dim(oneLine(String(result)))}`;
      this.line(`  ${mark}${shown}`);
    }
  }

  private output(id: string, text: string): void {
    const before = this.shownOutput.get(id) ?? 0;
    if (before >= MAX_SHOWN_LIVE_OUTPUT) return;
    const part = text.slice(0, MAX_SHOWN_LIVE_OUTPUT - before);
    this.shownOutput.set(id, before + part.length);
    // Not the last line break: styled, it would no longer end the text, and an empty line would follow.
    const ending = part.endsWith('\n') ? '\n' : '';
    this.write(`${this.terminal.style.dim(part.slice(0, part.length - ending.length))}${ending}`);
    if (before + part.length >= MAX_SHOWN_LIVE_OUTPUT) this.line(this.terminal.style.dim('  … more output is not shown here'));
  }

  private line(text: string): void {
    this.end();
    this.write(`${text}\n`);
  }

  private write(text: string): void {
    if (text === '') return;
    this.terminal.write(text);
    this.isMidLine = !text.endsWith('\n');
  }
}

function oneLine(text: string): string {
  return ellipsize(readableText(text).replace(/\s+/g, ' ').trim(), MAX_SHOWN_TOOL_TEXT);
}
