import { randomUUID } from 'node:crypto';
import { createInterface, type Interface } from 'node:readline/promises';
import type { Clock } from '../../common/clock.js';
import { messageOf } from '../../common/domain-error.js';
import { ExitCode } from '../exit-code.js';
import type { Terminal } from '../terminal.js';
import { answerText, statusNote } from './chat-text.js';
import { ChatTurn } from './chat-turn.js';
import type { RunStatus } from '../../sessions/session.js';
import type { LiveChat } from './live-chat.js';
import { LiveView } from './live-view.js';
import type { ServerClient } from './server-client.js';
import { TerminalDesk } from './terminal-desk.js';

const HELP = `/session  say which session this is
/exit     leave (also Ctrl-D, or Ctrl-C twice)
Ctrl-C while an answer is awaited stops it; what was reached is kept.`;

/** A conversation at the terminal, line by line, until the person leaves. */
export class InteractiveChat {
  private readonly lines: Interface;
  private running: ChatTurn | undefined;
  /** Ctrl-C was the last thing pressed. */
  private wantsToLeave = false;
  private ended = false;
  private leaving = new AbortController();

  constructor(
    private readonly client: ServerClient,
    private readonly terminal: Terminal,
    private readonly clock: Clock,
    private sessionId: string,
    private readonly live?: LiveChat,
  ) {
    this.lines = createInterface({ input: process.stdin, output: process.stdout });
    this.lines.on('SIGINT', () => this.interrupted());
    this.lines.once('close', () => {
      this.ended = true;
      this.leaving.abort();
    });
  }

  /** Resolves when the person has left. */
  async run(): Promise<void> {
    const { style } = this.terminal;
    this.terminal.print(style.dim(`Connected to ${this.client.url}. /help says what you can enter here, Ctrl-D leaves.`));
    while (!this.ended) {
      const line = await this.read();
      if (line === undefined || line === '/exit') break;
      this.wantsToLeave = false;
      if (line === '/help') this.terminal.print(HELP);
      if (line === '/new') this.beginSession();
      else if (line === '/session') this.terminal.print(this.sessionId);
      else if (line !== '') await this.answer(line);
    }
    this.lines.close();
    this.terminal.print(style.dim(`To go on with this session: jarvis chat --session ${this.sessionId}`));
  }

  /** The next line; undefined where the person leaves. */
  private async read(): Promise<string | undefined> {
    try {
      return (await this.lines.question(this.terminal.style.bold('> '), { signal: this.leaving.signal })).trim();
    } catch {
      return undefined;
    }
  }

  /** As the server's own command does, without asking it. */
  private beginSession(): void {
    this.sessionId = randomUUID();
    this.terminal.print('A new session begins.');
  }

  private async answer(message: string): Promise<void> {
    const { style } = this.terminal;
    const desk = new TerminalDesk(this.terminal, (prompt, signal) => this.lines.question(prompt, { signal }));
    this.running = new ChatTurn(this.client, desk, this.clock, this.sessionId);
    this.terminal.print(style.dim('… (Ctrl-C stops)'));
    try {
      const status = await this.shown(this.running, message);
      this.terminal.print();
      const note = statusNote({ status });
      if (note !== undefined) this.terminal.print(style.yellow(note));
    } catch (error) {
      this.terminal.print(style.red(messageOf(error)));
    } finally {
      this.running = undefined;
      this.wantsToLeave = false;
    }
  }

  private async shown(turn: ChatTurn, message: string): Promise<RunStatus> {
    if (this.live !== undefined) return turn.sendLive(message, this.live, new LiveView(this.terminal));
    const answer = await turn.send(message);
    this.terminal.print(answerText(answer, this.terminal.style));
    return answer.status;
  }

  /** Ctrl-C: once stops the answer or clears the line, twice leaves. */
  private interrupted(): void {
    if (this.wantsToLeave) {
      if (this.running !== undefined) process.exit(ExitCode.interrupted);
      this.leaving.abort();
      return;
    }
    this.wantsToLeave = true;
    if (this.running !== undefined) {
      this.terminal.print('Stopping … (Ctrl-C again leaves at once)');
      void this.running.abort();
      return;
    }
    this.lines.write(null, { ctrl: true, name: 'u' });
    this.terminal.print('\n(Ctrl-C again leaves)');
    this.lines.prompt(true);
  }
}
