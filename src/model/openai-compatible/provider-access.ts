import { existsSync } from 'node:fs';
import { systemErrorCode } from '../../common/domain-error.js';
import type { ConfigService } from '../../config/config.service.js';
import { writeEnvironmentVariable } from '../../config/environment-file.js';
import { API_KEY_FOR_VARIABLE, decideApiKey } from '../api-key.js';
import { ModelError } from '../model-error.js';

/** Where a request goes and what it may carry. */
export interface Access {
  baseUrl: string;
  /** Host and port, for messages. */
  host: string;
  key?: string;
  /** The origin that the stored key belongs to, where it was held back. */
  keyHeldBackFor?: string;
  /** The stored key, sent or not: what must not be repeated to anybody. */
  secret?: string;
}

/** Reads base URL and key anew for each request, and remembers whom the key was first used with. */
export class ProviderAccess {
  private firstUse: { key: string; origin: string } | undefined;

  constructor(private readonly config: ConfigService) {}

  /** What a request that goes out now may carry. Rejects with a ModelError where `.env` cannot be read. */
  async use(model: string): Promise<Access> {
    const { baseUrl } = this.config.settings;
    const { secret, keyFor } = this.stored(model);
    const firstOrigin = this.firstUse?.key === secret ? this.firstUse?.origin : undefined;
    const decision = decideApiKey(secret, keyFor ?? firstOrigin, baseUrl);
    if (decision.record !== undefined && secret !== undefined) await this.remember(secret, decision.record);
    return {
      baseUrl,
      host: new URL(baseUrl).host,
      ...(decision.key === undefined ? {} : { key: decision.key }),
      ...(decision.heldBackFor === undefined ? {} : { keyHeldBackFor: decision.heldBackFor }),
      ...(secret === undefined ? {} : { secret }),
    };
  }

  private stored(model: string): { secret?: string; keyFor?: string } {
    try {
      const secret = this.config.apiKey?.trim();
      const keyFor = this.config.variable(API_KEY_FOR_VARIABLE)?.trim();
      return { ...(secret === undefined ? {} : { secret }), ...(keyFor === undefined ? {} : { keyFor }) };
    } catch (error) {
      const reason = systemErrorCode(error) ?? 'it is damaged';
      const message = `The file .env in Jarvis's home, which holds the API key, cannot be read (${reason}). \`jarvis doctor\` says more.`;
      throw new ModelError('rejected', message, { model }, { cause: error });
    }
  }

  private async remember(key: string, origin: string): Promise<void> {
    this.firstUse = { key, origin };
    const file = this.config.paths.environmentFile;
    // Without an .env, or where it cannot be written, the rule holds for as long as the process lives.
    if (existsSync(file)) await writeEnvironmentVariable(file, API_KEY_FOR_VARIABLE, origin).catch(() => undefined);
  }
}
