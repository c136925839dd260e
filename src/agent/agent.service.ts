import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { ConflictError, DomainError, InvalidInputError, messageOf } from '../common/domain-error.js';
import { newId } from '../common/ids.js';
import { ConfigService } from '../config/config.service.js';
import { ChatModel } from '../model/chat-model.js';
import { PromptService } from '../prompt/prompt.service.js';
import { assertSessionId } from '../sessions/session-id.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ToolRunner } from '../tools/tool.js';
import type { TurnAnswer } from './agent-event.js';
import { ShuttingDownError } from './agent.errors.js';
import { HistoryCache } from './history/history-cache.js';
import { InterruptedTurns } from './interrupted-turns.js';
import { SHUTDOWN_GRACE_MS } from './limits.js';
import { ModelWindows } from './model-windows.js';
import { RunRegistry } from './run-registry.js';
import { Run, RunAbortedError } from './run.js';
import type { TurnRequest } from './turn-request.js';
import { Turn } from './turn.js';

/**
 * The turn: takes a message, holds its session for as long as the turn lasts, and runs the loop. Every face calls `start` and renders
 * the run's events, or `run` for the answer alone; there is no other way to run the agent.
 */
@Injectable()
export class AgentService implements BeforeApplicationShutdown {
  private readonly histories = new HistoryCache();
  private stopping = false;

  constructor(
    private readonly config: ConfigService,
    private readonly clock: Clock,
    private readonly model: ChatModel,
    private readonly tools: ToolRunner,
    private readonly prompt: PromptService,
    private readonly sessions: SessionsService,
    private readonly windows: ModelWindows,
    private readonly runs: RunRegistry,
    private readonly interrupted: InterruptedTurns,
  ) {}

  /**
   * Begins a turn and returns at once; it queues behind the session's other turns and goes on whether or not anybody watches.
   * Throws InvalidInputError for a bad session id or a blank message, ShuttingDownError while the server stops. `run.result`
   * rejects with TooManyRequestsError where too many turns wait for the session, and with StorageError.
   */
  start(request: TurnRequest): Run {
    if (this.stopping) throw new ShuttingDownError();
    if (request.message.trim() === '') throw new InvalidInputError('message must not be blank.', { field: 'message' });
    const sessionId = request.sessionId ?? newId();
    assertSessionId(sessionId);
    const run = new Run(newId(), sessionId, request.principal);
    this.runs.add(run);
    run.emit({ type: 'run-start', runId: run.runId, sessionId });
    run.result = this.execute(run, request);
    run.result.catch(() => undefined);
    return run;
  }

  /** Runs a turn to its end. Rejects as `start` says. */
  run(request: TurnRequest): Promise<TurnAnswer> {
    return this.start(request).result;
  }

  /**
   * Stops what runs in a session: the turn at work and those that wait. Resolves when their ends are stored. Throws ConflictError
   * where nothing runs, so that an abort never touches a later turn.
   */
  async abort(sessionId: string, reason = 'aborted by the user'): Promise<string[]> {
    assertSessionId(sessionId);
    const runs = this.runs.activeOf(sessionId);
    if (runs.length === 0) throw new ConflictError('Nothing is running in this session.', { sessionId });
    for (const run of runs) run.abort(reason);
    await Promise.allSettled(runs.map((run) => run.result));
    return runs.map((run) => run.runId);
  }

  /** Takes no more messages, lets turns end for some seconds, then aborts them and waits until what they reached is stored. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    const ended = (): Promise<unknown> => Promise.allSettled(this.runs.active().map((run) => run.result));
    const grace = new AbortController();
    await Promise.race([ended(), this.clock.sleep(SHUTDOWN_GRACE_MS, grace.signal).catch(() => undefined)]);
    grace.abort();
    for (const run of this.runs.active()) run.abort('the server was stopped');
    await ended();
  }

  private async execute(run: Run, request: TurnRequest): Promise<TurnAnswer> {
    try {
      const answer = await this.sessions.withSession(
        run.sessionId,
        async (session) => {
          await this.interrupted.mend(session);
          const turn = new Turn(session, request, run, this.ports());
          return await forward(turn, run);
        },
        { signal: run.signal },
      );
      run.emit({ type: 'run-end', answer });
      return answer;
    } catch (error) {
      return this.fail(run, error);
    } finally {
      run.end();
      this.runs.retain(run);
    }
  }

  /** A turn that was aborted while it waited has an answer too; everything else is the server's failure. */
  private fail(run: Run, error: unknown): TurnAnswer {
    if (error instanceof RunAbortedError) {
      const text = 'The run was aborted before it began; the message was not stored.';
      const answer: TurnAnswer = {
        sessionId: run.sessionId,
        runId: run.runId,
        response: text,
        logSummary: text,
        toolCalls: [],
        status: 'aborted',
      };
      run.emit({ type: 'run-end', answer });
      return answer;
    }
    const known = error instanceof DomainError;
    run.emit({
      type: 'run-failed',
      code: known ? error.code : 'internal_error',
      message: known ? messageOf(error) : 'The run failed because of an error in the server; see server.log.',
    });
    throw error;
  }

  private ports() {
    return {
      settings: this.config.settings,
      clock: this.clock,
      model: this.model,
      tools: this.tools,
      prompt: this.prompt,
      histories: this.histories,
      windows: this.windows,
    };
  }
}

/** Hands a turn's events to its run and returns the answer. */
async function forward(turn: Turn, run: Run): Promise<TurnAnswer> {
  const events = turn.execute();
  for (;;) {
    const step = await events.next();
    if (step.done) return step.value;
    run.emit(step.value);
  }
}
