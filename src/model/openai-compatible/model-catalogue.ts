import { LRUCache } from 'lru-cache';
import { isOpenRouter } from '../api-key.js';
import type { ModelDescription } from '../chat-model.js';
import { getText } from '../http-get.js';
import { firstPositiveInteger, listOf, objectOf, parseJson, type JsonObject } from '../json-value.js';
import { DESCRIBE_TIMEOUT_MS, DESCRIPTION_TTL_MS, MAX_REMEMBERED_MODELS, MISSING_DESCRIPTION_TTL_MS } from '../limits.js';
import { contextTokensOf, fetchModels } from '../list-models.js';
import type { Access } from './provider-access.js';

/** The prefix of OpenRouter ids in settings.json (docs/models.md). */
const PREFIX = 'openrouter/';

interface Entry {
  wireId: string;
  description: ModelDescription | undefined;
}

/** What a provider tells of its models, remembered for a while. Nothing here rejects: what cannot be asked is not known. */
export class ModelCatalogue {
  private readonly entries = new LRUCache<string, Promise<Entry>>({ max: MAX_REMEMBERED_MODELS, ttl: DESCRIPTION_TTL_MS });

  constructor(private readonly access: () => Access) {}

  /**
   * The id that goes on the wire: `openrouter/anthropic/claude-3.5-sonnet` is `anthropic/claude-3.5-sonnet` to OpenRouter, while
   * `openrouter/free` and `openrouter/auto` are models of its own. Other providers get the short id too, except where they list
   * the long one (gateways do): only then, for an id with the prefix, the list is asked for.
   */
  async wireId(model: string): Promise<string> {
    const short = withoutPrefix(model);
    const access = this.access();
    if (short === model || isOpenRouter(access.baseUrl)) return short;
    return (await this.entry(model, access)).wireId;
  }

  /** What is known of a model; undefined where the provider does not tell. */
  async describe(model: string, signal: AbortSignal): Promise<ModelDescription | undefined> {
    if (signal.aborted) return undefined;
    let onAbort: (() => void) | undefined;
    const aborted = new Promise<undefined>((resolve) => {
      onAbort = () => resolve(undefined);
      signal.addEventListener('abort', onAbort, { once: true });
    });
    const told = this.entry(model, this.access()).then((entry) => entry.description);
    return Promise.race([told, aborted]).finally(() => onAbort !== undefined && signal.removeEventListener('abort', onAbort));
  }

  private entry(model: string, access: Access): Promise<Entry> {
    const key = `${access.baseUrl} ${model}`;
    const known = this.entries.get(key);
    if (known !== undefined) return known;
    const asked = ask(model, access);
    this.entries.set(key, asked);
    void asked.then((entry) => {
      if (entry.description === undefined) this.entries.set(key, asked, { ttl: MISSING_DESCRIPTION_TTL_MS });
    });
    return asked;
  }
}

function withoutPrefix(model: string): string {
  const rest = model.slice(PREFIX.length);
  return model.startsWith(PREFIX) && rest.includes('/') ? rest : model;
}

async function ask(model: string, access: Access): Promise<Entry> {
  const signal = AbortSignal.timeout(DESCRIBE_TIMEOUT_MS);
  const ids = isOpenRouter(access.baseUrl) ? [withoutPrefix(model)] : [model, withoutPrefix(model)];
  const models = await fetchModels(access.baseUrl, access.key, signal).catch(() => []);
  const found = ids.map((id) => models.find((entry) => entry.id === id)).find((entry) => entry !== undefined);
  const contextTokens =
    (found === undefined ? undefined : contextTokensOf(found)) ??
    (access.baseUrl.startsWith('https:') ? undefined : await askServer(access, found?.id ?? withoutPrefix(model), signal)) ??
    firstPositiveInteger(objectOf(found?.['meta'])['n_ctx_train']);
  return {
    wireId: found?.id ?? withoutPrefix(model),
    description: contextTokens === undefined ? undefined : { id: model, contextTokens },
  };
}

/** Servers of one's own (they speak plain http) tell the context that they were started with beside the OpenAI API: llama.cpp at /props, Ollama at /api/ps. */
async function askServer(access: Access, id: string, signal: AbortSignal): Promise<number | undefined> {
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
