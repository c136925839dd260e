import { existsSync } from 'node:fs';
import type { ConfigService } from '../../config/config.service.js';
import { writeEnvironmentVariable } from '../../config/environment-file.js';
import { API_KEY_FOR_VARIABLE, decideApiKey } from '../api-key.js';

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

  current(): Access {
    const { baseUrl } = this.config.settings;
    const secret = this.config.apiKey?.trim();
    const firstOrigin = this.firstUse?.key === secret ? this.firstUse?.origin : undefined;
    const decision = decideApiKey(secret, this.config.variable(API_KEY_FOR_VARIABLE)?.trim() ?? firstOrigin, baseUrl);
    if (decision.record !== undefined && secret !== undefined) this.remember(secret, decision.record);
    return {
      baseUrl,
      host: URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl,
      ...(decision.key === undefined ? {} : { key: decision.key }),
      ...(decision.heldBackFor === undefined ? {} : { keyHeldBackFor: decision.heldBackFor }),
      ...(secret === undefined ? {} : { secret }),
    };
  }

  private remember(key: string, origin: string): void {
    this.firstUse = { key, origin };
    const file = this.config.paths.environmentFile;
    if (!existsSync(file)) return;
    // A home that cannot be written still has the rule for as long as the process lives.
    void writeEnvironmentVariable(file, API_KEY_FOR_VARIABLE, origin).catch(() => undefined);
  }
}
