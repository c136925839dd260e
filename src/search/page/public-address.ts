import { isIPv4 } from 'node:net';
import { AddressList, normalizeAddress } from '../../security/request/network-address.js';

/** What is not the public internet (IANA IPv4 Special-Purpose Address Registry), multicast and the former class E. */
const SPECIAL_IPV4 = new AddressList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** All of IPv6 that is given out for the internet (RFC 4291, 2.4). */
const GLOBAL_UNICAST = new AddressList(['2000::/3']);

/** Within it: protocols, Teredo, documentation, and 6to4, which carries any IPv4 address (IANA IPv6 registry). */
const SPECIAL_IPV6 = new AddressList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** NAT64 (RFC 6052): the last 32 bits are an IPv4 address. */
const TRANSLATED = /^64:ff9b::(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})?$/;

/** Whether an address is one of the public internet. False for what is no address. */
export function isPublicAddress(text: string): boolean {
  const address = normalizeAddress(text);
  if (address === undefined) return false;
  if (isIPv4(address)) return !SPECIAL_IPV4.has(address);
  const translated = TRANSLATED.exec(address);
  if (translated !== null) return isPublicAddress(dotted(translated[1] ?? '0', translated[2] ?? '0'));
  return GLOBAL_UNICAST.has(address) && !SPECIAL_IPV6.has(address);
}

function dotted(high: string, low: string): string {
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}
