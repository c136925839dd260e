import { messageOf, systemErrorCode } from '../common/domain-error.js';
import { getText } from './http-get.js';
import { firstPositiveInteger, isObject, listOf, objectOf, parseJson, textOf, type JsonObject } from './json-value.js';
import { LIST_MODELS_TIMEOUT_MS } from './limits.js';
import { ModelError } from './model-error.js';
import { malformedAnswer, providerError, type RequestFacts } from './openai-compatible/provider-error.js';
import { redactSecrets } from './redact-secrets.js';

/** A model that a provider offers. */
export interface ListedModel {
  id: string;
  name?: string;
  free: boolean;
  /** Context window in tokens, where the provider says it. */
  contextTokens?: number;
}

/** One entry of a provider's list, as it came. */
export type ListEntry = JsonObject & { id: string };

/**
 * The models of an OpenAI-compatible provider (GET {baseUrl}/models): free ones first, then by id. Throws a ModelError that
 * says what is wrong and what to do, or the signal's reason. Needs neither Nest nor the SDK.
 *
 * @param apiKey sent as Bearer token; see decideApiKey for whether it may be
 */
export async function listModels(baseUrl: string, apiKey?: string, signal?: AbortSignal): Promise<ListedModel[]> {
  const limit = AbortSignal.timeout(LIST_MODELS_TIMEOUT_MS);
  const models = await fetchModels(baseUrl, apiKey, signal === undefined ? limit : AbortSignal.any([signal, limit]));
  return models.map(toListedModel).sort((a, b) => Number(b.free) - Number(a.free) || compare(a.id, b.id));
}

/** The entries of GET {baseUrl}/models that have an id, as they came. */
export async function fetchModels(baseUrl: string, apiKey: string | undefined, signal: AbortSignal): Promise<ListEntry[]> {
  const request: RequestFacts = {
    model: '',
    subject: 'the list of models',
    host: URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl,
    ...(apiKey === undefined ? {} : { key: apiKey }),
  };
  const { status, text } = await getText(`${baseUrl.replace(/\/+$/, '')}/models`, apiKey, signal).catch((error: unknown) => {
    throw explain(error, signal, request);
  });
  if (status < 200 || status > 299) throw providerError({ httpStatus: status, text }, request);
  const body = parseJson(text);
  const entries = isObject(body) ? (body['data'] ?? body['models']) : body;
  if (!Array.isArray(entries)) {
    if (objectOf(body)['error']) throw providerError({ httpStatus: status, text }, request);
    throw malformedAnswer('It is no list of models: check that baseUrl ends where the API begins (often in /v1).', status, text, request);
  }
  return listOf(entries).filter((entry): entry is ListEntry => textOf(objectOf(entry)['id']) !== undefined);
}

/** The context window that an entry of a model list names. The upper one of the two that OpenRouter tells is not always served. */
export function contextTokensOf(entry: JsonObject): number | undefined {
  const told = firstPositiveInteger(entry['context_length'], entry['max_model_len'], entry['loaded_context_length'], entry['context_window']);
  const served = firstPositiveInteger(objectOf(entry['top_provider'])['context_length']);
  return told !== undefined && served !== undefined ? Math.min(told, served) : (told ?? served);
}

function toListedModel(entry: ListEntry): ListedModel {
  const name = textOf(entry['name']);
  const contextTokens = contextTokensOf(entry);
  return {
    id: entry.id,
    free: isFree(entry),
    ...(name === undefined ? {} : { name }),
    ...(contextTokens === undefined ? {} : { contextTokens }),
  };
}

function isFree(entry: ListEntry): boolean {
  const { prompt, completion } = objectOf(entry['pricing']);
  return entry.id.endsWith(':free') || (isZero(prompt) && isZero(completion));
}

function isZero(price: unknown): boolean {
  return (typeof price === 'string' && price.trim() !== '' && Number(price) === 0) || price === 0;
}

function explain(error: unknown, signal: AbortSignal, request: RequestFacts): unknown {
  const timedOut = signal.aborted && (signal.reason as Error | undefined)?.name === 'TimeoutError';
  if (signal.aborted && !timedOut) return signal.reason;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = systemErrorCode(cause) ?? redactSecrets(messageOf(cause ?? error), request.key).split('\n')[0];
  const why = timedOut ? `did not list its models within ${LIST_MODELS_TIMEOUT_MS / 1000} s` : `cannot be reached (${code})`;
  const message = `${request.host} ${why}. Check the address and that the server is running.`;
  return new ModelError(timedOut ? 'timeout' : 'connection', message, { model: request.model }, { cause: error });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
