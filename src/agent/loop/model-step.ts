import { messageOf } from '../../common/domain-error.js';
import type { Clock } from '../../common/clock.js';
import type { ChatModel, FinishReason, ModelDelta, ModelRequest, ModelToolCallDelta, ModelUsage } from '../../model/chat-model.js';
import { ModelError } from '../../model/model-error.js';
import { MAX_PROVIDER_WAIT_MS, MAX_PROVIDER_WAITS } from '../limits.js';

/** What a model said in one step. */
export interface ModelAnswer {
  text: string;
  toolCalls: ModelToolCallDelta[];
  usage?: ModelUsage;
  finishReason: FinishReason;
  /** The id, as settings.json has it, of the model that really answered. */
  model: string;
}

/** One request that failed, as the log shows it. */
export interface ModelFailure {
  model: string;
  kind: string;
  httpStatus?: number;
  message: string;
  body?: string;
}

/** No model answered. `failures` has what each said, in order. */
export class NoModelAnswerError extends Error {
  constructor(readonly failures: readonly ModelFailure[]) {
    super(failures.map((failure) => `${failure.model}: ${failure.message}`).join(' | '));
    this.name = 'NoModelAnswerError';
  }
}

/** What a step yields: the model's deltas, and a `restart` where what came so far is void because the request is made again. */
export type ModelStepEvent = ModelDelta | { type: 'restart' };

/** What a step needs from outside. */
export interface ModelStepPorts {
  model: ChatModel;
  clock: Clock;
  /** The selected model and, where it is another one, the fallback: each is asked once. */
  models: readonly string[];
  signal: AbortSignal;
  /** Receives a line for the log at each wait, re-ask and fallback. */
  note: (text: string) => void;
}

/**
 * Asks the selected model once and then the fallback once (docs/agent.md, "Error Handling and Retries"), handing every delta on as
 * it comes. Waits that a provider asks for and a request without a refused parameter are not counted as attempts, and their number is
 * bounded. Throws NoModelAnswerError, a ModelError of kind `overflow` (the history must become shorter first), or the signal's reason.
 */
export async function* modelStep(
  request: Omit<ModelRequest, 'model'>,
  ports: ModelStepPorts,
): AsyncGenerator<ModelStepEvent, ModelAnswer> {
  const failures: ModelFailure[] = [];
  for (const [index, model] of ports.models.entries()) {
    try {
      return yield* askPatiently({ ...request, model }, ports);
    } catch (error) {
      ports.signal.throwIfAborted();
      if (error instanceof ModelError && error.kind === 'overflow') throw error;
      failures.push(describeFailure(model, error));
      const next = ports.models[index + 1];
      if (next !== undefined) ports.note(`${model} failed (${messageOf(error)}); asked the fallback model ${next}`);
      yield { type: 'restart' };
    }
  }
  throw new NoModelAnswerError(failures);
}

/** Asks one model; waits and asks again where the provider says when, and once more without a parameter that it refuses. */
async function* askPatiently(request: ModelRequest, ports: ModelStepPorts): AsyncGenerator<ModelStepEvent, ModelAnswer> {
  let waits = 0;
  let waitedMs = 0;
  let current = request;
  for (;;) {
    try {
      return yield* ask(current, ports);
    } catch (error) {
      ports.signal.throwIfAborted();
      if (!(error instanceof ModelError)) throw error;
      const omitted = current.omitParameters ?? [];
      const parameter = error.detail.parameter;
      if (error.kind === 'unsupported_parameter' && parameter !== undefined && !omitted.includes(parameter)) {
        ports.note(`${request.model} does not take the parameter ${parameter}; asked again without it`);
        current = { ...current, omitParameters: [...omitted, parameter] };
        yield { type: 'restart' };
        continue;
      }
      const wait = error.detail.retryAfterMs;
      const mayWait = (error.kind === 'rate_limit' || error.kind === 'unavailable') && wait !== undefined;
      if (!mayWait || waits >= MAX_PROVIDER_WAITS || waitedMs + wait > MAX_PROVIDER_WAIT_MS) throw error;
      waits += 1;
      waitedMs += wait;
      ports.note(`${request.model} asked to wait ${Math.ceil(wait / 1000)} s (${error.message})`);
      await ports.clock.sleep(wait, ports.signal);
      yield { type: 'restart' };
    }
  }
}

async function* ask(request: ModelRequest, ports: ModelStepPorts): AsyncGenerator<ModelDelta, ModelAnswer> {
  const answer: ModelAnswer = { text: '', toolCalls: [], finishReason: 'unknown', model: request.model };
  for await (const delta of ports.model.stream(request, ports.signal)) {
    if (delta.type === 'text-delta') answer.text += delta.text;
    else if (delta.type === 'tool-call') answer.toolCalls.push(delta);
    else if (delta.type === 'usage') answer.usage = delta.usage;
    else if (delta.type === 'finish') answer.finishReason = delta.reason;
    yield delta;
  }
  return answer;
}

function describeFailure(model: string, error: unknown): ModelFailure {
  if (!(error instanceof ModelError)) return { model, kind: 'unknown', message: messageOf(error) };
  const { httpStatus, body } = error.detail;
  return {
    model,
    kind: error.kind,
    ...(httpStatus === undefined ? {} : { httpStatus }),
    message: error.message,
    ...(body === undefined ? {} : { body }),
  };
}
