import { Injectable } from '@nestjs/common';
import { type DomainError, InvalidInputError } from '../../common/domain-error.js';
import { ConfigService } from '../../config/config.service.js';
import type { Settings } from '../../config/settings.js';
import { AddressNotAllowedError, BadRequestTargetError, HostNotAllowedError, OriginNotAllowedError } from '../errors.js';
import { AddressRule } from './address-rule.js';
import { type Client, resolveClient } from './client.js';
import { isAllowedHost, parseHost } from './host-rule.js';
import { AddressList } from './network-address.js';
import { comesFromKnownPage, isForeign } from './origin-rule.js';
import { onlyValue, type RequestDescription } from './request-description.js';

/** What may not even be looked at, and why. */
export type Refusal = DomainError;

/**
 * The first thing that every request meets, also one for a file, for an unknown path, or a WebSocket handshake: is it meant
 * for this server, and does it come from one of its own pages or from a program? Depends on no path, so no spelling of
 * a path goes round it.
 */
@Injectable()
export class RequestGate {
  private compiledFor?: Readonly<Settings>;
  private trustedProxies = new AddressList([]);
  private readonly trustedOrigins: readonly string[];

  /** Throws InvalidInputError where `trustProxy` or `allowedHosts` has an entry that could never match. */
  constructor(
    private readonly config: ConfigService,
    private readonly addresses: AddressRule,
  ) {
    this.trustedOrigins = trustedOriginsOf(config);
    const { trustProxy, allowedHosts } = config.settings;
    const problem = new AddressList(trustProxy).invalid[0];
    if (problem !== undefined) {
      throw new InvalidInputError(`settings.json: trustProxy names "${problem}": it takes addresses and ranges such as 10.0.0.0/8.`);
    }
    const badHost = allowedHosts.find((entry) => parseHost(entry.trim()) === undefined);
    if (badHost !== undefined) {
      throw new InvalidInputError(`settings.json: allowedHosts names "${badHost}": it takes names such as jarvis.lan or jarvis.lan:8443.`);
    }
  }

  /** Why the request is refused before anything else; undefined where it may go on. */
  check(request: RequestDescription): Refusal | undefined {
    if (!isOwnTarget(request)) return new BadRequestTargetError('The request target must be a path on this server.');
    const client = this.clientOf(request);
    if (!this.isMeantForUs(request, client)) {
      return new HostNotAllowedError(
        'This server does not go by the name in the Host header. Call it by its address, or name the host in the setting allowedHosts.',
      );
    }
    if (this.addresses.refuses(client.address, request)) return new AddressNotAllowedError('Client IP not allowed');
    if (isForeign(request, client, this.trustedOrigins)) {
      return new OriginNotAllowedError('Requests from pages of other sites are refused.', { detail: ORIGIN_REFUSED });
    }
    return undefined;
  }

  /**
   * Why a request that must say where it comes from is refused; undefined where it says so, or carries a bearer's token, which no page
   * of another site could add.
   */
  checkStatedOrigin(request: RequestDescription): Refusal | undefined {
    if (/^bearer /i.test(onlyValue(request, 'authorization') ?? '')) return undefined;
    if (comesFromKnownPage(request, this.clientOf(request), this.trustedOrigins)) return undefined;
    return new OriginNotAllowedError(
      `${ORIGIN_REFUSED}: the request does not say which page it comes from. Send the server's own address as Origin, or an access token as "Authorization: Bearer <token>".`,
      { detail: ORIGIN_REFUSED },
    );
  }

  /** Who is at the other end. */
  clientOf(request: RequestDescription): Client {
    const { settings } = this.config;
    if (this.compiledFor !== settings) {
      this.compiledFor = settings;
      this.trustedProxies = new AddressList(settings.trustProxy);
    }
    return resolveClient(request, this.trustedProxies);
  }

  private isMeantForUs(request: RequestDescription, client: Client): boolean {
    const sentOnce = request.headers.host?.length === 1;
    const { allowedHosts } = this.config.settings;
    return sentOnce && client.hosts.every((host) => isAllowedHost(host, allowedHosts, request.localAddress));
  }
}

const ORIGIN_REFUSED = 'Origin check failed';

/** Pages of these origins may call the API too: `https://panel.lan,http://192.168.1.5:3000`. */
const TRUSTED_ORIGIN_VARIABLES = ['JARVIS_TRUSTED_ORIGINS', 'JARVISCHAT_TRUSTED_ORIGINS'];

function trustedOriginsOf(config: ConfigService): string[] {
  const named = TRUSTED_ORIGIN_VARIABLES.map((name) => config.variable(name)).find((value) => value !== undefined);
  return (named ?? '').split(',').map((origin) => origin.trim().replace(/\/+$/, '')).filter((origin) => origin !== '' && origin !== 'null');
}

/** Not `http://somewhere/else`, which would say another host than the Host header. */
function isOwnTarget(request: RequestDescription): boolean {
  return request.target.startsWith('/') || (request.method === 'OPTIONS' && request.target === '*');
}
