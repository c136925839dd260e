import { Injectable, Logger } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { ConfigService } from '../../config/config.service.js';
import { Protection } from '../protection.js';
import { hasHeader, type RequestDescription } from './request-description.js';
import { isApiTarget } from './route-path.js';

/** This machine and private networks: what is allowed where nothing is said. */
const PRIVATE_RANGES = ['127.0.0.0/8', '::1/128', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fe80::/10'];

const VARIABLES = ['JARVIS_ALLOWED_CIDRS', 'JARVISCHAT_ALLOWED_CIDRS'];

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * From which addresses the API and the gateway may be called. Named ranges hold always; without them, private ones hold where the server is
 * guarded. Page, files and /v1 are open to any address: they show nothing, or want a key.
 */
@Injectable()
export class AddressRule {
  private readonly ranges: readonly Range[];
  private readonly isNamed: boolean;

  constructor(
    config: ConfigService,
    private readonly protection: Protection,
  ) {
    const named = VARIABLES.map((name) => config.variable(name)).find((value) => value !== undefined);
    this.isNamed = named !== undefined;
    this.ranges = (named?.split(',') ?? PRIVATE_RANGES).flatMap((entry) => rangeOf(entry.trim()));
  }

  /** Whether a client of this normalized address may not even ask. */
  refuses(address: string | undefined, request: RequestDescription): boolean {
    if (!this.isNamed && !this.protection.isGuarded) return false;
    if (!isApiTarget(request.target) && !hasHeader(request, 'upgrade')) return false;
    return !this.allows(address);
  }

  private allows(address: string | undefined): boolean {
    if (address === undefined || !ipaddr.isValid(address)) return false;
    // IPv4 within IPv6 is IPv4.
    const parsed = ipaddr.process(address);
    return this.ranges.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
  }
}

/** The range that an entry names, or an address alone; what is neither is said in the log and allows nobody. */
function rangeOf(entry: string): Range[] {
  if (entry === '') return [];
  try {
    if (entry.includes('/')) return [ipaddr.parseCIDR(entry)];
    const address = ipaddr.process(entry);
    return [[address, address.kind() === 'ipv4' ? 32 : 128]];
  } catch {
    new Logger('Security').warn(`JARVIS_ALLOWED_CIDRS names "${entry}", which is no address and no range such as 10.0.0.0/8: it allows nobody.`);
    return [];
  }
}
