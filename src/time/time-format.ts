/** How many hours a clock has. */
export type ClockHours = '12' | '24';

let ofHost: ClockHours | undefined;

/** `agents.defaults.timeFormat`; `auto` is what the host's locale uses, looked up once. */
export function resolveTimeFormat(setting: 'auto' | ClockHours): ClockHours {
  if (setting !== 'auto') return setting;
  ofHost ??= clockHoursOf();
  return ofHost;
}

/** What people of a locale use; that of this process where none is named. */
export function clockHoursOf(locale?: string): ClockHours {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true ? '12' : '24';
}
