import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../config/config.service.js';
import { COMPLETIONS_SCOPE } from '../token-store.js';
import type { Client } from '../request/client.js';
import { onlyValue, type RequestDescription } from '../request/request-description.js';
import { Authenticator, type Authentication } from './authenticator.js';

/** The variables that may name one key for the OpenAI-compatible API; the first that is set counts. */
const VARIABLES = ['JARVIS_COMPLETIONS_API_KEY', 'JARVISCHAT_COMPLETIONS_API_KEY'];

const BEARER = /^bearer +(\S+) *$/i;

/** `Authorization: Bearer <key>` with the key that the environment or `.env` names. No key is made up where none is named. */
@Injectable()
export class CompletionsKeyAuthenticator extends Authenticator {
  constructor(private readonly config: ConfigService) {
    super();
  }

  override authenticate(request: RequestDescription, client: Client): Authentication {
    const presented = BEARER.exec(onlyValue(request, 'authorization') ?? '')?.[1];
    const key = presented === undefined ? undefined : this.key();
    if (presented === undefined || key === undefined || !isSame(presented, key)) return { outcome: 'absent' };
    const address = client.address === undefined ? {} : { address: client.address };
    return { outcome: 'accepted', principal: { role: 'api-key', id: 'completions-key', scopes: [COMPLETIONS_SCOPE], ...address } };
  }

  private key(): string | undefined {
    for (const name of VARIABLES) {
      const value = this.config.variable(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }
}

/** Compares in a time that tells nothing of where the two differ. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
