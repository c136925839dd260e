import { Injectable } from '@nestjs/common';
import { DatabaseSchemaProvider, type DatabaseSchema } from '../storage/database/database-schema.js';

/** Only what was ever switched has a row: a skill without one is on. */
const SWITCHES = `
CREATE TABLE skill_switches (
  skill_key TEXT NOT NULL PRIMARY KEY,
  enabled INTEGER NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
`;

/** What the skills keep in the database. */
@DatabaseSchemaProvider()
@Injectable()
export class SkillsSchema implements DatabaseSchema {
  readonly name = 'skills';
  readonly migrations = [SWITCHES];
}
