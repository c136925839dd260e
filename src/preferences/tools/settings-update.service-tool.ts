import { Injectable } from '@nestjs/common';
import { isOwner, type Principal } from '../../security/principal.js';
import type { ServiceTool } from '../../tools/tool.js';
import { ServiceToolProvider } from '../../tools/tool-provider.decorator.js';
import { ClientSettingsService } from '../client-settings.service.js';

/** `settings_update`: changes the settings that a client may change, and no others. */
@ServiceToolProvider()
@Injectable()
export class SettingsUpdateTool implements ServiceTool {
  readonly name = 'settings_update';
  readonly description = 'Change your own settings, only when the user asks for it in so many words. In force from the next message on.';
  readonly parameters = {
    type: 'object' as const,
    properties: {
      profile_enabled: { type: 'boolean' },
      memory_enabled: { type: 'boolean' },
      search_enabled: { type: 'boolean' },
      skills_enabled: { type: 'boolean' },
      default_model: { type: 'string', description: 'Id of a model that the provider has.' },
    },
  };

  constructor(private readonly settings: ClientSettingsService) {}

  isOfferedTo(principal: Principal): boolean {
    return isOwner(principal);
  }

  async run(args: Readonly<Record<string, unknown>>): Promise<unknown> {
    await this.settings.update(args);
    return { status: 'ok', settings: this.settings.read() };
  }
}
