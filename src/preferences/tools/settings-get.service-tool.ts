import { Injectable } from '@nestjs/common';
import { isOwner, type Principal } from '../../security/principal.js';
import type { ServiceTool } from '../../tools/tool.js';
import { ServiceToolProvider } from '../../tools/tool-provider.decorator.js';
import { ClientSettingsService } from '../client-settings.service.js';

/** `settings_get`: reads the settings that a client may change. */
@ServiceToolProvider()
@Injectable()
export class SettingsGetTool implements ServiceTool {
  readonly name = 'settings_get';
  readonly description = 'Read your own settings: whether profile, memory, web search and the list of skills are on, and which model is asked by default.';
  readonly parameters = { type: 'object' as const, properties: {} };

  constructor(private readonly settings: ClientSettingsService) {}

  isOfferedTo(principal: Principal): boolean {
    return isOwner(principal);
  }

  run(): Promise<unknown> {
    return Promise.resolve({ status: 'ok', settings: this.settings.read() });
  }
}
