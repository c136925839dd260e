import { Injectable } from '@nestjs/common';
import type { TurnAnswer } from '../../agent/agent-event.js';
import { AgentService } from '../../agent/agent.service.js';
import type { Run } from '../../agent/run.js';
import { Clock } from '../../common/clock.js';
import { ABORTED_BY_TIMEOUT, endingOf, type RunEnding } from '../broadcast/run-ending.js';
import type { Usage } from '../protocol/schemas/chat.js';
import type { ConnectionIdentity } from '../server/connection.js';
import { messageText } from './message-text.js';

/** A message for the agent, from a client. */
export interface RunOrder {
  sessionKey: string;
  message: string;
  idempotencyKey: string;
  model?: string;
  /** 0: no limit. */
  timeoutMs: number;
}

/** What became of a run. `answer` is absent where the server could not do its part. */
export interface RunOutcome {
  ending: RunEnding;
  answer?: TurnAnswer;
  /** In words, where it ended in an error. */
  error?: string;
  endedAtMs: number;
}

/**
 * Starts runs for clients. The run's id is the server's own: a client's idempotencyKey leads to it, for this caller alone, also
 * over a restart (docs/decisions/0010-gateway-protocol.md).
 */
@Injectable()
export class RunStarter {
  private readonly known = new WeakMap<Run, { startedAtMs: number; outcome: Promise<RunOutcome> }>();
  private readonly answered = new WeakSet<Run>();

  constructor(
    private readonly agent: AgentService,
    private readonly clock: Clock,
  ) {}

  /** The run, and whether this request began it. Rejects as AgentService.start says, and for a text that cannot be stored. */
  async start(order: RunOrder, { principal }: ConnectionIdentity): Promise<{ run: Run; isNew: boolean }> {
    const { sessionKey, idempotencyKey, model, timeoutMs } = order;
    const message = messageText(order.message);
    const run = await this.agent.start({
      sessionId: sessionKey,
      message,
      principal,
      idempotencyKey,
      takesCommands: true,
      ...(model === undefined ? {} : { model }),
    });
    const isNew = !run.isEnded && !this.answered.has(run);
    this.answered.add(run);
    this.follow(run);
    if (isNew && timeoutMs > 0) this.limitTime(run, timeoutMs);
    return { run, isNew };
  }

  /** When the run began, as far as this process knows. */
  startedAtMs(run: Run): number {
    return this.follow(run).startedAtMs;
  }

  /** Resolves when the run has ended, however. */
  outcome(run: Run): Promise<RunOutcome> {
    return this.follow(run).outcome;
  }

  /** Remembers a run that any face began. */
  follow(run: Run): { startedAtMs: number; outcome: Promise<RunOutcome> } {
    let known = this.known.get(run);
    if (known === undefined) {
      known = { startedAtMs: this.now(), outcome: this.observe(run) };
      this.known.set(run, known);
    }
    return known;
  }

  private async observe(run: Run): Promise<RunOutcome> {
    // Set by the agent right after the run was announced.
    await Promise.resolve();
    try {
      const answer = await run.result;
      const ending = endingOf(answer);
      return { ending, answer, ...(ending === 'error' ? { error: answer.response } : {}), endedAtMs: this.now() };
    } catch {
      return { ending: 'error', error: await failureOf(run), endedAtMs: this.now() };
    }
  }

  private limitTime(run: Run, timeoutMs: number): void {
    const timer = new AbortController();
    this.clock.sleep(timeoutMs, timer.signal).then(
      () => run.abort(ABORTED_BY_TIMEOUT),
      () => undefined,
    );
    void this.outcome(run).then(() => timer.abort());
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

/** What the run itself said of its failure: words that may be shown. */
async function failureOf(run: Run): Promise<string> {
  let message = 'The run failed.';
  for await (const { event } of run.watch()) if (event.type === 'run-failed') ({ message } = event);
  return message;
}

/** All tokens of a run that has ended. */
export async function usageOf(run: Run): Promise<Usage> {
  const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 };
  for await (const { event } of run.watch()) {
    if (event.type !== 'usage') continue;
    usage.inputTokens += event.promptTokens;
    usage.outputTokens += event.completionTokens;
    usage.cacheReadTokens += event.cachedTokens;
  }
  return usage;
}
