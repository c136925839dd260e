import type { Clock } from '../../common/clock.js';
import type { ApprovalDesk } from './approval-desk.js';
import type { RunStatus } from '../../sessions/session.js';
import type { LiveChat } from './live-chat.js';
import type { LiveView } from './live-view.js';
import { watchApprovals } from './watch-approvals.js';
import type { ChatAnswer, ServerClient } from './server-client.js';

/** An abort that comes before the server has begun the turn finds nothing: it is asked for again this often. */
const ABORT_RETRY_MS = 200;

/** One message and its answer, with everything that can happen while it is waited for. */
export class ChatTurn {
  private ended = false;

  constructor(
    private readonly client: ServerClient,
    private readonly desk: ApprovalDesk,
    private readonly clock: Clock,
    /** Known before the first answer, so that a turn can be stopped at any moment. */
    private readonly sessionId: string,
  ) {}

  /** Sends the message, lets the desk decide on what asks meanwhile, and resolves with the answer. Throws like ServerClient. */
  send(message: string): Promise<ChatAnswer> {
    return this.attend(() => this.client.chat(message, this.sessionId));
  }

  /** As `send`, but the turn is shown while it happens; resolves with how it ended. */
  sendLive(message: string, live: LiveChat, view: LiveView): Promise<RunStatus> {
    return this.attend(() => live.send(message, this.sessionId, view));
  }

  private async attend<T>(turn: () => Promise<T>): Promise<T> {
    const over = new AbortController();
    const watching = watchApprovals(this.client, this.desk, this.sessionId, this.clock, over.signal);
    try {
      return await turn();
    } finally {
      this.ended = true;
      over.abort();
      await watching;
    }
  }

  /** Stops the turn: send() then resolves with what was reached. Never rejects. */
  async abort(): Promise<void> {
    while (!this.ended) {
      if (await this.client.abort(this.sessionId).catch(() => false)) return;
      await this.clock.sleep(ABORT_RETRY_MS);
    }
  }
}
