import { readFileSync } from 'node:fs';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { DomainError, messageOf, systemErrorCode } from '../common/domain-error.js';
import { Settings } from './settings.js';

/** settings.json cannot be used. `problems` has one sentence for each bad key: key, value, allowed range. */
export class InvalidSettingsError extends DomainError {
  override readonly code = 'invalid_settings';

  constructor(readonly problems: readonly string[]) {
    super(
      `settings.json cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\n` +
        'Correct the file by hand or run `jarvis setup`.',
      { problems },
    );
  }
}

/**
 * The raw object of settings.json; `{}` where there is no file. Throws InvalidSettingsError if it is no JSON object or cannot be read: what
 * somebody restricted there must not be open because of a wrong owner.
 */
export function readRawSettings(file: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    if (code !== undefined) throw new InvalidSettingsError([`the file cannot be read (${code})`]);
    throw new InvalidSettingsError([`the file is not readable as JSON (${messageOf(error)})`]);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidSettingsError(['the file must hold one JSON object']);
  }
  return value as Record<string, unknown>;
}

/** Validates a raw object into settings with defaults. Throws InvalidSettingsError naming every bad key. */
export function parseSettings(raw: Record<string, unknown>): Settings {
  const present = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null && value !== undefined));
  const settings = plainToInstance(Settings, present, { exposeDefaultValues: true });
  const errors = validateSync(settings, { forbidUnknownValues: true });
  if (errors.length > 0) throw new InvalidSettingsError(errors.flatMap((error) => describe(error, '')));
  return settings;
}

function describe(error: ValidationError, parent: string): string[] {
  const key = parent === '' ? error.property : `${parent}.${error.property}`;
  const own = Object.values(error.constraints ?? {});
  const rules = own.map((rule) => rule.replace(new RegExp(`^${error.property}\\s+`), '')).join(', ');
  const sentence = own.length > 0 ? [`${key} is ${JSON.stringify(error.value)}: it ${rules}`] : [];
  return [...sentence, ...(error.children ?? []).flatMap((child) => describe(child, key))];
}
