import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../common/clock.js';
import type { ConfigService } from '../config/config.service.js';
import { ChatModel, type ModelDelta, type ModelDescription, type ModelRequest } from './chat-model.js';
import { MAX_REMEMBERED_MODELS, MAX_REPLAY_CHARACTERS } from './limits.js';
import { ModelError } from './model-error.js';
import type { ModelMessage } from './model-message.js';
import { AnswerReader, type AnswerContext } from './openai-compatible/answer-reader.js';
import { connectionError, invalidTarget, timeoutError } from './openai-compatible/connection-error.js';
import { ModelCatalogue } from './openai-compatible/model-catalogue.js';
import { ProviderAccess, type Access } from './openai-compatible/provider-access.js';
import { providerError } from './openai-compatible/provider-error.js';
import { readErrorBody } from './openai-compatible/read-error-body.js';
import type { ReplayFields } from './openai-compatible/reasoning-replay.js';
import { requestBody } from './openai-compatible/request-body.js';
import { parseRetryAfter } from './openai-compatible/retry-after.js';
import { sendBySdk } from './openai-compatible/sdk-request.js';
import { openExchange, type Exchange } from './openai-compatible/transport.js';

/** The request has ended, so its time limit is called off. */
const ENDED = Symbol('the model request has ended');

/** The time limit of a request, as the reason of its abort. */
const TIME_IS_UP = Symbol('time limit of the model request');

/**
 * Any provider that speaks OpenAI's chat completions: OpenRouter, local servers, others. One chat request per `stream()`,
 * never repeated here. Settings are read anew at each request; refused parameters are remembered per base URL and model.
 */
export class OpenAICompatibleModel extends ChatModel {
  private readonly access: ProviderAccess;
  private readonly catalogue: ModelCatalogue;
  private readonly refused = new LRUCache<string, ReadonlySet<string>>({ max: MAX_REMEMBERED_MODELS });
  /** Reasoning to be sent back with its tool calls, by base URL, model and id of the first call. */
  private readonly replays = new LRUCache<string, ReplayFields>({
    maxSize: MAX_REPLAY_CHARACTERS,
    sizeCalculation: (fields) => JSON.stringify(fields).length,
  });

  constructor(
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {
    super();
    this.access = new ProviderAccess(config);
    this.catalogue = new ModelCatalogue((model) => this.access.use(model));
  }

  override async *stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelDelta> {
    const access = await this.access.use(request.model);
    signal.throwIfAborted();
    const upstream = new AbortController();
    const abort = (): void => upstream.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    const timer = new AbortController();
    const timeLimitMs = this.config.settings.modelTimeoutMs;
    if (timeLimitMs > 0) {
      void this.clock.sleep(timeLimitMs, timer.signal).then(
        () => upstream.abort(TIME_IS_UP),
        () => undefined,
      );
    }
    let exchange: Exchange | undefined;
    try {
      const { context, ...opened } = await this.open(request, access, upstream.signal);
      exchange = opened.exchange;
      const reader = new AnswerReader(context);
      yield* readBody(exchange, reader);
      signal.throwIfAborted();
      const last = reader.end();
      exchange.release();
      exchange = undefined;
      this.rememberReasoning(access, request.model, reader.replayFields, last);
      yield* last;
    } catch (error) {
      signal.throwIfAborted();
      if (upstream.signal.reason === TIME_IS_UP) throw timeoutError(access, request.model, timeLimitMs);
      throw error instanceof ModelError ? error : connectionError(error, access, request.model);
    } finally {
      // A reason of its own spares the costly default one, with its stack.
      timer.abort(ENDED);
      signal.removeEventListener('abort', abort);
      // Also where the caller stopped listening in the midst of the answer: what nobody hears must not be generated.
      if (exchange !== undefined) upstream.abort();
    }
  }

  override async describe(model: string, signal: AbortSignal): Promise<ModelDescription | undefined> {
    return this.catalogue.describe(model, signal);
  }

  /** Sends the request and waits for the head of an answer that is no error. */
  private async open(request: ModelRequest, access: Access, signal: AbortSignal): Promise<{ exchange: Exchange; context: AnswerContext }> {
    const invalid = invalidTarget(access, request.model);
    if (invalid !== undefined) throw invalid;
    const target = targetOf(access, request.model);
    const omitted = new Set([...(this.refused.get(target) ?? []), ...(request.omitParameters ?? [])]);
    const wireModel = await this.catalogue.wireId(request.model, signal);
    const replayOf = (id: string): ReplayFields | undefined => (this.replays.size === 0 ? undefined : this.replays.get(`${target} ${id}`));
    const { body, sent } = requestBody(request, wireModel, omitted, replayOf);
    const context: AnswerContext = {
      model: request.model,
      host: access.host,
      httpStatus: 200,
      sentParameters: sent,
      knownToolCallIds: new Set(request.messages.flatMap(toolCallIdsOf)),
      offeredTools: new Set(request.tools.map((tool) => tool.function.name)),
      newToolCallId: () => `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`,
      ...(access.secret === undefined ? {} : { key: access.secret }),
      ...(access.keyHeldBackFor === undefined ? {} : { keyHeldBackFor: access.keyHeldBackFor }),
    };
    const exchange = await sendBySdk(access, body, (carried) => openExchange(carried, signal, this.clock));
    if (exchange.status >= 200 && exchange.status < 300) return { exchange, context: { ...context, httpStatus: exchange.status } };
    const text = await readErrorBody(exchange, this.clock);
    signal.throwIfAborted();
    const retryAfterMs = parseRetryAfter(exchange.header, this.clock.now());
    const error = providerError({ httpStatus: exchange.status, text, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }, context);
    if (error.detail.parameter !== undefined) this.refused.set(target, new Set([...omitted, error.detail.parameter]));
    throw error;
  }

  private rememberReasoning(access: Access, model: string, fields: ReplayFields | undefined, deltas: readonly ModelDelta[]): void {
    const firstCall = deltas.find((delta) => delta.type === 'tool-call');
    if (fields !== undefined && firstCall !== undefined) this.replays.set(`${targetOf(access, model)} ${firstCall.id}`, fields);
  }
}

function toolCallIdsOf(message: ModelMessage): string[] {
  return message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.id) : [];
}

function targetOf(access: Access, model: string): string {
  return `${access.baseUrl} ${model}`;
}

/** Hands on what can be said before the body ends; stops at `[DONE]`, and where a connection breaks that had nothing left to say. */
async function* readBody(exchange: Exchange, reader: AnswerReader): AsyncGenerator<ModelDelta> {
  try {
    for await (const chunk of exchange.body.iterator({ destroyOnReturn: false })) {
      yield* reader.push(chunk as Uint8Array);
      if (reader.isDone) return;
    }
  } catch (error) {
    if (error instanceof ModelError || !reader.isComplete) throw error;
  }
}
