import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { ConflictError, DomainError, InvalidInputError, isServerFault } from '../common/domain-error.js';
import { newId } from '../common/ids.js';
import { ConfigService } from '../config/config.service.js';
import { ChatModel } from '../model/chat-model.js';
import { PromptHooks } from '../prompt/hooks/prompt-hooks.service.js';
import { PromptService } from '../prompt/prompt.service.js';
import { KeptPrompts } from '../prompt/report/kept-prompts.js';
import { TurnContextService } from '../prompt/turn-context.service.js';
import { incidentMessage } from '../security/incidents/incident.js';
import { IncidentLog } from '../security/incidents/incident-log.js';
import type { Principal } from '../security/principal.js';
import { SecretRedactor } from '../security/secret-redactor.js';
import { assertSessionId } from '../sessions/session-id.js';
import { SessionAccess } from '../sessions/session-access.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ToolRunner } from '../tools/tool.js';
import type { TurnAnswer } from './agent-event.js';
import { AnswerReviews } from './answer-reviews.js';
import { ShuttingDownError } from './agent.errors.js';
import type { OpenSession } from '../sessions/session.js';
import type { IdempotencyClaim } from '../storage/idempotency-store.js';
import { CommandRuns } from './command-runs.js';
import { HistoryCache } from './history/history-cache.js';
import { IdempotentRuns } from './idempotent-runs.js';
import { InterruptedTurns } from './interrupted-turns.js';
import { SHUTDOWN_GRACE_MS } from './limits.js';
import { ModelWindows } from './model-windows.js';
import { RedactedEvents } from './redacted-events.js';
import { redacted, redactedSession } from './redacted-session.js';
import { RunRegistry } from './run-registry.js';
import { maySee, Run, RunAbortedError } from './run.js';
import { storedAnswer } from './stored-answer.js';
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
    private readonly hooks: PromptHooks,
    private readonly keptPrompts: KeptPrompts,
    private readonly turnContexts: TurnContextService,
    private readonly sessions: SessionsService,
    private readonly access: SessionAccess,
    private readonly windows: ModelWindows,
    private readonly reviews: AnswerReviews,
    private readonly runs: RunRegistry,
    private readonly interrupted: InterruptedTurns,
    private readonly idempotent: IdempotentRuns,
    private readonly commands: CommandRuns,
    private readonly redactor: SecretRedactor,
    private readonly incidents: IncidentLog,
  ) {}

  /**
   * Begins a turn and returns at once; it queues behind the session's other turns and goes on whether or not anybody watches.
   * Throws InvalidInputError for a bad session id or a blank message, ShuttingDownError while the server stops,
   * IdempotencyMismatchError, NotFoundError for a session that is closed to the caller. `run.result`
   * rejects with TooManyRequestsError where too many turns wait for the session, and with StorageError.
   */
  async start(request: TurnRequest): Promise<Run> {
    if (this.stopping) throw new ShuttingDownError();
    if (request.message.trim() === '') throw new InvalidInputError('message must not be blank.', { field: 'message' });
    if (request.sessionId !== undefined) {
      assertSessionId(request.sessionId);
      await this.access.assertMayUse(request.sessionId, request.principal);
    }
    const { idempotencyKey } = request;
    if (idempotencyKey === undefined) return this.begin({ ...request, sessionId: request.sessionId ?? newId() });
    return this.idempotent.start({ ...request, idempotencyKey }, (claimed, claim) => this.begin(claimed, claim));
  }

  /** Runs a turn to its end. Rejects as `start` says. */
  async run(request: TurnRequest): Promise<TurnAnswer> {
    return (await this.start(request)).result;
  }

  /**
   * Stops what runs in a session: the turn at work and those that wait; a guest's order stops their own alone. Resolves when their ends are
   * stored. Throws ConflictError where nothing of theirs runs, so that an abort never touches a later turn.
   */
  async abort(sessionId: string, principal: Principal): Promise<string[]> {
    assertSessionId(sessionId);
    const runs = this.runs.activeOf(sessionId).filter((run) => maySee(run, principal));
    if (runs.length === 0) throw new ConflictError('Nothing is running in this session.', { sessionId });
    for (const run of runs) run.abort('aborted by the user');
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

  private begin(request: TurnRequest & { sessionId: string }, claim?: IdempotencyClaim): Run {
    const run = new Run(newId(), request.sessionId, request.principal, request.isHeartbeat);
    this.runs.add(run);
    run.emit({ type: 'run-start', runId: run.runId, sessionId: run.sessionId });
    run.result = this.execute(run, request, claim);
    run.result.catch(() => undefined);
    return run;
  }

  private async execute(run: Run, request: TurnRequest, claim?: IdempotencyClaim): Promise<TurnAnswer> {
    try {
      const answer = await this.answer(run, request, claim);
      run.emit({ type: 'run-end', answer });
      return answer;
    } catch (error) {
      return this.fail(run, error);
    } finally {
      run.end();
      this.runs.retain(run);
    }
  }

  /** The answer, kept for repetitions before anybody is told of it. */
  private async answer(run: Run, request: TurnRequest, claim?: IdempotencyClaim): Promise<TurnAnswer> {
    let answer: TurnAnswer;
    try {
      const hold = (session: OpenSession): Promise<TurnAnswer> => this.turn(session, run, request);
      answer = (await this.commands.answer(run, request)) ?? (await this.sessions.withSession(run.sessionId, hold, { signal: run.signal }));
    } catch (error) {
      await claim?.abandon();
      throw error;
    }
    await claim?.complete(answer);
    return answer;
  }

  private async turn(session: OpenSession, run: Run, request: TurnRequest): Promise<TurnAnswer> {
    // Again, since somebody else may have begun it while this turn waited.
    this.access.assertMayGoOn(session, request.principal);
    await this.interrupted.mend(session);
    const { idempotencyKey } = request;
    const stored = idempotencyKey === undefined ? undefined : storedAnswer(session, idempotencyKey, run.runId);
    return stored ?? this.forward(new Turn(redactedSession(session, this.redactor), this.redactedRequest(request), run, this.ports()), run);
  }

  /** Secrets that a person pasted go to no model and no search. */
  private redactedRequest(request: TurnRequest): TurnRequest {
    const { message, context } = request;
    return { ...request, ...redacted({ message, ...(context === undefined ? {} : { context }) }, this.redactor) };
  }

  /** Hands a turn's events to its run and returns the answer. */
  private async forward(turn: Turn, run: Run): Promise<TurnAnswer> {
    const events = turn.execute();
    const shown = new RedactedEvents(this.redactor);
    for (;;) {
      const step = await events.next();
      for (const event of step.done ? shown.flush() : shown.push(step.value)) run.emit(event);
      if (step.done) return redacted(step.value, this.redactor);
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
        perplexity: 0,
        tokensPerSecond: 0,
      };
      run.emit({ type: 'run-end', answer });
      return answer;
    }
    run.emit({ type: 'run-failed', ...this.failureOf(error, run) });
    throw error;
  }

  private failureOf(error: unknown, { sessionId, runId, principal }: Run): { code: string; message: string } {
    if (error instanceof DomainError && !isServerFault(error)) return { code: error.code, message: error.message };
    const key = this.incidents.record(error, { where: `run ${runId} of session ${sessionId}`, ip: principal.address, role: principal.role });
    return { code: key, message: incidentMessage(key, error) };
  }

  private ports() {
    return {
      settings: this.config.settings,
      clock: this.clock,
      model: this.model,
      tools: this.tools,
      prompt: { prompt: this.prompt, hooks: this.hooks, keptPrompts: this.keptPrompts },
      turnContexts: this.turnContexts,
      histories: this.histories,
      windows: this.windows,
      reviews: this.reviews,
    };
  }
}
