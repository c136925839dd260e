import { type AddressList, isLoopbackAddress, normalizeAddress } from './network-address.js';
import { hasHeader, onlyValue, type RequestDescription } from './request-description.js';

/** Headers that only a proxy adds: whoever sends one does not speak for itself. */
const FORWARDING_HEADERS: readonly string[] = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-original-host',
  'x-proxyuser-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'forwarded-for',
];

/** Who is at the other end, and under which address they know this server. */
export interface Client {
  /** Normalized; undefined where it cannot be known. */
  address?: string;
  /** A program on this machine that speaks for itself, or through a proxy on this machine that the settings name. */
  isLocal: boolean;
  scheme: 'http' | 'https';
  /** Host headers that must all be allowed; the last is the one that the client used. */
  hosts: readonly string[];
}

/**
 * Tells the client from the proxies before it. Forwarding headers are believed only of a peer that `trustedProxies` names:
 * X-Forwarded-For from right to left, up to the first address that is no trusted proxy.
 */
export function resolveClient(request: RequestDescription, trustedProxies: AddressList): Client {
  const peer = request.peerAddress === undefined ? undefined : normalizeAddress(request.peerAddress);
  const isForwarded = carriesForwardingHeaders(request);
  const isTrusted = isForwarded && trustedProxies.has(peer);
  const address = isTrusted ? forwardedAddress(request, peer, trustedProxies) : peer;
  return {
    ...(address === undefined ? {} : { address }),
    isLocal: isLoopbackAddress(peer) && isLoopbackAddress(address) && (isTrusted || !isForwarded),
    scheme: schemeOf(request, isTrusted),
    hosts: hostsOf(request, isTrusted),
  };
}

function carriesForwardingHeaders(request: RequestDescription): boolean {
  return (
    FORWARDING_HEADERS.some((name) => hasHeader(request, name)) ||
    Object.keys(request.headers).some((name) => name.startsWith('x-forwarded'))
  );
}

function forwardedAddress(request: RequestDescription, peer: string | undefined, trustedProxies: AddressList): string | undefined {
  const hops = (request.headers['x-forwarded-for'] ?? []).flatMap((value) => value.split(','));
  // A trusted proxy that names no client has still forwarded somebody's request.
  if (hops.length === 0) return undefined;
  let client = peer;
  for (const hop of hops.reverse()) {
    client = addressOfHop(hop.trim());
    if (!trustedProxies.has(client)) return client;
  }
  return client;
}

/** Some proxies append the port: `192.0.2.7:4711`, `[2001:db8::7]:4711`. */
function addressOfHop(hop: string): string | undefined {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(hop)?.[1];
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(hop)?.[1];
  return normalizeAddress(bracketed ?? withPort ?? hop);
}

function schemeOf(request: RequestDescription, isTrusted: boolean): 'http' | 'https' {
  const own = request.encrypted ? 'https' : 'http';
  if (!isTrusted) return own;
  const forwarded = onlyValue(request, 'x-forwarded-proto')?.split(',')[0]?.trim().toLowerCase();
  return forwarded === 'http' || forwarded === 'https' ? forwarded : own;
}

function hostsOf(request: RequestDescription, isTrusted: boolean): string[] {
  const own = request.headers.host ?? [];
  if (!isTrusted || !hasHeader(request, 'x-forwarded-host')) return [...own];
  return [...own, onlyValue(request, 'x-forwarded-host') ?? ''];
}
