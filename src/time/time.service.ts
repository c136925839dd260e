import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { ConfigService } from '../config/config.service.js';
import { describeInstant, type DescribedInstant } from './described-instant.js';
import { inEnvelope, type InboundMessage } from './envelope.js';
import { resolveTimeFormat } from './time-format.js';
import { FALLBACK_TIME_ZONE, resolveNamedTimeZone, resolveUserTimeZone } from './time-zone.js';
import { minuteStamp, zonedTime } from './zoned-time.js';

/** The time as the settings want it told (docs/time.md). Reads the settings at each call. */
@Injectable()
export class TimeService {
  constructor(
    private readonly clock: Clock,
    private readonly config: ConfigService,
  ) {}

  /** The person's zone, an IANA name: what the section Current Date & Time shows. */
  get userTimeZone(): string {
    return resolveUserTimeZone(this.defaults.userTimezone);
  }

  /** The zone that a setting names: `local`, `user`, `utc` or an IANA name; UTC where it names none. */
  timeZoneNamed(setting: string): string {
    return resolveNamedTimeZone(setting, this.userTimeZone) ?? FALLBACK_TIME_ZONE;
  }

  /** A channel's message with its header, for the model. */
  envelope(message: InboundMessage): Promise<string> {
    const { envelopeTimezone, envelopeTimestamp, envelopeElapsed } = this.defaults;
    const timeZone = resolveNamedTimeZone(envelopeTimezone, this.userTimeZone);
    return inEnvelope(message, { timeZone, hasTimestamp: envelopeTimestamp === 'on', hasElapsed: envelopeElapsed === 'on' });
  }

  /** An instant in the person's zone and format, in ISO 8601, in UTC and as a number; now unless given. */
  describe(instant: Date = this.clock.now()): Promise<DescribedInstant> {
    return describeInstant(instant, this.userTimeZone, resolveTimeFormat(this.defaults.timeFormat));
  }

  /** What tells a run that nobody wrote to which time it is: `Current time: Sunday, January 18th, 2026 - 00:19 (America/New_York) / 2026-01-18 05:19 UTC`. */
  async currentTimeLine(instant: Date = this.clock.now()): Promise<string> {
    const { local, timeZone } = await this.describe(instant);
    return `Current time: ${local} (${timeZone}) / ${minuteStamp(await zonedTime(instant, 'UTC'))}`;
  }

  /** An event of the system as a line of a message: `System: [2026-01-18 00:19:05 EST] text`, in the envelope's zone. */
  async systemEventLine(text: string, instant: Date = this.clock.now()): Promise<string> {
    const time = await zonedTime(instant, this.timeZoneNamed(this.defaults.envelopeTimezone));
    return `System: [${time.toFormat('yyyy-MM-dd HH:mm:ss ZZZZ')}] ${text}`;
  }

  private get defaults() {
    return this.config.settings.agents.defaults;
  }
}
