import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { InvalidInputError, NotFoundError } from '../common/domain-error.js';
import { newId } from '../common/ids.js';
import { toWellFormedText } from '../common/text.js';
import { BodyTooLargeError } from '../security/errors.js';
import { Database } from '../storage/database/database.js';
import { MAX_PRESET_NAME_CHARACTERS, MAX_PRESET_PROMPT_CHARACTERS } from './limits.js';

/** A named text that a client may send with a message to set the tone of the answer. */
export interface Preset {
  readonly id: string;
  readonly name: string;
  readonly prompt: string;
  /** It came with Jarvis and cannot be deleted. */
  readonly isDefault: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** What a person writes of a preset. */
export type PresetText = Pick<Preset, 'name' | 'prompt'>;

interface PresetRow extends PresetText {
  id: string;
  isDefault: number;
  createdAt: string;
}

/** The presets. All methods throw StorageError where the database cannot be used. */
@Injectable()
export class PresetsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Those that came with Jarvis first, then by name. */
  list(): Preset[] {
    const sql = 'SELECT id, name, prompt, is_default AS isDefault, created_at AS createdAt FROM presets ORDER BY is_default DESC, name COLLATE NOCASE, id';
    return this.database.prepare<PresetRow>(sql).all().map((row) => ({ ...row, isDefault: row.isDefault === 1 }));
  }

  /** Throws InvalidInputError where a text is blank, BodyTooLargeError where it is too long. */
  add(text: PresetText): Preset {
    const preset = { id: newId(), ...valid(text), isDefault: false, createdAt: this.clock.now().toISOString() };
    this.database
      .prepare('INSERT INTO presets (id, name, prompt, is_default, created_at) VALUES (?, ?, ?, 0, ?)')
      .run(preset.id, preset.name, preset.prompt, preset.createdAt);
    return preset;
  }

  /** Gives a preset other texts, also one that came with Jarvis. Throws as `add`, and NotFoundError. */
  rewrite(id: string, text: PresetText): void {
    const { name, prompt } = valid(text);
    const { changes } = this.database.prepare('UPDATE presets SET name = ?, prompt = ? WHERE id = ?').run(name, prompt, id);
    if (changes === 0) throw new NotFoundError('There is no preset with this id.', { field: 'id' });
  }

  /** Deletes a preset of the owner's own. One that came with Jarvis stays; of one that is not there nothing is left either. */
  delete(id: string): void {
    this.database.prepare('DELETE FROM presets WHERE id = ? AND is_default = 0').run(id);
  }
}

function valid(text: PresetText): PresetText {
  return {
    name: validText('name', text.name, MAX_PRESET_NAME_CHARACTERS),
    prompt: validText('prompt', text.prompt, MAX_PRESET_PROMPT_CHARACTERS),
  };
}

function validText(field: 'name' | 'prompt', text: string, limit: number): string {
  const trimmed = toWellFormedText(text).trim();
  if (trimmed === '') throw new InvalidInputError(`${field} must not be blank.`, { field });
  if (trimmed.length > limit) throw new BodyTooLargeError(`${field} must have at most ${limit} characters; it has ${trimmed.length}.`, { field });
  return trimmed;
}
