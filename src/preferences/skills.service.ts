import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { NotFoundError } from '../common/domain-error.js';
import { Database } from '../storage/database/database.js';
import { SKILLS, type SkillDefinition } from './skill.js';

/** A skill as it stands. */
export interface Skill extends SkillDefinition {
  readonly enabled: boolean;
  /** ISO 8601 instant of the last switch; of the start of the server where there was none. */
  readonly updatedAt: string;
}

interface SwitchRow {
  key: string;
  enabled: number;
  updatedAt: string;
}

/** Which skills are on. All methods throw StorageError where the database cannot be used. */
@Injectable()
export class SkillsService {
  private readonly startedAt: string;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.startedAt = clock.now().toISOString();
  }

  /** All skills, by category and then by name. */
  list(): Skill[] {
    const rows = this.database.prepare<SwitchRow>('SELECT skill_key AS key, enabled, updated_at AS updatedAt FROM skill_switches').all();
    const switches = new Map(rows.map((row) => [row.key, row]));
    return SKILLS.map((skill) => {
      const row = switches.get(skill.key);
      return { ...skill, enabled: row?.enabled !== 0, updatedAt: row?.updatedAt ?? this.startedAt };
    });
  }

  /** Throws NotFoundError where there is no such skill. */
  assertExists(key: string): void {
    if (!SKILLS.some((skill) => skill.key === key)) throw new NotFoundError('There is no such skill. GET /api/skills lists them.', { field: 'key' });
  }

  /** Switches a skill. Throws as `assertExists`. */
  set(key: string, enabled: boolean): Skill {
    this.assertExists(key);
    this.database
      .prepare('INSERT INTO skill_switches (skill_key, enabled, updated_at) VALUES (?, ?, ?) ON CONFLICT (skill_key) DO UPDATE SET enabled = excluded.enabled, updated_at = excluded.updated_at')
      .run(key, enabled ? 1 : 0, this.clock.now().toISOString());
    return this.list().find((skill) => skill.key === key) as Skill;
  }
}
