import { elapsedText } from './elapsed-text.js';
import { headerPart } from './header-part.js';
import { minuteStamp, zonedTime } from './zoned-time.js';

/** A message that came in over a channel. */
export interface InboundMessage {
  /** How people name the channel: `Telegram`. */
  channel?: string;
  /** Whom it is from, in a group also where: `Alice +1555`. */
  from?: string;
  body: string;
  sentAt?: Date;
  /** When the message before it in the same chat was sent. */
  previousAt?: Date;
}

/** What an envelope shows. */
export interface EnvelopeOptions {
  /** IANA name; UTC, written the ISO way, where absent. */
  timeZone?: string;
  hasTimestamp: boolean;
  hasElapsed: boolean;
}

/**
 * The message with a header that tells the model where, from whom and when: `[Telegram Alice +2m 2026-01-18 00:19 EST] hello`. Parts
 * that are not known are left out; an instant that is none counts as not known. The body stays as it came.
 */
export async function inEnvelope(message: InboundMessage, options: EnvelopeOptions): Promise<string> {
  const { channel, from, body, sentAt, previousAt } = message;
  const sent = isInstant(sentAt) ? sentAt : undefined;
  const elapsed =
    options.hasElapsed && sent !== undefined && isInstant(previousAt) ? elapsedText(sent.getTime() - previousAt.getTime()) : undefined;
  const parts = [
    headerPart(channel) || 'Channel',
    headerPart(from),
    elapsed === undefined ? '' : `+${elapsed}`,
    options.hasTimestamp && sent !== undefined ? await timestamp(sent, options.timeZone) : '',
  ];
  return `[${parts.filter((part) => part !== '').join(' ')}] ${body}`;
}

async function timestamp(instant: Date, timeZone: string | undefined): Promise<string> {
  return timeZone === undefined ? `${instant.toISOString().slice(0, -':00.000Z'.length)}Z` : minuteStamp(await zonedTime(instant, timeZone));
}

function isInstant(date: Date | undefined): date is Date {
  return date !== undefined && !Number.isNaN(date.getTime());
}
