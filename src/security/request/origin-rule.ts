import type { Client } from './client.js';
import { hasHeader, onlyValue, type RequestDescription } from './request-description.js';

/**
 * Whether the request was made by a page of another site (or by one that hides its origin). Browsers say so in Origin, or,
 * where they send none (GET), in Sec-Fetch-Site and, the old ones, Referer. Programs send none of the three.
 * Another port of the same machine is another site.
 */
export function isForeign(request: RequestDescription, client: Client): boolean {
  const own = ownOrigin(client);
  if (hasHeader(request, 'origin') && onlyValue(request, 'origin') !== own) return true;
  if (isVisitToPage(request)) return false;
  if (hasHeader(request, 'sec-fetch-site')) {
    const site = onlyValue(request, 'sec-fetch-site');
    return site !== 'same-origin' && site !== 'none';
  }
  if (hasHeader(request, 'origin') || !hasHeader(request, 'referer')) return false;
  return originOfUrl(onlyValue(request, 'referer')) !== own;
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
