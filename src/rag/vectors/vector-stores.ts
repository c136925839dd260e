import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../config/config.service.js';
import { Database } from '../../storage/database/database.js';
import { QdrantStore } from './qdrant.store.js';
import { SqliteVecStore } from './sqlite-vec.store.js';
import type { VectorStore } from './vector-store.js';

/** Where vectors are kept by the settings as they are now: in jarvis.db, or on a Qdrant server where one is named. */
@Injectable()
export class VectorStores {
  private readonly embedded: SqliteVecStore;
  private qdrant: { key: string; store: QdrantStore } | undefined;

  constructor(
    private readonly config: ConfigService,
    database: Database,
  ) {
    this.embedded = new SqliteVecStore(database);
  }

  current(): VectorStore {
    const { qdrantUrl } = this.config.settings;
    if (qdrantUrl === undefined) return this.embedded;
    const apiKey = this.config.variable('QDRANT_API_KEY');
    const key = JSON.stringify([qdrantUrl, apiKey]);
    if (this.qdrant?.key !== key) this.qdrant = { key, store: new QdrantStore(qdrantUrl, apiKey) };
    return this.qdrant.store;
  }
}
