import { Injectable, Logger } from '@nestjs/common';
import { messageOf } from '../../common/domain-error.js';
import type { Client } from '../request/client.js';
import { hasHeader, onlyValue, type RequestDescription } from '../request/request-description.js';
import { type AccessToken, ADMIN_SCOPE, TokenStore } from '../token-store.js';
import { type Authentication, Authenticator } from './authenticator.js';

const BEARER = /^bearer(?: +(\S+))? *$/i;

/** `Authorization: Bearer jrv_...`: a token of `jarvis token create`. */
@Injectable()
export class BearerTokenAuthenticator extends Authenticator {
  private readonly logger = new Logger(BearerTokenAuthenticator.name);

  constructor(private readonly tokens: TokenStore) {
    super();
  }

  override authenticate(request: RequestDescription, client: Client): Authentication {
    if (!hasHeader(request, 'authorization')) return { outcome: 'absent' };
    const header = onlyValue(request, 'authorization');
    if (header === undefined) return { outcome: 'refused', reason: 'The Authorization header was sent more than once.' };
    const bearer = BEARER.exec(header);
    // Another scheme is for somebody else, such as the password of a proxy before this server.
    if (bearer === null) return { outcome: 'absent' };
    const token = this.find(bearer[1] ?? '');
    if (token === undefined) return { outcome: 'refused', reason: 'The access token is not valid.' };
    return { outcome: 'accepted', principal: principalOf(token, client) };
  }

  private find(presented: string): AccessToken | undefined {
    try {
      return this.tokens.verify(presented);
    } catch (error) {
      this.logger.error(messageOf(error));
      return undefined;
    }
  }
}

function principalOf(token: AccessToken, client: Client) {
  const isAdmin = token.scopes.includes(ADMIN_SCOPE);
  return {
    role: isAdmin ? ('admin' as const) : ('api-key' as const),
    id: token.id,
    scopes: isAdmin ? [] : token.scopes,
    ...(client.address === undefined ? {} : { address: client.address }),
  };
}
