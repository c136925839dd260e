import { MAX_URL_CHARACTERS } from '../limits.js';
import { AddressRefusedError } from '../search.errors.js';

/** The ports of the web, and those above the ones where mail and other old protocols listen. */
const WEB_PORTS = new Set(['', '80', '443']);
const FIRST_FREE_PORT = 1024;

/**
 * The address of a page, relative to `base` where one is given. Throws AddressRefusedError where it is none, where it carries a password, and where it
 * names a port on which no web server is to be expected.
 */
export function pageUrl(text: string, base?: URL): URL {
  if (text.length > MAX_URL_CHARACTERS) throw new AddressRefusedError(`The address has more than ${MAX_URL_CHARACTERS} characters.`);
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
  if (url === undefined) throw new AddressRefusedError(`${JSON.stringify(text)} is no address of a page: give it whole, as "https://host/path".`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new AddressRefusedError(`Only http and https addresses are fetched, not ${JSON.stringify(url.protocol)}.`);
  if (url.username !== '' || url.password !== '') throw new AddressRefusedError('An address with a user name or a password in it is not fetched.');
  if (!WEB_PORTS.has(url.port) && Number(url.port) < FIRST_FREE_PORT) throw new AddressRefusedError(`Port ${url.port} is not one of the web.`);
  return url;
}

/** The host as a name or an address, without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}
