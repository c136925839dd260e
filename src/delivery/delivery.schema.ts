import { Injectable } from '@nestjs/common';
import { DatabaseSchemaProvider, type DatabaseSchema } from '../storage/database/database-schema.js';

/** `parts_sent` pieces have been taken by the channel; in the state `sending` the next one may have been. */
const DELIVERIES = `
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT UNIQUE,
  channel TEXT NOT NULL,
  recipient TEXT NOT NULL,
  message TEXT NOT NULL,
  state TEXT NOT NULL,
  parts_sent INTEGER NOT NULL,
  mark TEXT,
  attempts INTEGER NOT NULL,
  due_ms INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  ended_ms INTEGER,
  message_id TEXT,
  problem TEXT
) STRICT;
CREATE INDEX deliveries_waiting ON deliveries (channel, recipient, id) WHERE ended_ms IS NULL;
CREATE INDEX deliveries_ended ON deliveries (ended_ms) WHERE ended_ms IS NOT NULL;
`;

/** The messages that go out. */
@DatabaseSchemaProvider()
@Injectable()
export class DeliverySchema implements DatabaseSchema {
  readonly name = 'delivery';
  readonly migrations = [DELIVERIES];
}
