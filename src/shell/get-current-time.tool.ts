import type { ScriptTool } from '../tools/tool.js';

export const getCurrentTimeTool: ScriptTool = {
  name: 'get_current_time',
  description:
    'Get the current date and time. Call it whenever an answer depends on today\'s date, the weekday or the time: you do not know them ' +
    'otherwise. "local" is the time in the asked time zone (that of the machine if none is given), "iso" the same instant in UTC, ' +
    '"utcOffset" the difference to UTC.',
  parameters: {
    type: 'object',
    properties: { timezone: { type: 'string', description: 'IANA name such as "Europe/Berlin". The time zone of the machine if left out.' } },
    required: [],
  },
  run: async (args) => {
    const asked = args.timezone;
    const isGiven = asked !== undefined && asked !== null && asked !== '';
    if (isGiven && typeof asked !== 'string') return { status: 'error', error: '"timezone" must be an IANA name such as "Europe/Berlin".' };
    const timeZone = isGiven ? String(asked) : Intl.DateTimeFormat().resolvedOptions().timeZone;
    const now = new Date();
    let parts: Record<string, string>;
    try {
      const format = new Intl.DateTimeFormat('en-GB', {
        timeZone,
        weekday: 'long',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        timeZoneName: 'longOffset',
      });
      parts = Object.fromEntries(format.formatToParts(now).map((part) => [part.type, part.value]));
    } catch {
      return { status: 'error', error: `There is no time zone ${JSON.stringify(timeZone)}. Use an IANA name such as "Europe/Berlin" or "UTC".` };
    }
    const offset = (parts.timeZoneName ?? 'GMT').replace('GMT', '');
    return {
      status: 'ok',
      iso: now.toISOString(),
      timezone: timeZone,
      utcOffset: offset === '' ? '+00:00' : offset,
      weekday: parts.weekday,
      local: `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`,
      unixSeconds: Math.floor(now.getTime() / 1000),
    };
  },
};
