import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { writeJsonAtomic } from '../common/atomic-file.js';
import { readEnvironmentFile } from './environment-file.js';
import { JarvisPaths } from './jarvis-paths.js';
import { LLAMA_SERVER_BASE, withLlamaServer } from './llama-server-base.js';
import { parseSettings, readRawSettings } from './settings-file.js';
import type { Settings } from './settings.js';

/** The word that selects the offline model as baseUrl. */
export const OFFLINE_BASE_URL = 'offline';

/** Variables that are Jarvis's own: no tool ever sees them. */
export const OWN_SECRET_NAMES: readonly string[] = [
  'OPENROUTER_API_KEY',
  'JARVIS_ADMIN_PIN',
  'JARVISCHAT_ADMIN_PIN',
  'JARVIS_COMPLETIONS_API_KEY',
  'JARVISCHAT_COMPLETIONS_API_KEY',
  'TELEGRAM_BOT_TOKEN',
  'JARVIS_EMBEDDINGS_API_KEY',
  'QDRANT_API_KEY',
];

/**
 * What the server is configured to do: an immutable snapshot of settings.json, read and validated once at start, and the
 * variables of `.env` and the environment (the environment wins). Also the one writer of settings.json.
 */
@Injectable()
export class ConfigService {
  private current: Readonly<Settings>;
  private writing: Promise<unknown> = Promise.resolve();

  constructor(readonly paths: JarvisPaths) {
    this.current = this.parse(readRawSettings(paths.settingsFile));
  }

  /** The snapshot in force. Do not keep it beyond one turn. */
  get settings(): Readonly<Settings> {
    return this.current;
  }

  get isOffline(): boolean {
    return this.current.baseUrl === OFFLINE_BASE_URL;
  }

  /** A variable of the environment or of `.env`; undefined where it is unset or blank. Read anew at each call. */
  variable(name: string): string | undefined {
    const value = process.env[name] ?? this.environmentFile()[name];
    return value === undefined || value.trim() === '' ? undefined : value;
  }

  /** The agent's own folder, absolute: the setting `agents.defaults.workspace`. */
  get workspace(): string {
    const named = this.current.agents.defaults.workspace;
    const { base, home } = this.paths;
    if (named === '~' || named.startsWith('~/')) return path.join(home, named.slice(1));
    return path.resolve(base, named);
  }

  /** The key for the model's provider. */
  get apiKey(): string | undefined {
    return this.variable('OPENROUTER_API_KEY');
  }

  /** The variables of `.env` as they are now. */
  environmentFile(): Record<string, string> {
    return readEnvironmentFile(this.paths.environmentFile);
  }

  /**
   * Changes settings.json and the snapshot. Keys that are not named stay as they are in the file, also unknown ones;
   * `undefined` removes a key. Throws InvalidSettingsError and changes nothing where the result would be invalid.
   */
  update(patch: Readonly<Record<string, unknown>>): Promise<Readonly<Settings>> {
    const next = this.writing.then(async () => {
      const raw = { ...readRawSettings(this.paths.settingsFile), ...patch };
      const settings = this.parse(raw);
      await writeJsonAtomic(this.paths.settingsFile, raw);
      this.current = settings;
      return settings;
    });
    this.writing = next.catch(() => undefined);
    return next;
  }

  private parse(raw: Record<string, unknown>): Readonly<Settings> {
    return Object.freeze(parseSettings(withLlamaServer(raw, this.variable(LLAMA_SERVER_BASE))));
  }
}
