import { Injectable } from '@nestjs/common';
import { messageOf, NotFoundError, systemErrorCode } from '../common/domain-error.js';
import { ConfigService } from '../config/config.service.js';
import { getText, postJson, type TextAnswer } from '../model/http-get.js';
import { ProviderAccess, type Access } from '../model/openai-compatible/provider-access.js';
import { BodyTooLargeError } from '../security/errors.js';
import { MAX_SHOW_CHARACTERS, PROVIDER_TIMEOUT_MS } from './limits.js';
import { UpstreamError } from './upstream.error.js';

/** What the offline stand-in says of itself. */
const OFFLINE_LIST = { object: 'list', data: [{ id: 'offline', object: 'model' }] };

/**
 * What the provider says of its models. The key goes where it belongs and nowhere else. All throw UpstreamError where the provider cannot be
 * reached or answers with anything but JSON.
 */
@Injectable()
export class ProviderModels {
  constructor(
    private readonly config: ConfigService,
    private readonly access: ProviderAccess,
  ) {}

  /** Ids of the models, in the provider's order. */
  async ids(): Promise<string[]> {
    const list = await this.list();
    const entries: unknown = Array.isArray(list) ? list : list.data;
    if (!Array.isArray(entries)) throw new UpstreamError('The provider\'s answer is no list of models: check that baseUrl ends where its API begins (often in /v1).');
    return entries.flatMap((entry: unknown) => {
      const id: unknown = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined;
      return typeof id === 'string' && id !== '' ? [id] : [];
    });
  }

  /** The answer to `GET {baseUrl}/models`, as it came. */
  async list(): Promise<Record<string, unknown>> {
    if (this.config.isOffline) return OFFLINE_LIST;
    return this.ask(({ baseUrl, key }, signal) => getText(`${rootOf(baseUrl)}/models`, key, signal));
  }

  /**
   * The answer to Ollama's `POST /api/show` at the provider, as it came. Throws BodyTooLargeError, and NotFoundError where the provider knows
   * no such model or no such question.
   */
  async show(body: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    if (JSON.stringify(body).length > MAX_SHOW_CHARACTERS) throw new BodyTooLargeError(`The body must have at most ${MAX_SHOW_CHARACTERS / 1024} KiB.`);
    if (this.config.isOffline) throw new UpstreamError('No model provider is set up: run `jarvis setup`.');
    return this.ask(({ baseUrl, key }, signal) => postJson(`${rootOf(baseUrl).replace(/\/v1$/, '')}/api/show`, body, key, signal));
  }

  private async ask(question: (access: Access, signal: AbortSignal) => Promise<TextAnswer>): Promise<Record<string, unknown>> {
    const access = await this.access.use('');
    const { status, text } = await question(access, AbortSignal.timeout(PROVIDER_TIMEOUT_MS)).catch((error: unknown) => {
      throw new UpstreamError(`Cannot connect to the model provider ${access.host} (${reasonOf(error)}). Check baseUrl and that it is running.`, {}, { cause: error });
    });
    if (status === 404) throw new NotFoundError(`The model provider ${access.host} knows no such model, or cannot be asked this.`);
    if (status < 200 || status > 299) throw new UpstreamError(`The model provider ${access.host} answered HTTP ${status}.`);
    const value = parsed(text);
    if (value === undefined) throw new UpstreamError(`The model provider ${access.host} answered with something that is not JSON.`);
    return value;
  }
}

function rootOf(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '');
}

/** Why a request failed, without what it carried. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${PROVIDER_TIMEOUT_MS / 1000} s`;
  const cause = error instanceof Error ? error.cause : undefined;
  return systemErrorCode(cause) ?? (error instanceof TypeError ? 'connection failed' : (messageOf(error).split('\n')[0] ?? ''));
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
