import { isIP } from 'node:net';
import { isLoopbackAddress, normalizeAddress } from './network-address.js';

/** A Host header in its parts, in lower case; an IPv6 address without its brackets. */
export interface HostName {
  name: string;
  port?: string;
}

const HOST = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?))(?::([0-9]{1,5}))?$/;

/** Reads a Host header; undefined for whatever is not plainly `name`, `name:port`, `[v6]` or `[v6]:port`. */
export function parseHost(header: string): HostName | undefined {
  const [, v6, plain, port] = HOST.exec(header.toLowerCase()) ?? [];
  const name = v6 === undefined ? plain : normalizeAddress(v6);
  if (name === undefined || (v6 !== undefined && isIP(v6) !== 6) || Number(port ?? 0) > 65_535) return undefined;
  return { name, ...(port === undefined ? {} : { port }) };
}

/**
 * Whether this server goes by that name: a loopback name, the very address that the connection arrived at, or an entry of
 * the setting `allowedHosts` (with its port, where the entry has one). A page of a stranger's domain that was pointed at
 * this machine (DNS rebinding) carries the stranger's name, and is refused.
 */
export function isAllowedHost(header: string, allowedHosts: readonly string[], localAddress: string | undefined): boolean {
  const host = parseHost(header);
  if (host === undefined) return false;
  if (host.name === 'localhost' || isLoopbackAddress(host.name)) return true;
  if (localAddress !== undefined && host.name === normalizeAddress(localAddress)) return true;
  return allowedHosts.some((entry) => {
    const allowed = parseHost(entry.trim());
    return allowed?.name === host.name && (allowed.port === undefined || allowed.port === host.port);
  });
}
