/** Two ways to say the same instant that need no knowledge of the provider. */
export interface NormalizedTimestamp {
  /** Milliseconds since 1970 in UTC, an integer. */
  timestampMs: number;
  /** ISO 8601 in UTC with milliseconds. */
  timestampUtc: string;
}

/** Numbers below are seconds: as milliseconds they would be before September 2001. */
const FIRST_MILLISECONDS = 1e12;
/** So many digits has a time of our days in milliseconds; in seconds it has ten. */
const MILLISECOND_DIGITS = 13;
/** A date that begins like one and names its year. Date.parse alone also takes "step 5" for one. */
const DATE_TEXT = /^(?=.*\d{4})(?:\d{4}-\d{2}|\d{4}\/\d|(?:mon|tue|wed|thu|fri|sat|sun)|(?:\d{1,2}[ -])?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/i;

/**
 * The instant that a provider means: a Date; a number of seconds or, from 10^12 on, milliseconds; digits, which are seconds where they
 * have a decimal point or fewer than 13 places; or a date in words or ISO 8601, in the host's zone where it names none. Undefined where
 * it is none of these.
 */
export function providerInstant(value: unknown): NormalizedTimestamp | undefined {
  const milliseconds = millisecondsOf(value);
  const instant = new Date(milliseconds === undefined ? Number.NaN : Math.round(milliseconds));
  return Number.isNaN(instant.getTime()) ? undefined : { timestampMs: instant.getTime(), timestampUtc: instant.toISOString() };
}

/**
 * The record with `timestampMs` and `timestampUtc` beside what the provider said. A valid one of the two that it already has stays, and
 * tells the other. Nothing is added where `raw` is no instant.
 */
export function withTimestamps<T extends object>(record: T, raw: unknown): T & Partial<NormalizedTimestamp> {
  const { timestampMs, timestampUtc } = record as { timestampMs?: unknown; timestampUtc?: unknown };
  const givenMs = typeof timestampMs === 'number' ? instantAt(timestampMs) : undefined;
  const givenUtc = typeof timestampUtc === 'string' && DATE_TEXT.test(timestampUtc) ? instantAt(Date.parse(timestampUtc)) : undefined;
  const added = givenMs ?? givenUtc ?? providerInstant(raw);
  if (added === undefined) return record;
  return {
    ...record,
    timestampMs: givenMs === undefined ? added.timestampMs : (timestampMs as number),
    timestampUtc: givenUtc === undefined ? added.timestampUtc : (timestampUtc as string),
  };
}

function millisecondsOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'number') return value < FIRST_MILLISECONDS ? value * 1000 : value;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return text.includes('.') || text.length < MILLISECOND_DIGITS ? Number(text) * 1000 : Number(text);
  return DATE_TEXT.test(text) ? Date.parse(text) : undefined;
}

function instantAt(milliseconds: number): NormalizedTimestamp | undefined {
  const instant = new Date(milliseconds);
  return Number.isNaN(instant.getTime()) ? undefined : { timestampMs: instant.getTime(), timestampUtc: instant.toISOString() };
}
