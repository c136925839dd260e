/** An address of the web, trimmed; empty where the value is none: something else than http or https, or no host. */
export function webUrl(value: unknown): string {
  if (typeof value !== 'string') return '';
  const text = value.trim();
  if (!/^https?:\/\//i.test(text)) return '';
  try {
    return new URL(text).host === '' ? '' : text;
  } catch {
    return '';
  }
}
