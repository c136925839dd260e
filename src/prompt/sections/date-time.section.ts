import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../config/config.service.js';
import { resolveUserTimeZone } from '../../time/time-zone.js';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt-section.js';
import { SECTION_ORDER } from '../section-order.js';

/** The person's time zone and nothing else: a clock in the prompt would make every request a new one for the provider's cache. */
@PromptSectionProvider()
@Injectable()
export class DateTimeSection implements PromptSection {
  readonly name = 'Current Date & Time';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.dateTime;
  readonly modes = ['full', 'minimal'] as const;

  constructor(private readonly config: ConfigService) {}

  render({ tools }: PromptContext): Promise<string | undefined> {
    const { userTimezone } = this.config.settings.agents.defaults;
    const zone = resolveUserTimeZone(userTimezone);
    const hint = tools.has('session_status') ? '\nWhere you need the time, call `session_status`.' : '';
    return Promise.resolve(`## Current Date & Time\nTime zone: ${zone}${hint}`);
  }
}
