import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import type { SkillGates } from './skill-file.js';

/** What gates are held against. */
export interface SkillSurroundings {
  readonly platform: string;
  readonly searchPath: string;
  hasVariable(name: string): boolean;
  /** The whole of the settings. */
  readonly settings: object;
}

/** Why a skill is of no use here, as sentences; empty where it is. */
export function unmetGates(gates: SkillGates, surroundings: SkillSurroundings): string[] {
  const { platform, searchPath, settings } = surroundings;
  return [
    ...(gates.os.length > 0 && !gates.os.includes(platform) ? [`it is for ${gates.os.join(', ')}; this is ${platform}`] : []),
    ...gates.bins.filter((name) => !isOnPath(name, searchPath)).map((name) => `the program ${name} is not installed`),
    ...gates.env.filter((name) => !surroundings.hasVariable(name)).map((name) => `the variable ${name} is not set`),
    ...gates.config.filter((key) => !isSet(settings, key)).map((key) => `the setting ${key} is not set`),
  ];
}

function isOnPath(name: string, searchPath: string): boolean {
  if (name.includes('/')) return false;
  return searchPath.split(path.delimiter).some((folder) => {
    try {
      const file = path.join(folder, name);
      accessSync(file, constants.X_OK);
      return folder !== '' && statSync(file).isFile();
    } catch {
      return false;
    }
  });
}

function isSet(settings: object, key: string): boolean {
  const value = key.split('.').reduce<unknown>((at, part) => (typeof at === 'object' && at !== null && Object.hasOwn(at, part) ? (at as Record<string, unknown>)[part] : undefined), settings);
  return value !== undefined && value !== null && value !== false && value !== '';
}
