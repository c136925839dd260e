import { createInterface } from 'node:readline/promises';
import type { Clock } from '../../common/clock.js';
import { ExitCode } from '../exit-code.js';
import type { Terminal } from '../terminal.js';
import { answerText, statusNote } from './chat-text.js';
import { ChatTurn } from './chat-turn.js';
import { DistantDesk } from './distant-desk.js';
import type { RunStatus } from '../../sessions/session.js';
import type { LiveChat } from './live-chat.js';
import { LiveView } from './live-view.js';
import type { ServerClient } from './server-client.js';
import { TerminalDesk } from './terminal-desk.js';

/** One message, one answer. Returns the exit code: 0, or 130 where Ctrl-C stopped it. Throws like ServerClient. */
export async function chatOnce(
  client: ServerClient,
  terminal: Terminal,
  clock: Clock,
  request: { message: string; sessionId: string; json: boolean },
  live?: LiveChat,
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
  const status = await answered(turn, terminal, request, live);
  process.off('SIGINT', interrupted);
  return status === 'aborted' ? ExitCode.interrupted : ExitCode.ok;
}

/** Shows the answer, as it comes where there is a live connection, and resolves with how it ended. */
async function answered(
  turn: ChatTurn,
  terminal: Terminal,
  request: { message: string; sessionId: string; json: boolean },
  live: LiveChat | undefined,
): Promise<RunStatus> {
  if (request.json) {
    const answer = await turn.send(request.message);
    terminal.print(JSON.stringify(answer));
    return answer.status;
  }
  const status = live === undefined ? await shownWhole(turn, terminal, request.message) : await turn.sendLive(request.message, live, new LiveView(terminal));
  const note = statusNote({ status });
  if (note !== undefined) terminal.note(terminal.errorStyle.yellow(note));
  terminal.note(terminal.errorStyle.dim(`To go on: jarvis chat --session ${request.sessionId} "..."`));
  return status;
}

async function shownWhole(turn: ChatTurn, terminal: Terminal, message: string): Promise<RunStatus> {
  const answer = await turn.send(message);
  terminal.print(answerText(answer, terminal.style));
  return answer.status;
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
