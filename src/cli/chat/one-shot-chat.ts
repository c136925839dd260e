import { createInterface } from 'node:readline/promises';
import type { Clock } from '../../common/clock.js';
import { ExitCode } from '../exit-code.js';
import type { Terminal } from '../terminal.js';
import { answerText, statusNote } from './chat-text.js';
import { ChatTurn } from './chat-turn.js';
import { DistantDesk } from './distant-desk.js';
import type { ChatAnswer, ServerClient } from './server-client.js';
import { TerminalDesk } from './terminal-desk.js';

/** One message, one answer. Returns the exit code: 0, or 130 where Ctrl-C stopped it. Throws like ServerClient. */
export async function chatOnce(
  client: ServerClient,
  terminal: Terminal,
  clock: Clock,
  request: { message: string; sessionId: string; json: boolean },
): Promise<number> {
  const asksHere = terminal.interactive && !request.json;
  const desk = asksHere ? new TerminalDesk(terminal, askOnce) : new DistantDesk(terminal, client.url);
  const turn = new ChatTurn(client, desk, clock, request.sessionId);
  const interrupted = (): void => {
    process.once('SIGINT', () => process.exit(ExitCode.interrupted));
    terminal.note(`${terminal.interactive ? '\n' : ''}Stopping … (Ctrl-C again leaves at once)`);
    void turn.abort();
  };
  process.once('SIGINT', interrupted);
  const answer = await turn.send(request.message);
  process.off('SIGINT', interrupted);
  print(answer, terminal, request.json);
  return answer.status === 'aborted' ? ExitCode.interrupted : ExitCode.ok;
}

function print(answer: ChatAnswer, terminal: Terminal, json: boolean): void {
  if (json) {
    terminal.print(JSON.stringify(answer));
    return;
  }
  terminal.print(answerText(answer, terminal.style));
  const note = statusNote(answer);
  if (note !== undefined) terminal.note(terminal.errorStyle.yellow(note));
  terminal.note(terminal.errorStyle.dim(`To go on: jarvis chat --session ${answer.sessionId} "..."`));
}

/** A question of its own. Ctrl-C at it is Ctrl-C at the command. */
async function askOnce(prompt: string, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  lines.on('SIGINT', () => process.emit('SIGINT'));
  try {
    return await lines.question(prompt, { signal });
  } finally {
    lines.close();
  }
}
