import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../common/domain-error.js';
import { ConfigService } from '../config/config.service.js';
import type { Settings } from '../config/settings.js';
import { BodyTooLargeError } from '../security/errors.js';
import { MAX_MODEL_CHARACTERS, MAX_SETTING_NAME_CHARACTERS, MAX_SETTING_VALUE_CHARACTERS, MAX_SETTINGS_IN_REQUEST } from './limits.js';

/** The settings that a client may read and change: names and shapes are JarvisChat's. */
export interface ClientSettings {
  profile_enabled: boolean;
  memory_enabled: boolean;
  search_enabled: boolean;
  skills_enabled: boolean;
  default_model: string;
}

type ClientSetting = keyof ClientSettings;

/** Which key of settings.json each of them is a view of: that file is the one place where they are kept. */
const OWNERS = {
  profile_enabled: 'profileEnabled',
  memory_enabled: 'memoryEnabled',
  search_enabled: 'searchEnabled',
  skills_enabled: 'skillsEnabled',
  default_model: 'selectedModel',
} as const satisfies Record<ClientSetting, keyof Settings>;

/** A view of settings.json for clients: no secret is in it, and nothing else of the file can be reached through it. */
@Injectable()
export class ClientSettingsService {
  constructor(private readonly config: ConfigService) {}

  read(): ClientSettings {
    const { profileEnabled, memoryEnabled, searchEnabled, skillsEnabled, selectedModel } = this.config.settings;
    return {
      profile_enabled: profileEnabled,
      memory_enabled: memoryEnabled,
      search_enabled: searchEnabled,
      skills_enabled: skillsEnabled,
      default_model: selectedModel,
    };
  }

  /**
   * Changes the named settings, all or none, in settings.json and on the running server. Throws InvalidInputError for what is no object of
   * known keys with fitting values, BodyTooLargeError for too much of it.
   */
  async update(changes: unknown): Promise<void> {
    if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) {
      throw new InvalidInputError('The body must be a JSON object of settings.');
    }
    const entries = Object.entries(changes);
    assertSize(entries);
    const unknown = entries.map(([name]) => name).filter((name) => !Object.hasOwn(OWNERS, name)).sort();
    if (unknown.length > 0) throw new InvalidInputError(`Unknown setting key: ${unknown.join(', ')}. Known are: ${Object.keys(OWNERS).sort().join(', ')}.`);
    const patch = entries.map(([name, value]) => [OWNERS[name as ClientSetting], valueOf(name as ClientSetting, value)] as const);
    if (patch.length > 0) await this.config.update(Object.fromEntries(patch));
  }
}

function assertSize(entries: readonly (readonly [string, unknown])[]): void {
  if (entries.length > MAX_SETTINGS_IN_REQUEST) throw new BodyTooLargeError(`One request may hold at most ${MAX_SETTINGS_IN_REQUEST} settings.`);
  for (const [name, value] of entries) {
    if (name.length > MAX_SETTING_NAME_CHARACTERS) throw new BodyTooLargeError(`The name of a setting has at most ${MAX_SETTING_NAME_CHARACTERS} characters.`);
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    if (text.length > MAX_SETTING_VALUE_CHARACTERS) {
      throw new BodyTooLargeError(`${name} must have at most ${MAX_SETTING_VALUE_CHARACTERS} characters.`, { field: name });
    }
  }
}

function valueOf(name: ClientSetting, value: unknown): boolean | string {
  if (name === 'default_model') {
    const model = typeof value === 'string' ? value.trim() : '';
    if (model === '' || model.length > MAX_MODEL_CHARACTERS) {
      throw new InvalidInputError(`default_model must be a model's id of at most ${MAX_MODEL_CHARACTERS} characters.`, { field: name });
    }
    return model;
  }
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (word !== 'true' && word !== 'false') throw new InvalidInputError(`${name} must be true or false.`, { field: name });
  return word === 'true';
}
