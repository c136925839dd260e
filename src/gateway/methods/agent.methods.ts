import { Injectable } from '@nestjs/common';
import { RunRegistry } from '../../agent/run-registry.js';
import type { Run } from '../../agent/run.js';
import { Clock } from '../../common/clock.js';
import { NotFoundError } from '../../common/domain-error.js';
import { ChannelRegistry } from '../../delivery/channel-registry.js';
import { DeliveryService } from '../../delivery/delivery.service.js';
import { GatewayError, invalidRequest } from '../gateway.error.js';
import { DEFAULT_WAIT_MS, MAX_WAIT_MS } from '../limits.js';
import type { AgentFinal, AgentParams, AgentWaitParams, AgentWaitResult, InternalEvent } from '../protocol/schemas/agent.js';
import type { HandlersOf, RequestContext } from '../served-methods.js';
import { AGENT_ID } from '../server/health-monitor.js';
import { MAIN_SESSION_KEY } from '../server/hello.js';
import { implies } from '../server/scopes.js';
import { type RunOutcome, RunStarter, usageOf } from './run-starter.js';

/** agent and agent.wait: runs as programs start them. */
@Injectable()
export class AgentMethods {
  readonly handlers: HandlersOf<'agent' | 'agent.wait'> = {
    agent: (params, context) => this.run(params, context),
    'agent.wait': (params, context) => this.wait(params, context),
  };

  constructor(
    private readonly starter: RunStarter,
    private readonly runs: RunRegistry,
    private readonly channels: ChannelRegistry,
    private readonly delivery: DeliveryService,
    private readonly clock: Clock,
  ) {}

  private async run(params: AgentParams, { connection, respond }: RequestContext): Promise<AgentFinal> {
    const { idempotencyKey, model, timeout = 0 } = params;
    const sessionKey = sessionKeyOf(params);
    if (model !== undefined && !implies(connection.identity.scopes, 'operator.admin')) throw invalidRequest('missing scope: operator.admin (for model)');
    const deliver = this.deliveryOf(params);
    const message = withInternalEvents(params.message, params.internalEvents ?? []);
    const order = { sessionKey, message, idempotencyKey, timeoutMs: timeout * 1000, ...(model === undefined ? {} : { model }) };
    const { run } = await this.starter.start(order, connection.identity);
    respond({ runId: run.runId, status: 'accepted', acceptedAt: this.starter.startedAtMs(run), sessionKey: run.sessionId });
    const outcome = await this.starter.outcome(run);
    if (outcome.answer === undefined || outcome.ending === 'error') throw failed(run, outcome);
    await deliver(outcome.answer.response);
    return this.final(run, outcome, outcome.answer);
  }

  private async final(run: Run, { ending, endedAtMs }: RunOutcome, answer: NonNullable<RunOutcome['answer']>): Promise<AgentFinal> {
    const isAborted = ending === 'aborted';
    return {
      runId: run.runId,
      status: isAborted ? 'aborted' : 'ok',
      summary: isAborted ? 'aborted' : 'completed',
      result: {
        payloads: [{ text: answer.response }],
        meta: {
          sessionId: run.sessionId,
          runStatus: answer.status,
          aborted: isAborted,
          durationMs: endedAtMs - this.starter.startedAtMs(run),
          toolCalls: answer.toolCalls.length,
          usage: await usageOf(run),
        },
      },
    };
  }

  private async wait({ runId, timeoutMs = DEFAULT_WAIT_MS }: AgentWaitParams, { connection }: RequestContext): Promise<AgentWaitResult> {
    const run = this.find(runId);
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, connection.closed]);
    const elapsed = this.clock.sleep(Math.min(timeoutMs, MAX_WAIT_MS), signal).catch(() => undefined);
    const outcome = await Promise.race([this.starter.outcome(run), elapsed]);
    over.abort();
    const startedAt = this.starter.startedAtMs(run);
    if (outcome === undefined) return { runId, status: 'timeout', startedAt };
    const { ending, endedAtMs, error } = outcome;
    return { runId, status: ending, startedAt, endedAt: endedAtMs, ...(error === undefined ? {} : { error }) };
  }

  private find(runId: string): Run {
    try {
      return this.runs.get(runId);
    } catch (error) {
      if (error instanceof NotFoundError) throw invalidRequest(`unknown run: ${runId}`, { code: 'not_found', field: 'runId' });
      throw error;
    }
  }

  /** How the answer goes to a channel; checked before the run begins, so that it does not run for nothing. */
  private deliveryOf({ deliver, channel, to }: AgentParams): (text: string) => Promise<unknown> {
    if (deliver !== true) return () => Promise.resolve();
    const adapter = this.channels.find(channel);
    if (to === undefined) throw invalidRequest('invalid agent params: at root: deliver needs "to"');
    return (text) => this.delivery.send(adapter.id, { to, text });
  }
}

function sessionKeyOf({ agentId, sessionKey, sessionId }: AgentParams): string {
  if (agentId !== undefined && agentId !== AGENT_ID) throw invalidRequest(`unknown agentId: ${agentId}; there is "${AGENT_ID}" alone`);
  if (sessionKey !== undefined && sessionId !== undefined && sessionKey !== sessionId) {
    throw invalidRequest('sessionKey and sessionId name two sessions; they are the same thing here');
  }
  return sessionKey ?? sessionId ?? MAIN_SESSION_KEY;
}

function failed(run: Run, { error = 'The run failed.' }: RunOutcome): GatewayError {
  const { runId } = run;
  return new GatewayError('UNAVAILABLE', error, { details: { runId } }, { runId, status: 'error', summary: error });
}

/** The ends of other work, told before the message. */
function withInternalEvents(message: string, events: readonly InternalEvent[]): string {
  if (events.length === 0) return message;
  const told = events.map(({ source, taskLabel, statusLabel, childSessionKey, result, replyInstruction }) =>
    [`System: ${source} "${taskLabel}" (session ${childSessionKey}) ${statusLabel}.`, result, replyInstruction ?? ''].filter((line) => line !== '').join('\n'),
  );
  return [...told, message].join('\n\n');
}
