import { Injectable } from '@nestjs/common';
import { DatabaseSchemaProvider, type DatabaseSchema } from '../storage/database/database-schema.js';

const TABLE = `
CREATE TABLE sub_agents (
  id TEXT PRIMARY KEY,
  parent TEXT NOT NULL,
  label TEXT NOT NULL,
  task TEXT NOT NULL,
  depth INTEGER NOT NULL,
  tools TEXT NOT NULL,
  status TEXT NOT NULL,
  result TEXT,
  started_at TEXT NOT NULL,
  ended_at TEXT,
  -- Its parent has been told of its end.
  announced INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX sub_agents_open ON sub_agents (announced) WHERE announced = 0;
CREATE INDEX sub_agents_of ON sub_agents (parent, started_at);
`;

/** Sub-agents outlast the process, so that none is forgotten. */
@DatabaseSchemaProvider()
@Injectable()
export class SubAgentsSchema implements DatabaseSchema {
  readonly name = 'sub-agents';
  readonly migrations = [TABLE];
}
