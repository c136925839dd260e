import { LRUCache } from 'lru-cache';
import { isOpenRouter } from '../api-key.js';
import type { ModelDescription } from '../chat-model.js';
import { getText } from '../http-get.js';
import { firstPositiveInteger, listOf, objectOf, parseJson, type JsonObject } from '../json-value.js';
import { DESCRIBE_TIMEOUT_MS, DESCRIPTION_TTL_MS, MAX_REMEMBERED_MODELS, MISSING_DESCRIPTION_TTL_MS } from '../limits.js';
import { contextTokensOf, fetchModels, type ListEntry } from '../list-models.js';
import type { Access } from './provider-access.js';

/** The prefix of OpenRouter ids in settings.json (docs/models.md). */
const PREFIX = 'openrouter/';

/** What a provider tells of its models, remembered for a while. What cannot be asked is not known: that is no error. */
export class ModelCatalogue {
  private readonly listed = new LRUCache<string, Promise<ListEntry | undefined>>({ max: MAX_REMEMBERED_MODELS, ttl: DESCRIPTION_TTL_MS });
  private readonly described = new LRUCache<string, Promise<ModelDescription | undefined>>({ max: MAX_REMEMBERED_MODELS, ttl: DESCRIPTION_TTL_MS });

  constructor(private readonly access: (model: string) => Promise<Access>) {}

  /**
   * The id that goes on the wire: `openrouter/anthropic/claude-3.5-sonnet` is `anthropic/claude-3.5-sonnet` to OpenRouter, while
   * `openrouter/free` and `openrouter/auto` are models of its own. Other providers get the short id too, except where they list
   * the long one (gateways do): only then, for an id with the prefix, the list is asked for.
   */
  async wireId(model: string, signal: AbortSignal): Promise<string> {
    const short = withoutPrefix(model);
    if (short === model) return short;
    const access = await this.access(model);
    if (isOpenRouter(access.baseUrl)) return short;
    return (await untilAborted(this.entry(model, access), signal))?.id ?? short;
  }

  /** What is known of a model; undefined where the provider does not tell, or after an abort. */
  async describe(model: string, signal: AbortSignal): Promise<ModelDescription | undefined> {
    const access = await this.access(model).catch(() => undefined);
    if (access === undefined || signal.aborted) return undefined;
    const told = remember(this.described, `${access.baseUrl} ${model}`, async () => {
      const contextTokens = await contextOf(model, await this.entry(model, access), access);
      return contextTokens === undefined ? undefined : { id: model, contextTokens };
    });
    return untilAborted(told, signal);
  }

  private entry(model: string, access: Access): Promise<ListEntry | undefined> {
    return remember(this.listed, `${access.baseUrl} ${model}`, async () => {
      const models = await fetchModels(access.baseUrl, access.key, AbortSignal.timeout(DESCRIBE_TIMEOUT_MS)).catch(() => []);
      return [model, withoutPrefix(model)].map((id) => models.find((entry) => entry.id === id)).find((entry) => entry !== undefined);
    });
  }
}

/** The value, or undefined as soon as the signal aborts: the answer still comes for whoever asks next. */
async function untilAborted<Value>(value: Promise<Value | undefined>, signal: AbortSignal): Promise<Value | undefined> {
  if (signal.aborted) return undefined;
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    onAbort = () => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([value, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** The cached value or a new one; that nothing is known is remembered for a shorter time. */
function remember<Value>(
  cache: LRUCache<string, Promise<Value | undefined>>,
  key: string,
  ask: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const asked = ask();
  cache.set(key, asked);
  void asked.then((value) => {
    if (value === undefined) cache.set(key, asked, { ttl: MISSING_DESCRIPTION_TTL_MS });
  });
  return asked;
}

function withoutPrefix(model: string): string {
  const rest = model.slice(PREFIX.length);
  return model.startsWith(PREFIX) && rest.includes('/') ? rest : model;
}

async function contextOf(model: string, entry: ListEntry | undefined, access: Access): Promise<number | undefined> {
  const told = entry === undefined ? undefined : contextTokensOf(entry);
  if (told !== undefined || access.baseUrl.startsWith('https:')) return told;
  const started = await askServer(access, entry?.id ?? withoutPrefix(model));
  // What llama.cpp was trained with is the most that it could have been started with.
  return started ?? firstPositiveInteger(objectOf(entry?.['meta'])['n_ctx_train']);
}

/**
 * Servers of one's own (they speak plain http) tell the context that they were started with beside the OpenAI API:
 * llama.cpp at /props, Ollama at /api/ps.
 */
async function askServer(access: Access, id: string): Promise<number | undefined> {
  const signal = AbortSignal.timeout(DESCRIBE_TIMEOUT_MS);
  const root = access.baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '');
  const [props, running] = await Promise.all([getObject(`${root}/props`, access, signal), getObject(`${root}/api/ps`, access, signal)]);
  const loaded = listOf(running['models']).map(objectOf).find((entry) => entry['name'] === id || entry['model'] === id);
  return firstPositiveInteger(objectOf(props['default_generation_settings'])['n_ctx'], loaded?.['context_length']);
}

async function getObject(url: string, access: Access, signal: AbortSignal): Promise<JsonObject> {
  try {
    const { status, text } = await getText(url, access.key, signal);
    return status === 200 ? objectOf(parseJson(text)) : {};
  } catch {
    return {};
  }
}
