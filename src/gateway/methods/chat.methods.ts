import { Injectable } from '@nestjs/common';
import { RunRegistry } from '../../agent/run-registry.js';
import type { Run } from '../../agent/run.js';
import { assertSessionId } from '../../sessions/session-id.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { ABORTED_BY_REQUEST } from '../broadcast/run-ending.js';
import { invalidRequest } from '../gateway.error.js';
import { DEFAULT_HISTORY_CHARACTERS, DEFAULT_HISTORY_MESSAGES } from '../limits.js';
import type { ChatAbortParams, ChatHistoryParams, ChatHistoryResult, ChatSendParams, ChatSendResult } from '../protocol/schemas/chat.js';
import type { HandlersOf, RequestContext } from '../served-methods.js';
import { chatMessages } from './chat-messages.js';
import { RunStarter } from './run-starter.js';

/** chat.*: what a chat window needs. */
@Injectable()
export class ChatMethods {
  readonly handlers: HandlersOf<'chat.history' | 'chat.send' | 'chat.abort'> = {
    'chat.history': (params) => this.history(params),
    'chat.send': (params, context) => this.send(params, context),
    'chat.abort': (params) => this.abort(params),
  };

  constructor(
    private readonly sessions: SessionsService,
    private readonly runs: RunRegistry,
    private readonly starter: RunStarter,
  ) {}

  private async history({ sessionKey, limit, maxChars }: ChatHistoryParams): Promise<ChatHistoryResult> {
    const transcript = await this.sessions.read(sessionKey);
    const bounds = { limit: limit ?? DEFAULT_HISTORY_MESSAGES, maxChars: maxChars ?? DEFAULT_HISTORY_CHARACTERS };
    return {
      sessionKey,
      sessionId: sessionKey,
      messages: transcript === undefined ? [] : chatMessages(transcript, bounds),
      activeRunIds: this.runs.activeOf(sessionKey).map(({ runId }) => runId),
    };
  }

  private async send(params: ChatSendParams, { connection }: RequestContext): Promise<ChatSendResult> {
    const { timeoutMs = 0, ...order } = params;
    const { run, isNew } = await this.starter.start({ ...order, timeoutMs }, connection.identity);
    const { runId } = run;
    if (isNew) return { runId, status: 'started' };
    if (!run.isEnded) return { runId, status: 'in_flight' };
    const { ending, error } = await this.starter.outcome(run);
    return { runId, status: ending, ...(error === undefined ? {} : { error }) };
  }

  private async abort({ sessionKey, runId }: ChatAbortParams): Promise<{ ok: boolean; aborted: boolean; runIds: string[] }> {
    const runs = this.runsToAbort(sessionKey, runId);
    for (const run of runs) run.abort(ABORTED_BY_REQUEST);
    // What they reached is stored, and their tools' processes are gone, when the answer comes.
    await Promise.allSettled(runs.map((run) => run.result));
    return { ok: true, aborted: runs.length > 0, runIds: runs.map((run) => run.runId) };
  }

  private runsToAbort(sessionKey: string | undefined, runId: string | undefined): Run[] {
    if (sessionKey === undefined && runId === undefined) throw invalidRequest('invalid chat.abort params: sessionKey or runId is needed');
    if (sessionKey !== undefined) assertSessionId(sessionKey);
    const running = sessionKey === undefined ? this.runs.active() : this.runs.activeOf(sessionKey);
    return runId === undefined ? running : running.filter((run) => run.runId === runId);
  }
}
