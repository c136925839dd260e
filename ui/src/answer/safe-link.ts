const ALLOWED = new Set(['http:', 'https:', 'mailto:']);

/**
 * The address of a link in an answer, or '' where it may not be one: only whole http, https and mailto addresses, and
 * places within the answer itself (footnotes). Relative ones would lead to this very server.
 */
export function safeLink(address: string): string {
  if (address.startsWith('#')) return address;
  return URL.canParse(address) && ALLOWED.has(new URL(address).protocol) ? address : '';
}
