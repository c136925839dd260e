const REDACTED = '[redacted]';

/** Keys by their form; providers repeat them with stars in the middle. */
const KEY_FORMS: readonly [form: RegExp, replacement: string][] = [
  [/\b(Bearer\s+)[^\s"',;<>\\]+/gi, `$1${REDACTED}`],
  [/\bsk-[A-Za-z0-9_*.-]{8,}/g, REDACTED],
];

/** Keys of fewer characters would be found in ordinary words. */
const MIN_KEY_LENGTH = 6;

/**
 * A provider's words without the key that was sent to it, in plain, URL-encoded, base64 and JSON-escaped form, and
 * without anything that looks like a key.
 */
export function redactSecrets(text: string, key?: string): string {
  let clean = text;
  if (key !== undefined && key.length >= MIN_KEY_LENGTH) {
    const forms = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key), Buffer.from(key).toString('base64')];
    for (const form of forms) clean = clean.replaceAll(form, REDACTED);
  }
  for (const [form, replacement] of KEY_FORMS) clean = clean.replace(form, replacement);
  return clean;
}
