import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../config/config.service.js';
import { Protection } from '../protection.js';
import type { Client } from '../request/client.js';
import type { RequestDescription } from '../request/request-description.js';
import { type Authentication, Authenticator } from './authenticator.js';

/**
 * A program on this machine is the owner without a token, unless the setting `localAccess` says no, a PIN is set, or the server listens
 * beyond this machine. Asked last.
 */
@Injectable()
export class LocalAuthenticator extends Authenticator {
  constructor(
    private readonly config: ConfigService,
    private readonly protection: Protection,
  ) {
    super();
  }

  override authenticate(_request: RequestDescription, client: Client): Authentication {
    if (!client.isLocal || !this.config.settings.localAccess || this.protection.isGuarded) return { outcome: 'absent' };
    const { address } = client;
    return { outcome: 'accepted', principal: { role: 'local', id: 'local', scopes: [], ...(address === undefined ? {} : { address }) } };
  }
}
