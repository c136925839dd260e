import type { Clock } from '../common/clock.js';
import type { Settings } from '../config/settings.js';
import type { ChatModel } from '../model/chat-model.js';
import type { SystemMessage } from '../model/model-message.js';
import type { TurnContext } from '../prompt/turn-context.js';
import type { TurnContextService } from '../prompt/turn-context.service.js';
import { isOwner } from '../security/principal.js';
import type { LoggedToolCall, OpenSession, TokenUsage } from '../sessions/session.js';
import { DEFAULT_REASONING_LEVEL } from '../sessions/reasoning-level.js';
import type { ToolContext, ToolInvocation, ToolOutcome, ToolRunner } from '../tools/tool.js';
import type { AgentEvent, TurnAnswer } from './agent-event.js';
import type { AnswerReviews } from './answer-reviews.js';
import { HEARTBEAT_OK, isSilent, NO_REPLY, type AnswerFormat } from './loop/answer-format.js';
import { decideHandoff, resetHandoff, type Decision } from './handoff.js';
import type { HistoryCache } from './history/history-cache.js';
import { TurnTranscript } from './history/turn-transcript.js';
import { MAX_IDENTICAL_CALLS } from './limits.js';
import { agentLoop, emptyRecord, settleText, type RunOutcome, type RunPorts, type RunRecord } from './loop/agent-loop.js';
import { inquiryRun, reviewedOutcome } from './loop/answer-with-evidence.js';
import type { Checkpoint } from './loop/final-answer.js';
import { remainingOf, resumePrompt } from './loop/resume-prompt.js';
import { identicalCalls } from './loop/stop-condition.js';
import type { ModelWindows } from './model-windows.js';
import type { Run } from './run.js';
import { withReasoning } from './reasoning-visibility.js';
import { damageNotes, logEntry, runEnding, type RunEnding } from './run-log.js';
import { indexOfKey } from './stored-answer.js';
import { TurnPrompt, type TurnPromptPorts } from './turn-prompt.js';
import { replyFirst, withReply } from './turn-reply.js';
import type { TurnRequest } from './turn-request.js';

/** What a turn needs from the server. */
export interface TurnPorts {
  settings: Readonly<Settings>;
  clock: Clock;
  model: ChatModel;
  tools: ToolRunner;
  prompt: TurnPromptPorts;
  turnContexts: TurnContextService;
  histories: HistoryCache;
  windows: ModelWindows;
  reviews: AnswerReviews;
}

/**
 * One turn on an open session: stores the message, runs the loop, and runs it again from each checkpoint until there is an answer or a
 * person is needed (docs/agent.md, "Iteration Limit & Handoff"). What was said is on disk before anything comes of it, each step as it
 * happens, and one log line for each run.
 */
export class Turn {
  private readonly toolCalls: LoggedToolCall[] = [];
  private readonly models: readonly string[];
  private readonly prompt: TurnPrompt;
  private readonly format: AnswerFormat;
  /** What the features have for this turn's message. */
  private fetched: TurnContext = {};

  constructor(
    private readonly session: OpenSession,
    private readonly request: TurnRequest,
    private readonly run: Run,
    private readonly ports: TurnPorts,
  ) {
    const { selectedModel, fallbackModel } = ports.settings;
    this.models = [...new Set([request.model ?? session.metadata.model ?? selectedModel, fallbackModel])];
    this.prompt = new TurnPrompt(session, request, this.models[0] as string, ports.prompt);
    this.format = { isPlain: request.promptMode === 'none', silentTokens: request.isHeartbeat === true ? [NO_REPLY, HEARTBEAT_OK] : [NO_REPLY] };
  }

  /** Yields the turn's events but the first and the last. Throws StorageError where something could not be stored. */
  async *execute(): AsyncGenerator<AgentEvent, TurnAnswer> {
    await this.begin();
    const { reasoningLevel = DEFAULT_REASONING_LEVEL } = this.session.metadata;
    return yield* withReasoning(replyFirst(this.runs(), this.fetched.reply), reasoningLevel);
  }

  private async *runs(): AsyncGenerator<AgentEvent, TurnAnswer> {
    const tools = await this.offeredTools();
    const system = await this.prompt.systemMessage(tools);
    let userInput = this.request.message;
    for (let notes = this.fetched.notes ?? []; ; notes = []) {
      const record = emptyRecord(this.models[0] as string);
      record.notes.push(...this.takeDamageNotes(), ...notes);
      const outcome = yield* this.runLoop(system, tools, record);
      this.toolCalls.push(...record.toolCalls);
      const ending = runEnding(outcome, record);
      const decision = await decideHandoff(this.session, outcome, this.ports.settings.maxHandoffs);
      if (decision.next === 'end') {
        const isAnswer = outcome.kind === 'answered' || outcome.kind === 'repeating';
        const saysNothing = isAnswer && isSilent(ending.response, this.format);
        const said = isAnswer ? ending.response : record.shownText || undefined;
        yield* settleText(record, saysNothing ? undefined : said);
        const { reply } = this.fetched;
        const answer = await this.end(record, withReply(ending, reply, saysNothing), decision, userInput);
        return saysNothing && reply === undefined ? { ...answer, silent: true } : answer;
      }
      yield { type: 'checkpoint', progress: decision.checkpoint.progress, remaining: remainingOf(decision.checkpoint) };
      await this.log(record, { ...ending, status: 'checkpoint_reached' }, userInput);
      userInput = await this.resume(ending, decision.checkpoint, record);
    }
  }

  /** One run, from making the history fit to the last event of the loop. */
  private async *runLoop(system: SystemMessage, tools: RunPorts['tools'], record: RunRecord): AsyncGenerator<AgentEvent, RunOutcome> {
    try {
      const transcript = await this.fittedTranscript(system, tools, record);
      const { settings } = this.ports;
      const { principal, message, inquire, isReviewed = true } = this.request;
      const ports: RunPorts = {
        ...this.stepPorts(record),
        transcript,
        tools,
        callTool: (invocation, context) =>
          this.call(tools, invocation, { ...context, sessionId: this.session.id, runId: this.run.runId, principal }),
        maxIterations: settings.maxIterations,
        formatRetries: settings.formatRetries,
        format: this.format,
        stopWhen: identicalCalls(MAX_IDENTICAL_CALLS),
      };
      if (inquire !== undefined) return yield* inquiryRun(inquire, ports, record);
      const outcome = yield* agentLoop(ports, record);
      if (!isReviewed) return outcome;
      return yield* reviewedOutcome(outcome, (answer) => this.ports.reviews.review({ ...answer, message, principal }), ports, record);
    } catch (error) {
      // Also while the history is summarised or the model's window asked for: what was reached is stored either way.
      if (this.run.signal.aborted) return { kind: 'aborted' };
      throw error;
    }
  }

  private async offeredTools(): Promise<RunPorts['tools']> {
    const { definitions } = await this.ports.tools.offered(this.request.principal);
    const { onlyTools } = this.request;
    return onlyTools === undefined ? definitions : definitions.filter((tool) => onlyTools.includes(tool.function.name));
  }

  /** A tool that this run is not offered is not run, also where its caller may use it elsewhere. */
  private call(tools: RunPorts['tools'], invocation: ToolInvocation, context: ToolContext): Promise<ToolOutcome> {
    const isOffered = this.request.onlyTools === undefined || tools.some((tool) => tool.function.name === invocation.name);
    if (isOffered) return this.ports.tools.call(invocation, context);
    const error = `Not run: ${invocation.name} is not for this run. Its tools: ${tools.map((tool) => tool.function.name).join(', ')}.`;
    return Promise.resolve({ status: 'error', result: JSON.stringify({ status: 'error', error }) });
  }

  /** The history in the form that is sent, shortened where it does not fit the model. */
  private async fittedTranscript(system: SystemMessage, tools: RunPorts['tools'], record: RunRecord): Promise<TurnTranscript> {
    const { windows, histories } = this.ports;
    const budget = await windows.budget(this.models[0] as string, system, tools, this.session, this.run.signal);
    const ports = this.stepPorts(record);
    const transcript = new TurnTranscript(this.session, system, histories, { summarise: windows.summariser(ports), note: ports.note }, budget);
    const shortened = await transcript.fit();
    if (shortened !== undefined) record.notes.push(`the history was too long; ${shortened}`);
    return transcript;
  }

  private stepPorts(record: RunRecord) {
    return {
      model: this.ports.model,
      clock: this.ports.clock,
      models: this.models,
      signal: this.run.signal,
      note: (text: string) => record.notes.push(text),
    };
  }

  /**
   * Writes the person's message, and the system prompt before it where the session is new. The disk may still be flushing it while the model
   * is asked; nothing that the model answers is stored, run or given as an answer before that is done.
   */
  private async begin(): Promise<void> {
    const { session, request } = this;
    const { idempotencyKey } = request;
    const isStored = idempotencyKey !== undefined && indexOfKey(session, idempotencyKey) !== -1;
    // A search is for what the web says: it is no order to remember, and no memory or document belongs to it.
    if (!isStored && request.inquire === undefined) this.fetched = await this.fetchContext();
    const context = [request.context, await this.prompt.prepare(), this.fetched.context].filter((text) => text !== undefined).join('\n\n');
    const annotation = {
      at: this.now(),
      ...(request.isInternal === true ? { kind: 'resume' as const } : {}),
      ...(context === '' ? {} : { context }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    };
    const user = { message: { role: 'user', content: request.message } as const, annotation };
    const system = { message: { role: 'system', content: this.ports.prompt.prompt.storedPrompt } as const };
    if (isStored) {
      const content = '[System: The server stopped before the last message was answered. Answer it now.]';
      await session.append([{ message: { role: 'user', content }, annotation: { at: this.now(), kind: 'resume' } }]);
    } else if (session.messages.length > 0) await session.write([user]);
    else {
      // Whose session it is goes to disk with its first message.
      if (!isOwner(request.principal)) await session.updateMetadata({ owner: request.principal.id });
      await session.write([system, user]);
    }
    const reset = resetHandoff(session.metadata);
    if (reset !== undefined) await session.updateMetadata(reset);
  }

  private fetchContext(): Promise<TurnContext> {
    const { message, principal } = this.request;
    return this.ports.turnContexts.prepare({ sessionId: this.session.id, message, principal, signal: this.run.signal });
  }

  /** Stores the wrap-up and the words that start the next run. */
  private async resume(ending: RunEnding, checkpoint: Checkpoint, record: RunRecord): Promise<string> {
    const content = resumePrompt(checkpoint);
    await this.session.append([
      { message: { role: 'assistant', content: ending.stored }, annotation: { at: this.now() } },
      { message: { role: 'user', content }, annotation: { at: this.now(), kind: 'resume' } },
    ]);
    await this.countTokens(record);
    return content;
  }

  private async end(record: RunRecord, ending: RunEnding, decision: Decision & { next: 'end' }, userInput: string): Promise<TurnAnswer> {
    const status = decision.status ?? ending.status;
    if (decision.note !== undefined) record.notes.push(decision.note);
    const foundations = this.foundationsOf(ending);
    // Given together, so that they share a flush; all are on disk before the answer is given.
    await Promise.all([
      this.session.append([{ message: { role: 'assistant', content: ending.stored }, annotation: { at: this.now(), ...foundations } }]),
      this.countTokens(record),
      this.log(record, { ...ending, status }, userInput),
    ]);
    return {
      sessionId: this.session.id,
      runId: this.run.runId,
      response: ending.response,
      logSummary: ending.logSummary,
      toolCalls: this.toolCalls,
      status,
      perplexity: record.pace.perplexity,
      tokensPerSecond: record.pace.tokensPerSecond,
      ...foundations,
      ...(ending.errorDetail === undefined ? {} : { errorDetail: ending.errorDetail }),
    };
  }

  /** What an answer rests on, to be stored with it and told of it. Numbers in one that was given anew with evidence are those of the evidence. */
  private foundationsOf({ sources, response }: RunEnding): Pick<TurnAnswer, 'sources' | 'citations'> {
    if (sources !== undefined) return { sources };
    const citations = this.fetched.cite?.(response) ?? [];
    return citations.length === 0 ? {} : { citations };
  }

  private async countTokens(record: RunRecord): Promise<void> {
    const { promptTokens, completionTokens, cachedTokens } = record.usage;
    if (promptTokens === 0 && completionTokens === 0) return;
    // The original server counts what was cached under other names, which stay.
    const before: Partial<TokenUsage> = this.session.metadata.tokenUsage ?? {};
    await this.session.updateMetadata({
      tokenUsage: {
        ...before,
        prompt: (before.prompt ?? 0) + promptTokens,
        completion: (before.completion ?? 0) + completionTokens,
        cached: (before.cached ?? 0) + cachedTokens,
      },
    });
  }

  private async log(record: RunRecord, ending: RunEnding, userInput: string): Promise<void> {
    const run = { ts: this.now(), sessionId: this.session.id, runId: this.run.runId, userInput };
    await this.session.appendLog(logEntry(run, record, ending));
  }

  private takeDamageNotes(): string[] {
    if (this.toolCalls.length > 0 || this.session.metadata.handoffCount > 0) return [];
    return damageNotes(this.session.damage);
  }

  private now(): string {
    return this.ports.clock.now().toISOString();
  }
}
