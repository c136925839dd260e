import { messageOf } from '../../common/domain-error.js';
import { OFFLINE_BASE_URL } from '../../config/config.service.js';
import { readEnvironmentFile } from '../../config/environment-file.js';
import type { JarvisPaths } from '../../config/jarvis-paths.js';
import { InvalidSettingsError, parseSettings, readRawSettings } from '../../config/settings-file.js';
import { Settings } from '../../config/settings.js';
import { API_KEY_FOR_VARIABLE, decideApiKey, isOpenRouter, originOf } from '../../model/api-key.js';
import { isLoopbackAddress, normalizeAddress } from '../../security/request/network-address.js';

/** The variable that holds the provider's key. */
export const API_KEY_VARIABLE = 'OPENROUTER_API_KEY';

/** OpenRouter's API, which is the provider where nothing else is set. */
export const OPENROUTER_BASE_URL = new Settings().baseUrl;

/** What is configured before setup changes anything. */
export interface CurrentSetup {
  /** settings.json without the keys that cannot be used. */
  raw: Readonly<Record<string, unknown>>;
  /** One sentence for each key that cannot be used. */
  problems: readonly string[];
  /** settings.json is no JSON object: nothing of it can be kept. */
  isDamaged: boolean;
  baseUrl: string;
  /** As the file has them; undefined where it does not. */
  selectedModel: string | undefined;
  fallbackModel: string | undefined;
  key: string | undefined;
  /** Whom the key is for: as `.env` says, else the provider that is configured, whose key it has been so far. */
  keyFor: string | undefined;
}

/** Reads what is there. Changes nothing; throws only where a file cannot be read at all. */
export function readCurrentSetup(paths: JarvisPaths): CurrentSetup {
  const { raw, problems, isDamaged } = readUsableSettings(paths.settingsFile);
  const variables = readEnvironmentFile(paths.environmentFile);
  const { baseUrl } = parseSettings(raw);
  const isConfigured = Object.keys(raw).length > 0;
  return {
    raw,
    problems,
    isDamaged,
    baseUrl,
    selectedModel: textOf(raw.selectedModel),
    fallbackModel: textOf(raw.fallbackModel),
    key: textOf(variables[API_KEY_VARIABLE]),
    keyFor: textOf(variables[API_KEY_FOR_VARIABLE]) ?? (isConfigured ? originOf(baseUrl) : undefined),
  };
}

/** Whether a provider is asked without a key: the offline model and servers on this machine. */
export function needsNoKey(baseUrl: string): boolean {
  if (baseUrl === OFFLINE_BASE_URL) return true;
  if (!URL.canParse(baseUrl)) return false;
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || isLoopbackAddress(normalizeAddress(host));
}

/** Whether the stored key may go to a provider: it was entered for it, or nobody has said yet whom it is for. */
export function keyIsFor(current: CurrentSetup, baseUrl: string): boolean {
  return decideApiKey(current.key, current.keyFor, baseUrl).key !== undefined;
}

/** How a provider is called in questions. */
export function providerName(baseUrl: string): string {
  if (baseUrl === OFFLINE_BASE_URL) return 'the offline model';
  return isOpenRouter(baseUrl) ? 'OpenRouter' : (originOf(baseUrl) ?? baseUrl);
}

function readUsableSettings(file: string): Pick<CurrentSetup, 'raw' | 'problems' | 'isDamaged'> {
  let all: Record<string, unknown>;
  try {
    all = readRawSettings(file);
  } catch (error) {
    if (!(error instanceof InvalidSettingsError)) throw error;
    return { raw: {}, problems: error.problems, isDamaged: true };
  }
  const raw: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [key, value] of Object.entries(all)) {
    const found = problemsOf(key, value);
    if (found.length === 0) raw[key] = value;
    problems.push(...found);
  }
  return { raw, problems, isDamaged: false };
}

function problemsOf(key: string, value: unknown): readonly string[] {
  try {
    parseSettings({ [key]: value });
    return [];
  } catch (error) {
    return error instanceof InvalidSettingsError ? error.problems : [`${key}: ${messageOf(error)}`];
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
