import { Injectable } from '@nestjs/common';
import { DatabaseSchemaProvider, type DatabaseSchema } from '../storage/database/database-schema.js';
import { DEFAULT_PROFILE } from './default-profile.js';

const NOW = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";

/** There is one profile. It has a row from the start, so that its date is known. */
const PROFILE = `
CREATE TABLE profile (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  content TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
INSERT INTO profile (id, content, updated_at) VALUES (1, '${DEFAULT_PROFILE}', ${NOW});
`;

/** Three presets come with Jarvis; they can be changed and not deleted. */
const PRESETS = `
CREATE TABLE presets (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  prompt TEXT NOT NULL,
  is_default INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL
) STRICT;
INSERT INTO presets (id, name, prompt, is_default, created_at) VALUES
  ('coding-companion', 'Coding Companion',
   'You help with programming. Prefer code that is short, correct and complete over long explanations, follow the style of the code at hand, and name what you did not try.',
   1, ${NOW}),
  ('linux-sysadmin', 'Linux Sysadmin',
   'You help with the administration of Linux systems. Look before you change: read logs, units and configuration first. Give commands that can be copied, say what each one changes and how to undo it, and warn before anything that destroys data or cuts a connection.',
   1, ${NOW}),
  ('general-assistant', 'General Assistant',
   'You help with whatever comes up. Give the answer first, then what is needed to trust it, and ask when the question can be read in two ways.',
   1, ${NOW});
`;

/** What profile and presets keep in the database. */
@DatabaseSchemaProvider()
@Injectable()
export class ProfileSchema implements DatabaseSchema {
  readonly name = 'profile';
  readonly migrations = [PROFILE + PRESETS];
}
