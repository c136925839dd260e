import { Injectable } from '@nestjs/common';
import { ConfigService } from '../config/config.service.js';
import { Clock } from '../common/clock.js';
import { listModels } from '../model/list-models.js';
import { ProviderAccess } from '../model/openai-compatible/provider-access.js';
import { AGENT_MODEL } from './chat-completion.js';
import { OpenAiRequestError } from './openai.errors.js';

/** One entry of `GET /v1/models`. */
export interface ModelEntry {
  id: string;
  object: 'model';
  created: number;
  owned_by: string;
}

/** How long the provider's list is believed. */
const LIST_LIFETIME_MS = 60_000;

/** Which models the OpenAI-compatible API answers for. */
@Injectable()
export class CompletionModels {
  private known: { ids: string[]; at: number } | undefined;

  constructor(
    private readonly config: ConfigService,
    private readonly access: ProviderAccess,
    private readonly clock: Clock,
  ) {}

  /** The agent first, then the provider's models; the agent alone where the provider cannot be asked. */
  async list(): Promise<{ object: 'list'; data: ModelEntry[] }> {
    const ids = (await this.providerModels()) ?? [];
    return { object: 'list', data: [AGENT_MODEL, ...ids].map(entryOf) };
  }

  /** One of them. Throws OpenAiRequestError 404 where it is not in the list. */
  async get(model: string): Promise<ModelEntry> {
    const { data } = await this.list();
    const found = data.find(({ id }) => id === model);
    if (found === undefined) throw noSuchModel(model);
    return found;
  }

  /** Throws OpenAiRequestError 404 where the provider says that it does not have the model. */
  async assertExists(model: string): Promise<void> {
    const { selectedModel, fallbackModel } = this.config.settings;
    if (model === selectedModel || model === fallbackModel) return;
    const ids = await this.providerModels();
    if (ids === undefined || ids.length === 0 || ids.includes(model)) return;
    throw noSuchModel(model);
  }

  /** Undefined where the provider cannot be asked. */
  private async providerModels(): Promise<string[] | undefined> {
    if (this.config.isOffline) return [];
    const now = this.clock.now().getTime();
    if (this.known !== undefined && now - this.known.at < LIST_LIFETIME_MS) return this.known.ids;
    try {
      const { baseUrl, key } = await this.access.use('');
      this.known = { ids: (await listModels(baseUrl, key)).map((model) => model.id), at: now };
      return this.known.ids;
    } catch {
      return undefined;
    }
  }
}

function entryOf(id: string): ModelEntry {
  return { id, object: 'model', created: 0, owned_by: id === AGENT_MODEL ? 'jarvis' : 'provider' };
}

function noSuchModel(model: string): OpenAiRequestError {
  const fields = { type: 'invalid_request_error', param: 'model', code: 'model_not_found' };
  return new OpenAiRequestError(404, `There is no model "${model}". GET /v1/models lists those that there are.`, fields);
}
