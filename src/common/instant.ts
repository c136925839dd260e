/** An ISO 8601 instant in UTC as JarvisChat's clients know it: with microseconds and the offset spelled out. */
export function offsetInstant(iso: string): string {
  return iso.replace(/Z$/, '000+00:00');
}
