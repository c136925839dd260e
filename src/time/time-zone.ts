/** Where nothing better is known. */
export const FALLBACK_TIME_ZONE = 'UTC';

/**
 * The zone's name as the IANA database spells it; undefined where there is no such zone. Offsets such as `+02:00` are no names: they
 * know no daylight saving time, and not every Node takes them.
 */
export function timeZoneNamed(name: string | undefined): string | undefined {
  const asked = name?.trim() ?? '';
  if (!/^[A-Za-z]/.test(asked)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: asked }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The zone of this machine; UTC where it cannot be told, as with a TZ that names no zone. */
export function hostTimeZone(): string {
  return timeZoneNamed(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? FALLBACK_TIME_ZONE;
}

/** `agents.defaults.userTimezone`, where it names a zone; else the host's. Nothing is written to the settings. */
export function resolveUserTimeZone(configured: string | undefined, host = hostTimeZone()): string {
  return timeZoneNamed(configured) ?? host;
}

/**
 * The zone that a setting names: `local` or `host`, `user`, or an IANA name, in any case. Undefined for `utc`, `gmt` and what names no
 * zone, all of which mean UTC: after a slip in the settings the time is still right, and says which it is.
 */
export function resolveNamedTimeZone(setting: string, userTimeZone: string, host = hostTimeZone()): string | undefined {
  switch (setting.trim().toLowerCase()) {
    case 'local':
    case 'host':
      return host;
    case 'user':
      return userTimeZone;
    case 'utc':
    case 'gmt':
      return undefined;
    default:
      return timeZoneNamed(setting);
  }
}
