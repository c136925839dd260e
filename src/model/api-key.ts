/**
 * The variable in `.env` that says which provider the key is for: an origin such as `https://api.example.com`. `jarvis
 * setup` writes it with the key; where a person wrote the key by hand, the first use does.
 */
export const API_KEY_FOR_VARIABLE = 'OPENROUTER_API_KEY_FOR';

/** The origin of OpenRouter, whose keys can be told by their form. */
export const OPENROUTER_ORIGIN = 'https://openrouter.ai';

const OPENROUTER_KEY = /^sk-or-v1-[0-9a-f]{64}$/;

/** What a request to one base URL may carry. */
export interface ApiKeyDecision {
  /** The key, where it may be sent. */
  key?: string;
  /** The origin to record as the key's own, where none is recorded yet. */
  record?: string;
  /** The origin that the key belongs to, where it was held back. */
  heldBackFor?: string;
}

/**
 * Decides whether the stored key may go to a base URL: a key for one provider must not reach another because somebody
 * changed `baseUrl`. With a recorded origin the key goes there alone. Without one, a key in OpenRouter's form goes to
 * OpenRouter alone, and any other key belongs to the base URL that it is first used with.
 *
 * @param keyFor value of API_KEY_FOR_VARIABLE; a bare host means https
 */
export function decideApiKey(key: string | undefined, keyFor: string | undefined, baseUrl: string): ApiKeyDecision {
  const origin = originOf(baseUrl);
  if (key === undefined || origin === undefined) return {};
  if (keyFor !== undefined) {
    const owner = originOf(/^https?:\/\//i.test(keyFor) ? keyFor : `https://${keyFor}`);
    return owner === origin ? { key } : { heldBackFor: owner ?? keyFor };
  }
  if (OPENROUTER_KEY.test(key) && origin !== OPENROUTER_ORIGIN) return { heldBackFor: OPENROUTER_ORIGIN };
  return isUsableKey(key) ? { key, record: origin } : { key };
}

/** True where a header can carry the key: visible ASCII characters, as all keys have. */
export function isUsableKey(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

/** True where a base URL is OpenRouter's own. */
export function isOpenRouter(baseUrl: string): boolean {
  return originOf(baseUrl) === OPENROUTER_ORIGIN;
}

/** Scheme, host and port of a URL; undefined where it is none. */
export function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
