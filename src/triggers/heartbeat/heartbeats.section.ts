import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../config/config.service.js';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../../prompt/prompt-section.js';
import { SECTION_ORDER } from '../../prompt/section-order.js';
import { isOwner } from '../../security/principal.js';
import { durationMs } from './duration.js';

const TEXT = `## Heartbeats
Now and then you are asked by the server, and not by a person, whether something is to be done: such a message begins with "Heartbeat:". Do what HEARTBEAT.md asks for and what has happened since; where nothing is to be done or said, \`response\` is exactly HEARTBEAT_OK. Never answer HEARTBEAT_OK to a person.`;

/** What heartbeats are, where they are on. */
@PromptSectionProvider()
@Injectable()
export class HeartbeatsSection implements PromptSection {
  readonly name = 'Heartbeats';
  readonly zone = 'dynamic';
  readonly order = SECTION_ORDER.heartbeats;
  readonly modes = ['full'] as const;

  constructor(private readonly config: ConfigService) {}

  render({ principal, isHeartbeat = false }: PromptContext): Promise<string | undefined> {
    const isOn = isHeartbeat || durationMs(this.config.settings.agents.defaults.heartbeat.every) !== undefined;
    return Promise.resolve(isOn && isOwner(principal) ? TEXT : undefined);
  }
}
