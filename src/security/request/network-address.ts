import { BlockList, isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';

/**
 * An address in one spelling: no zone, IPv4 out of its IPv6 mapping, IPv6 compressed and in lower case.
 * Undefined where the text is no address.
 */
export function normalizeAddress(text: string): string | undefined {
  const [bare = ''] = text.split('%');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return undefined;
  const canonical = new SocketAddress({ address: bare, family: 'ipv6' }).address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1];
  return mapped ?? canonical;
}

/** Addresses and ranges (`10.0.0.0/8`, `fd00::/8`, `192.0.2.7`), asked by address. */
export class AddressList {
  private readonly list = new BlockList();
  /** Entries that are neither an address nor a range; they match nothing. */
  readonly invalid: readonly string[];

  constructor(entries: readonly string[]) {
    this.invalid = entries.filter((entry) => !this.add(entry.trim()));
  }

  /** Whether a normalized address is in the list. False for what is no address. */
  has(address: string | undefined): boolean {
    if (address === undefined) return false;
    const family = isIP(address);
    return family !== 0 && this.list.check(address, family === 4 ? 'ipv4' : 'ipv6');
  }

  private add(entry: string): boolean {
    const [text = '', prefix, ...rest] = entry.split('/');
    const address = normalizeAddress(text);
    if (address === undefined || text.includes('%') || rest.length > 0) return false;
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) {
      this.list.addAddress(address, family);
      return true;
    }
    // A range is written in the family that it is meant in: `::ffff:10.0.0.0/104` would count bits of another address.
    const bits = isIPv4(text) ? 32 : 128;
    if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits || isIPv4(text) !== isIPv4(address)) return false;
    this.list.addSubnet(address, Number(prefix), family);
    return true;
  }
}

const LOOPBACK = new AddressList(['127.0.0.0/8', '::1']);

/** Whether a normalized address is this machine's own. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return LOOPBACK.has(address);
}

/** The part of an address by which clients are told apart: an IPv6 client owns at least its /64. */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? left : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
