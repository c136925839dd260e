import type { Client } from './client.js';
import { hasHeader, onlyValue, type RequestDescription } from './request-description.js';

/**
 * Whether the request was made by a page of another site (or by one that hides its origin). Browsers say so in Origin, or,
 * where they send none (GET), in Sec-Fetch-Site and, the old ones, Referer. Programs send none of the three.
 * Another port of the same machine is another site.
 */
export function isForeign(request: RequestDescription, client: Client, trustedOrigins: readonly string[] = []): boolean {
  const own = ownOrigin(client);
  const origin = onlyValue(request, 'origin');
  if (origin !== undefined && trustedOrigins.includes(origin)) return false;
  if (hasHeader(request, 'origin') && origin !== own) return true;
  if (isVisitToPage(request)) return false;
  if (hasHeader(request, 'sec-fetch-site')) {
    const site = onlyValue(request, 'sec-fetch-site');
    return site !== 'same-origin' && site !== 'none';
  }
  if (hasHeader(request, 'origin') || !hasHeader(request, 'referer')) return false;
  const referer = originOfUrl(onlyValue(request, 'referer'));
  return referer !== own && !(referer !== undefined && trustedOrigins.includes(referer));
}

/**
 * Whether the request says which page it comes from, and the page is one of this server's or a trusted one. A browser always says so; a program
 * says it on purpose.
 */
export function comesFromKnownPage(request: RequestDescription, client: Client, trustedOrigins: readonly string[]): boolean {
  const own = ownOrigin(client);
  const page = hasHeader(request, 'origin') ? onlyValue(request, 'origin') : originOfUrl(onlyValue(request, 'referer'));
  return page !== undefined && (page === own || trustedOrigins.includes(page));
}

/** The origin that a page of this server has, as the client sees it. */
export function ownOrigin(client: Client): string | undefined {
  const host = client.hosts.at(-1);
  return host === undefined ? undefined : originOfUrl(`${client.scheme}://${host}`);
}

/**
 * Following a link to the page itself: it shows nothing to the page that it came from, and does nothing by itself.
 * The literal path, so that every other spelling is refused.
 */
function isVisitToPage(request: RequestDescription): boolean {
  const isPage = request.target === '/' || request.target.startsWith('/?');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const mode = onlyValue(request, 'sec-fetch-mode');
  const destination = onlyValue(request, 'sec-fetch-dest');
  const isOldBrowser = !hasHeader(request, 'sec-fetch-site');
  return isPage && isRead && !hasHeader(request, 'upgrade') && (isOldBrowser || (mode === 'navigate' && destination === 'document'));
}

function originOfUrl(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  return new URL(url).origin;
}
