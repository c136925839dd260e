import { Logger } from '@nestjs/common';
import type { AgentEvent, TurnAnswer } from '../../agent/agent-event.js';
import type { NumberedEvent, Run } from '../../agent/run.js';
import { RunAbortedError } from '../../agent/run.js';
import type { Clock } from '../../common/clock.js';
import type { TypingMode } from '../../config/agent-settings.js';
import { messageOf } from '../../common/domain-error.js';
import { AGENT_DELTA_INTERVAL_MS, CHAT_DELTA_INTERVAL_MS } from '../limits.js';
import type { AgentEventPayload } from '../protocol/schemas/agent.js';
import type { ChatEvent, ChatMessage, Usage } from '../protocol/schemas/chat.js';
import type { Connections } from '../server/connections.js';
import { TypingController } from '../../typing/typing-controller.js';
import type { MergeRule } from '../server/outbound-event.js';
import { DeltaPace } from './delta-pace.js';
import { endingOf, stopReasonOf } from './run-ending.js';

type Stream = AgentEventPayload['stream'];

/** Growing text, of which some has not been told yet. */
interface Growing {
  text: string;
  untold: string;
  isReset: boolean;
}

/** Characters for which a millisecond is added between two deltas: each carries the whole text so far. */
const CHARACTERS_PER_MS = 250;

/** Tells one run to all who may read, as `agent` events (everything) and `chat` events (the answer). */
export class RunNarrator {
  private readonly logger = new Logger('Gateway');
  private readonly answer: Growing = { text: '', untold: '', isReset: false };
  private readonly thinking: Growing = { text: '', untold: '', isReset: false };
  private readonly usage: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 };
  private readonly answerPace: DeltaPace;
  private readonly thinkingPace: DeltaPace;
  private readonly chatPace: DeltaPace;
  private readonly typing: TypingController;
  private seq = 0;

  constructor(
    private readonly run: Run,
    private readonly connections: Connections,
    private readonly clock: Clock,
    typing: { mode: TypingMode; intervalMs: number },
  ) {
    const typingChannel = { typing: (): Promise<void> => Promise.resolve(this.chat({ state: 'activity' })) };
    this.typing = new TypingController(typingChannel, clock, typing);
    const interval = (least: number, growing: Growing) => () => Math.max(least, growing.text.length / CHARACTERS_PER_MS);
    this.answerPace = new DeltaPace(clock, interval(AGENT_DELTA_INTERVAL_MS, this.answer), () => this.tellGrowth('assistant', this.answer));
    this.thinkingPace = new DeltaPace(clock, interval(AGENT_DELTA_INTERVAL_MS, this.thinking), () => this.tellGrowth('thinking', this.thinking));
    this.chatPace = new DeltaPace(clock, interval(CHAT_DELTA_INTERVAL_MS, this.answer), () => this.chat({ state: 'delta', message: this.message(this.answer.text) }));
  }

  /** Tells the run from its first event to its last. Never rejects. */
  async tell(): Promise<void> {
    for await (const numbered of this.run.watch()) {
      try {
        this.tellOne(numbered);
      } catch (error) {
        // Such as a tool's arguments that are nested too deeply to be written: the run goes on, and so does its story.
        this.logger.error(`An event of run ${this.run.runId} could not be told: ${messageOf(error)}`);
      }
    }
    for (const pace of [this.answerPace, this.thinkingPace, this.chatPace]) pace.cancel();
  }

  private tellOne({ id, event }: NumberedEvent): void {
    if (event.type !== 'text-delta') this.answerPace.flush();
    if (event.type !== 'reasoning-delta') this.thinkingPace.flush();
    this.seq = id;
    this.typing.take(event);
    switch (event.type) {
      case 'run-start':
        this.agent('lifecycle', { phase: 'start', startedAt: this.now() });
        return;
      case 'text-delta':
        grow(this.answer, event.text);
        this.answerPace.request();
        this.chatPace.request();
        return;
      case 'text-reset':
        Object.assign(this.answer, { text: '', untold: '', isReset: true });
        this.tellGrowth('assistant', this.answer);
        this.chatPace.request();
        return;
      case 'reasoning-delta':
        grow(this.thinking, event.text);
        this.thinkingPace.request();
        return;
      case 'tool-start':
        this.agent('tool', { phase: 'start', name: event.name, toolCallId: event.callId, args: event.args });
        return;
      case 'tool-output':
        this.agent('tool', { phase: 'update', toolCallId: event.callId, partialResult: event.text }, { key: `output:${event.callId}`, combine: joinOutput });
        return;
      case 'tool-end':
        this.agent('tool', { phase: 'result', name: event.name, toolCallId: event.callId, isError: event.status === 'error', result: event.result });
        return;
      case 'usage':
        this.countUsage(event);
        return;
      case 'notice':
        this.agent('notice', { text: event.text });
        return;
      case 'search-start':
        this.agent('search', { phase: 'start' });
        return;
      case 'search-results':
        this.agent('search', { phase: 'results', count: event.count });
        return;
      case 'checkpoint':
        this.agent('checkpoint', { progress: event.progress, remaining: event.remaining });
        return;
      case 'run-end':
        this.end(event.answer);
        return;
      case 'run-failed':
        this.fail(event.message);
    }
  }

  private tellGrowth(stream: 'assistant' | 'thinking', growing: Growing): void {
    const { text, untold: delta, isReset } = growing;
    Object.assign(growing, { untold: '', isReset: false });
    this.agent(stream, { text, delta, ...(isReset ? { reset: true } : {}) }, { key: stream, combine: joinGrowth }, true);
  }

  private countUsage({ promptTokens, completionTokens, cachedTokens, model }: AgentEvent & { type: 'usage' }): void {
    this.usage.inputTokens += promptTokens;
    this.usage.outputTokens += completionTokens;
    this.usage.cacheReadTokens += cachedTokens;
    this.agent('usage', { model, inputTokens: promptTokens, outputTokens: completionTokens, cacheReadTokens: cachedTokens });
  }

  private end(answer: TurnAnswer): void {
    this.chatPace.cancel();
    const ending = endingOf(answer);
    if (ending === 'error') {
      this.fail(answer.response, answer.status);
      return;
    }
    const isAborted = ending === 'aborted';
    const stopReason = isAborted ? stopReasonOf(abortReason(this.run)) : undefined;
    const stop = stopReason === undefined ? {} : { stopReason };
    this.agent('lifecycle', { phase: 'end', endedAt: this.now(), status: answer.status, ...(isAborted ? { aborted: true } : {}), ...stop });
    const text = isAborted && this.answer.text !== '' ? this.answer.text : answer.response;
    // A silent answer ends the run and says nothing.
    const message = answer.silent === true ? {} : { message: this.message(text) };
    this.chat({ state: isAborted ? 'aborted' : 'final', ...message, usage: this.usage, ...stop });
  }

  private fail(error: string, status = 'failed'): void {
    this.chatPace.cancel();
    this.agent('lifecycle', { phase: 'error', endedAt: this.now(), status, error });
    this.chat({ state: 'error', errorMessage: error, usage: this.usage });
  }

  private agent(stream: Stream, data: Record<string, unknown>, merge: Omit<MergeRule, 'group'> = {}, droppable = false): void {
    const { runId, sessionId: sessionKey } = this.run;
    const payload: AgentEventPayload = { runId, sessionKey, seq: this.seq, stream, ts: this.now(), data };
    this.connections.broadcast('agent', payload, { merge: { group: `agent:${runId}`, ...merge }, droppable });
  }

  private chat(event: Omit<ChatEvent, 'runId' | 'sessionKey' | 'seq'>): void {
    const { runId, sessionId: sessionKey } = this.run;
    const isDelta = event.state === 'delta' || event.state === 'activity';
    const merge = { group: `chat:${runId}`, ...(isDelta ? { key: event.state } : {}) };
    this.connections.broadcast('chat', { runId, sessionKey, seq: this.seq, ...event }, { merge, droppable: isDelta });
  }

  private message(text: string): ChatMessage {
    return { role: 'assistant', content: [{ type: 'text', text }], timestamp: this.now() };
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

function grow(growing: Growing, text: string): void {
  growing.text += text;
  growing.untold += text;
}

function abortReason(run: Run): string {
  const reason: unknown = run.signal.reason;
  return reason instanceof RunAbortedError ? reason.reason : '';
}

/** Two pieces of growing text as one: what is new in both, and the later whole. After a reset only the later counts. */
function joinGrowth(earlier: unknown, later: unknown): AgentEventPayload {
  const [first, second] = [earlier as AgentEventPayload, later as AgentEventPayload];
  if (second.data.reset === true) return second;
  const delta = `${String(first.data.delta)}${String(second.data.delta)}`;
  return { ...second, data: { ...second.data, delta, ...(first.data.reset === true ? { reset: true } : {}) } };
}

function joinOutput(earlier: unknown, later: unknown): AgentEventPayload {
  const [first, second] = [earlier as AgentEventPayload, later as AgentEventPayload];
  return { ...second, data: { ...second.data, partialResult: `${String(first.data.partialResult)}${String(second.data.partialResult)}` } };
}
